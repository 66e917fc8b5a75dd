//! Which form of a text a number takes in a language, by CLDR's rules for whole numbers. It must never know any text.

/// The category of a number, counted in the order one, two, few, many, other, as far as the language has them.
pub(super) fn category(number: u32, language: &str) -> usize {
    let (ten, hundred) = (number % 10, number % 100);
    let is_teen = (11..=14).contains(&hundred);
    match language {
        _ if number == 1 => 0,
        "es" | "it" | "fr" | "ca" | "pt" => {
            // Whole millions are counted apart: "un millón de …".
            let is_one = number == 0 && matches!(language, "fr" | "pt");
            let is_many = number != 0 && number.is_multiple_of(1_000_000);
            if is_one { 0 } else { 2 - usize::from(is_many) }
        }
        "sl" => match hundred {
            1 => 0,
            2 => 1,
            3 | 4 => 2,
            _ => 3,
        },
        "cs" | "sk" => {
            if matches!(number, 2..=4) {
                1
            } else {
                3
            }
        }
        "pl" => {
            if matches!(ten, 2..=4) && !is_teen {
                1
            } else {
                2
            }
        }
        "be" | "ru" | "uk" => match ten {
            1 if !is_teen => 0,
            2..=4 if !is_teen => 1,
            _ => 2,
        },
        "bs" | "hr" | "sr" => match ten {
            1 if !is_teen => 0,
            2..=4 if !is_teen => 1,
            _ => 2,
        },
        "ro" => {
            if number == 0 || matches!(hundred, 1..=19) {
                1
            } else {
                2
            }
        }
        "he" => {
            if number == 2 {
                1
            } else {
                2
            }
        }
        "ar" => match (number, hundred) {
            (0, _) => 5,
            (2, _) => 1,
            (_, 3..=10) => 2,
            (_, 11..=99) => 3,
            _ => 4,
        },
        "fa" | "hi" => usize::from(number != 0),
        // Only one is told from the rest, if at all.
        _ => 1,
    }
}
