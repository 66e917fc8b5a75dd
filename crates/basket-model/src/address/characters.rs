//! Characters as people type them: full-width digits, odd hyphens, accents, invisible marks. It must never know what a
//! text means.

/// Words that people add to the name of a region, or leave out.
const OPTIONAL_WORDS: [&str; 6] = ["and", "co", "county", "prefecture", "province", "state"];

/// The text without invisible marks, without white space at its ends, and with single spaces inside.
pub(super) fn tidy(text: &str) -> String {
    let visible: String = text.chars().filter(|&character| !is_invisible(character)).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Marks of direction and the like, which come along when a text is copied. Joiners stay: Persian and Hindi need them.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{200b}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}'
    )
}

/// The ASCII character that a full-width character, an Arabic or Persian digit, or a hyphen stands for. Any other
/// character is returned as it is.
pub(super) fn to_ascii(character: char) -> char {
    let offset = match character {
        '\u{3000}' => return ' ',
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{30fc}' | '\u{ff70}' => return '-',
        '\u{ff01}'..='\u{ff5e}' => 0xff01 - 0x21,
        '\u{660}'..='\u{669}' => 0x660 - 0x30,
        '\u{6f0}'..='\u{6f9}' => 0x6f0 - 0x30,
        _ => return character,
    };
    char::from_u32(u32::from(character) - offset).unwrap_or(character)
}

/// Whether a text has letters of another script than Latin.
pub(super) fn has_other_script(text: &str) -> bool {
    text.chars().any(|character| character.is_alphabetic() && !is_latin(character))
}

/// Whether a letter is Latin, with or without accents, also in full width.
fn is_latin(letter: char) -> bool {
    matches!(letter, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{ff21}'..='\u{ff5a}')
}

/// A name reduced to what people agree on: lower case, no accents, no punctuation, no optional words.
pub(super) fn comparable(name: &str) -> String {
    let plain: String = name.chars().flat_map(char::to_lowercase).map(base_letter).collect();
    let words = || plain.split(|character: char| !character.is_alphanumeric());
    let short: String = words().filter(|word| !OPTIONAL_WORDS.contains(word)).collect();
    if short.is_empty() { words().collect() } else { short }
}

/// A lower-case Latin letter without its accent.
fn base_letter(letter: char) -> char {
    match letter {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ạ'..='ặ' => 'a',
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => 'c',
        'ð' | 'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẹ'..='ệ' => 'e',
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => 'g',
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'ỉ'..='ị' => 'i',
        'ļ' | 'ľ' | 'ł' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ơ' | 'ọ'..='ợ' => 'o',
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => 's',
        'ţ' | 'ť' | 'ț' => 't',
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ư' | 'ụ'..='ự' => 'u',
        'ý' | 'ÿ' | 'ỳ'..='ỹ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_and_invisible_marks_are_tidied() {
        assert_eq!(tidy(" \u{feff}Main\t\nStreet \u{202a}1\u{202c} "), "Main Street 1");
        assert_eq!(tidy("\u{3000}\u{a0}"), "");
    }

    #[test]
    fn full_width_and_arabic_characters_become_ascii() {
        let ascii: String = "１５４－００２３ー٠٩۰۹Ａ".chars().map(to_ascii).collect();
        assert_eq!(ascii, "154-0023-0909A");
    }

    #[test]
    fn names_are_compared_without_accents_punctuation_and_optional_words() {
        for (name, typed) in [
            ("São Paulo", "sao paulo"),
            ("Co. Dublin", "County Dublin"),
            ("İstanbul", "istanbul"),
            ("Đà Nẵng", "Da Nang"),
            ("Dadra and Nagar Haveli", "Dadra & Nagar Haveli"),
            ("O'Higgins", "O’Higgins"),
            ("東京都", "東京都"),
        ] {
            assert_eq!(comparable(name), comparable(typed));
        }
        assert_eq!(comparable("State"), "state");
    }

    #[test]
    fn other_scripts_are_recognised() {
        for text in ["東京", "ул. Ленина 1", "شارع"] {
            assert!(has_other_script(text), "{text}");
        }
        for text in ["", "Łódź 1", "Đà Nẵng", "〒 1-2-3", "Ａ１"] {
            assert!(!has_other_script(text), "{text}");
        }
    }
}
