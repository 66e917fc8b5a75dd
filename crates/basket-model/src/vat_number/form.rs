//! The forms of VAT numbers, as patterns. It must never know what the digits mean.

/// Whether a number has a form. Of the pattern's characters, `#` is a digit, `@` a capital letter, `?` either, `~` a
/// digit or the end, `[…]` one of the characters in it; all others are themselves.
pub(super) fn has_form(number: &str, pattern: &str) -> bool {
    let mut characters = number.chars();
    let mut pattern = pattern.chars();
    while let Some(symbol) = pattern.next() {
        let character = characters.next();
        let is_digit = character.is_some_and(|character| character.is_ascii_digit());
        let is_letter = character.is_some_and(|character| character.is_ascii_uppercase());
        let fits = match symbol {
            '#' => is_digit,
            '@' => is_letter,
            '?' => is_digit || is_letter,
            '~' => is_digit || character.is_none(),
            '[' => {
                let set: String = pattern.by_ref().take_while(|symbol| *symbol != ']').collect();
                character.is_some_and(|character| set.contains(character))
            }
            literal => character == Some(literal),
        };
        if !fits {
            return false;
        }
    }
    characters.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_says_what_stands_where() {
        for (number, pattern, expected) in [
            ("U12", "U##", true),
            ("U1", "U##", false),
            ("U123", "U##", false),
            ("A12", "U##", false),
            ("1A", "?@", true),
            ("1a", "?@", false),
            ("12", "#~~", true),
            ("1234", "#~~", false),
            ("X1", "[XYZ]#", true),
            ("A1", "[XYZ]#", false),
            ("", "#", false),
            ("", "[XYZ]", false),
            ("٣", "#", false),
        ] {
            assert_eq!(has_form(number, pattern), expected, "{number} {pattern}");
        }
    }
}
