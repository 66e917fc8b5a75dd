//! Which form of a text a number takes in a language, by CLDR's rules for whole numbers: for the native languages and
//! for others that shops in Europe add. It must never know any text.

/// The category of a number, counted as [`basket_core::locale::Intl::plural`] says. A category for zero, which some
/// languages have, comes last.
pub(super) fn category(number: u32, language: &str) -> usize {
    let (ten, hundred) = (number % 10, number % 100);
    let is_teen = matches!(hundred, 11..=19);
    match language {
        // One is the singular also in languages that do not tell it from more.
        _ if number == 1 => 0,
        "fa" | "fr" | "hi" | "pt" if number == 0 => 0,
        // Whole millions are counted apart: "un millón de …".
        "ca" | "es" | "fr" | "it" | "pt" => {
            if number > 0 && number.is_multiple_of(1_000_000) {
                1
            } else {
                2
            }
        }
        "sl" => match hundred {
            1 => 0,
            2 => 1,
            3 | 4 => 2,
            _ => 3,
        },
        "be" | "bs" | "hr" | "ru" | "sr" | "uk" => match ten {
            1 if !is_teen => 0,
            2..=4 if !is_teen => 1,
            _ => 2,
        },
        "he" if number == 2 => 1,
        "pl" if matches!(ten, 2..=4) && !is_teen => 1,
        "ro" if number == 0 || matches!(hundred, 1..=19) => 1,
        "he" | "pl" | "ro" => 2,
        "cs" | "sk" if matches!(number, 2..=4) => 1,
        "cs" | "sk" => 3,
        "lt" => match ten {
            1 if !is_teen => 0,
            2..=9 if !is_teen => 1,
            _ => 3,
        },
        "lv" => match ten {
            _ if is_teen => 2,
            0 => 2,
            1 => 0,
            _ => 1,
        },
        "is" | "mk" if ten == 1 && !is_teen => 0,
        "ga" => match number {
            2 => 1,
            3..=6 => 2,
            7..=10 => 3,
            _ => 4,
        },
        "mt" => match hundred {
            _ if number == 2 => 1,
            0 if number == 0 => 2,
            3..=10 => 2,
            11..=19 => 3,
            _ => 4,
        },
        "ar" => match hundred {
            _ if number == 0 => 5,
            _ if number == 2 => 1,
            3..=10 => 2,
            11..=99 => 3,
            _ => 4,
        },
        // Only one is told from the rest, if at all.
        _ => 1,
    }
}
