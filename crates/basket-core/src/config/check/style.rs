//! Whether a text can be the value of a style property without doing anything else: break out of its
//! declaration, or load something. What a browser makes of it is the browser's to say.
//!
//! The two tables are the only ones: the host scripts' `protocol.js` and the schema have the [`pattern`] of them.

use alloc::{string::String, vec::Vec};

/// Words that load or run something or show a part of the page, whatever stands around them.
const LOADING: &[&str] = &[
    "url(",
    "src(",
    "image(",
    "image-set(",
    "element(",
    "cross-fade(",
    "expression(",
    "javascript:",
    "@import",
    "/*",
];

/// What would end the declaration or the rule it stands in, or could hide something that does.
const ENDING: &[char] = &[';', '{', '}', '!', '<', '\\'];

/// A regular expression of JavaScript, where case does not matter, for the words and characters that no style value
/// has.
pub fn pattern() -> String {
    let mut pattern = String::from("[");
    for character in ENDING {
        escape(&mut pattern, *character);
    }
    pattern.push(']');
    for word in LOADING {
        pattern.push('|');
        for character in word.chars() {
            escape(&mut pattern, character);
        }
    }
    pattern
}

fn escape(pattern: &mut String, character: char) {
    if "\\^$.*+?()[]{}|/".contains(character) {
        pattern.push('\\');
    }
    pattern.push(character);
}

/// Why a text cannot be a style value; `None` when it can.
pub fn problem(value: &str) -> Option<&'static str> {
    if value.trim().is_empty() {
        return Some("It is empty.");
    }
    let plain = value.to_ascii_lowercase();
    if LOADING.iter().any(|word| plain.contains(word)) {
        return Some("It would load or run something, which a style never does.");
    }
    if plain.contains(ENDING) || plain.contains(char::is_control) {
        return Some(
            "It has a character that no style value needs: `;`, `{`, `}`, `!`, `<` or a backslash.",
        );
    }
    (!is_balanced(value)).then_some("A quote or bracket has no partner.")
}

/// Whether every quote and bracket has its partner.
fn is_balanced(value: &str) -> bool {
    let mut open = Vec::new();
    let mut quote = None;
    for letter in value.chars() {
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
    use super::{pattern, problem};

    #[test]
    fn the_pattern_has_every_character_and_word_escaped() {
        let pattern = pattern();
        assert!(pattern.starts_with(r"[;\{\}!<\\]|url\(|src\("), "{pattern}");
        assert!(pattern.ends_with(r"|@import|\/\*"), "{pattern}");
    }

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
            "-webkit-cross-fade(red, blue)",
            "-moz-element(#page)",
            "\"A \\\"quoted\\\" font\"",
            "expression(alert(1))",
            "javascript:alert(1)",
            "@import 'x'",
            "red</style>",
            "\"<b>\"",
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
