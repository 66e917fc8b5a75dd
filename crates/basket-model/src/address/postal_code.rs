//! The form of postal codes, and the one way in which a code is written. It must never know which codes exist.
//!
//! A form is a line of symbols:
//!
//! | symbol | stands for |
//! |---|---|
//! | `9` | a digit |
//! | `A` | a letter |
//! | `X` | a letter or a digit |
//! | `0` to `8`, `a` to `z` | this digit; this letter, written as a capital |
//! | space, `-` | a separator: always written, and typed or not |
//! | `[…]` | an optional part, written if typed |
//! | `(…)` | a fixed prefix, always written, and typed or not |
//! | `{…}` | a fixed prefix, never written, and typed or not |
//! | <code>&#124;</code> | between alternatives |
//!
//! So `99999[-9999]` is a ZIP code and `(lv-)9999` a Latvian code, which is `LV-1010` even if someone types `1010`.
//! Groups do not nest.

use super::characters::{tidy, to_ascii};

/// How many characters of a text can be a postal code.
const MAX_TYPED: usize = 20;

/// The code as it is written, if the text has one of the alternatives of the form. People also put the country's code
/// in front, as in `CH-8001`; that is removed.
pub(super) fn normalize(form: &str, country: &str, text: &str) -> Option<String> {
    let typed = compact(text)?;
    let write = |typed: &str| form.split('|').find_map(|form| complete(form, typed, String::new()));
    write(&typed).or_else(|| typed.strip_prefix(country).and_then(write))
}

/// The letters and digits of a text, as ASCII capitals. Nothing if it has other characters, or is empty or too long.
fn compact(text: &str) -> Option<String> {
    let is_separator = |character: &char| matches!(character, ' ' | '-' | '〒');
    let tidied = tidy(text);
    let typed = tidied.chars().map(to_ascii).filter(|character| !is_separator(character));
    let typed: String = typed.take(MAX_TYPED + 1).map(|typed| typed.to_ascii_uppercase()).collect();
    let is_plain = typed.chars().all(|character| character.is_ascii_alphanumeric());
    (is_plain && (1..=MAX_TYPED).contains(&typed.len())).then_some(typed)
}

/// What is written already, and the rest of what was typed in the rest of the form.
fn complete(form: &str, typed: &str, mut written: String) -> Option<String> {
    let mut symbols = form.chars();
    let Some(symbol) = symbols.next() else { return typed.is_empty().then_some(written) };
    let rest = symbols.as_str();
    match symbol {
        '[' => {
            let (part, after) = rest.split_once(']')?;
            complete(&format!("{part}{after}"), typed, written.clone())
                .or_else(|| complete(after, typed, written))
        }
        '(' => {
            let (prefix, after) = rest.split_once(')')?;
            written.push_str(&prefix.to_ascii_uppercase());
            complete(after, without_prefix(typed, prefix), written)
        }
        '{' => {
            let (prefix, after) = rest.split_once('}')?;
            complete(after, without_prefix(typed, prefix), written)
        }
        ' ' | '-' => {
            written.push(symbol);
            complete(rest, typed, written)
        }
        _ => {
            let mut characters = typed.chars();
            let character = characters.next().filter(|&character| fits(symbol, character))?;
            written.push(character);
            complete(rest, characters.as_str(), written)
        }
    }
}

fn without_prefix<'a>(typed: &'a str, prefix: &str) -> &'a str {
    let prefix = prefix.trim_end_matches([' ', '-']).to_ascii_uppercase();
    typed.strip_prefix(&prefix).unwrap_or(typed)
}

fn fits(symbol: char, character: char) -> bool {
    match symbol {
        '9' => character.is_ascii_digit(),
        'A' => character.is_ascii_uppercase(),
        'X' => character.is_ascii_alphanumeric(),
        _ => symbol.to_ascii_uppercase() == character,
    }
}

#[cfg(test)]
mod tests {
    use super::super::form_for;

    fn normalized(country: &str, text: &str) -> Option<String> {
        form_for(country).unwrap().normalize_postal_code(text)
    }

    #[test]
    fn codes_are_written_as_their_country_writes_them() {
        for (country, typed, written) in [
            ("GB", "sw1a1aa", "SW1A 1AA"),
            ("GB", "M1 1AE", "M1 1AE"),
            ("GB", "m34-4ab", "M34 4AB"),
            ("GB", " EC1A  1BB ", "EC1A 1BB"),
            ("GB", "gir0aa", "GIR 0AA"),
            ("GB", "BFPO 61", "BFPO 61"),
            ("IE", "d02x285", "D02 X285"),
            ("IE", "D6W XY00", "D6W XY00"),
            ("NL", "1234ab", "1234 AB"),
            ("NL", "NL-1234 AB", "1234 AB"),
            ("SE", "11455", "114 55"),
            ("SE", "SE-114 55", "114 55"),
            ("SE", "S-114 55", "114 55"),
            ("JP", "1540023", "154-0023"),
            ("JP", "〒１５４－００２３", "154-0023"),
            ("JP", "154ー0023", "154-0023"),
            ("BR", "40301110", "40301-110"),
            ("CA", "k1a0b1", "K1A 0B1"),
            ("CA", "K1A-0B1", "K1A 0B1"),
            ("PT", "2725 079", "2725-079"),
            ("PL", "00950", "00-950"),
            ("US", "95014", "95014"),
            ("US", "221621010", "22162-1010"),
            ("US", "22162 1010", "22162-1010"),
            ("DE", "D-10115", "10115"),
            ("DE", "DE 10115", "10115"),
            ("CH", "CH-8001", "8001"),
            ("LV", "1010", "LV-1010"),
            ("LV", "lv1010", "LV-1010"),
            ("AR", "c1070aam", "C1070AAM"),
            ("AR", "1070", "1070"),
            ("IR", "۱۱۹۳۶۱۲۳۴۵", "11936-12345"),
            ("TW", "106", "106"),
        ] {
            assert_eq!(normalized(country, typed).as_deref(), Some(written), "{country} {typed}");
        }
    }

    #[test]
    fn codes_of_another_form_are_refused() {
        for (country, typed) in [
            ("GB", "SW1A"),
            ("GB", "12345"),
            ("GB", "SW1A 1A1"),
            ("IE", "1234567"),
            ("IE", "D02 X28"),
            ("NL", "1234"),
            ("NL", "AB 1234"),
            ("SE", "1145"),
            ("SE", "114 555"),
            ("JP", "154-002"),
            ("JP", "154-OO23"),
            ("BR", "40301"),
            ("CA", "90210"),
            ("CA", "K1A 0B"),
            ("PT", "2725"),
            ("PL", "00-9500"),
            ("US", "9501"),
            ("US", "950145"),
            ("US", "95014-10"),
            ("US", "K1A 0B1"),
            ("DE", "1011"),
            ("DE", "A-10115"),
            ("DE", ""),
            ("DE", "D-"),
            ("DE", "10115 Berlin"),
            ("DE", "1.0115"),
            ("TW", "1060"),
            ("HK", "999077"),
        ] {
            assert_eq!(normalized(country, typed), None, "{country} {typed}");
        }
    }
}
