//! Whether a text can be the value of a style property without doing anything else: break out of its
//! declaration, or load something. What a browser makes of it is the browser's to say.

use alloc::{string::String, vec::Vec};

/// Words that load or run something, whatever stands around them.
const LOADING: &[&str] =
    &["url(", "src(", "image(", "image-set(", "expression(", "javascript:", "@import", "</", "/*"];

/// What would end the declaration, or the rule it stands in.
const ENDING: &[char] = &[';', '{', '}', '!'];

/// Why a text cannot be a style value; `None` when it can.
pub fn problem(value: &str) -> Option<&'static str> {
    if value.trim().is_empty() {
        return Some("It is empty.");
    }
    let Some(letters) = unescape(value) else {
        return Some("It ends within an escape.");
    };
    let plain: String = letters.iter().map(|(letter, _)| letter.to_ascii_lowercase()).collect();
    if LOADING.iter().any(|word| plain.contains(word)) {
        return Some("It would load or run something, which a style never does.");
    }
    if plain.contains(ENDING) || plain.contains(char::is_control) {
        return Some("It has a character that would end it.");
    }
    (!is_balanced(&letters)).then_some("A quote or bracket has no partner.")
}

/// The letters with escapes undone, each with whether it was escaped, so that nothing hides in one.
fn unescape(value: &str) -> Option<Vec<(char, bool)>> {
    let mut letters = Vec::new();
    let mut rest = value.chars().peekable();
    while let Some(letter) = rest.next() {
        if letter != '\\' {
            letters.push((letter, false));
            continue;
        }
        let (mut code, mut digits) = (0, 0);
        while digits < 6
            && let Some(digit) = rest.peek().and_then(|next| next.to_digit(16))
        {
            (code, digits) = (code * 16 + digit, digits + 1);
            rest.next();
        }
        if digits == 0 {
            letters.push((rest.next()?, true));
            continue;
        }
        // One white space ends the digits and belongs to them.
        rest.next_if(char::is_ascii_whitespace);
        letters.push((char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), true));
    }
    Some(letters)
}

/// Whether every quote and bracket has its partner.
fn is_balanced(letters: &[(char, bool)]) -> bool {
    let mut open = Vec::new();
    let mut quote = None;
    for &(letter, _) in letters.iter().filter(|(_, is_escaped)| !is_escaped) {
        match (letter, quote) {
            (_, Some(end)) => quote = Some(end).filter(|end| *end != letter),
            ('"' | '\'', None) => quote = Some(letter),
            ('(', None) => open.push(')'),
            ('[', None) => open.push(']'),
            (')' | ']', None) if open.pop() != Some(letter) => return false,
            _ => {}
        }
    }
    quote.is_none() && open.is_empty()
}

#[cfg(test)]
mod tests {
    use super::problem;

    #[test]
    fn style_values_are_let_through() {
        for value in [
            "#0a7",
            "rebeccapurple",
            "rgb(0 0 0 / 50%)",
            "linear-gradient(90deg, hsl(10, 20%, 30%), var(--brand, red))",
            "1px solid currentColor",
            "0 2px 8px rgba(0, 0, 0, .3), inset 0 0 0 1px red",
            "\"Source Sans (3)\", 'Noto Sans', sans-serif",
            "\"A \\\"quoted\\\" font\"",
            "calc(1px + 2 * (3px - 1px))",
            "600",
        ] {
            assert_eq!(problem(value), None, "{value}");
        }
    }

    #[test]
    fn nothing_breaks_out_or_loads() {
        for value in [
            "",
            "  ",
            "red; color: blue",
            "red } * { color: red",
            "red !important",
            "url(https://example.com/x.png)",
            "URL (x), uRl(x)",
            "u\\72l(x)",
            "\\75 \\72 \\6c(x)",
            "image-set(\"x.png\" 1x)",
            "src(\"x.png\")",
            "expression(alert(1))",
            "javascript:alert(1)",
            "@import 'x'",
            "red</style>",
            "red /* to the end",
            "red\\3b x",
            "rgb(0, 0, 0",
            "rgb)0(",
            "(]",
            "\"open",
            "'it\\'s",
            "red\\",
            "a\nb",
        ] {
            assert!(problem(value).is_some(), "{value:?}");
        }
    }
}
