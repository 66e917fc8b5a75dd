//! Locale codes: which texts are one, which locale a code finds, and how many forms for numbers a
//! language has. It must never know any text.

use alloc::string::String;

/// How many plural categories CLDR gives a language; for all that are not here, see [`MOST_FORMS`]. A test of
/// `basket-texts` compares the numbers with CLDR.
const CATEGORIES: &[(usize, &[&str])] = &[
    (1, &["id", "ja", "ko", "ms", "th", "vi", "zh"]),
    (
        2,
        &[
            "af", "bg", "da", "de", "el", "en", "et", "eu", "fa", "fi", "fo", "hi", "hu", "is",
            "ka", "mk", "nb", "nl", "nn", "no", "sq", "sv", "tr", "ur",
        ],
    ),
    (3, &["bs", "ca", "es", "fr", "gl", "he", "hr", "it", "lv", "pt", "ro", "sr"]),
    (4, &["be", "cs", "gd", "lt", "pl", "ru", "sk", "sl", "uk"]),
    (5, &["br", "ga", "mt"]),
    (6, &["ar", "cy"]),
];

/// What no language exceeds: a form for zero, and one for each category there is.
const MOST_FORMS: usize = 7;

/// Codes of languages that are built in under another code.
pub const ALIASES: &[(&str, &str)] = &[("da", "dk"), ("nb", "no"), ("nn", "no")];

/// Whether a text is made like a locale code: `de`, `de-AT`, `zh_Hant_TW`.
pub fn is_code(text: &str) -> bool {
    let mut parts = text.split(['-', '_']);
    let language = parts.next().unwrap_or_default();
    matches!(language.len(), 2..=3)
        && language.bytes().all(|byte| byte.is_ascii_alphabetic())
        && parts.all(|part| {
            matches!(part.len(), 1..=8) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

/// Whether a code finds a locale: by itself, with ever less behind the language, or by another name of the
/// language; case and `_` are forgiven. The widget's loader finds likewise.
pub fn finds(code: &str, locale: &str) -> bool {
    let (code, locale) = (folded(code), folded(locale));
    let ends = code.match_indices('-').map(|(at, _)| at).chain([code.len()]);
    let mut parts = ends.filter_map(|end| code.get(..end));
    parts.any(|part| part == locale || own(part) == locale)
}

/// The most forms that a plural text may have: one for zero and one for each category of the language. Three
/// are always fine, for every language may say `zero | singular | plural`.
pub fn most_forms(code: &str) -> usize {
    let code = folded(code);
    let language = language(&code);
    let language =
        ALIASES.iter().find(|(_, ours)| *ours == language).map_or(language, |(own, _)| own);
    let known = CATEGORIES.iter().find(|(_, languages)| languages.contains(&language));
    known.map_or(MOST_FORMS, |(count, _)| (count + 1).max(3))
}

fn folded(code: &str) -> String {
    code.to_ascii_lowercase().replace('_', "-")
}

fn language(code: &str) -> &str {
    code.split('-').next().unwrap_or_default()
}

/// The code that we use for a language.
fn own(language: &str) -> &str {
    ALIASES.iter().find(|(other, _)| *other == language).map_or(language, |(_, ours)| ours)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_from_other_texts() {
        for code in ["de", "DE", "de-AT", "en_US", "zh-Hant-TW", "gsw", "dk"] {
            assert!(is_code(code), "{code}");
        }
        for text in ["", "???", "d", "deutsch", "de-", "de--AT", "de AT", "-de", "dé", "12"] {
            assert!(!is_code(text), "{text}");
        }
    }

    #[test]
    fn a_code_finds_its_locale() {
        for (code, locale) in [
            ("de", "de"),
            ("DE", "de"),
            ("de-AT", "de"),
            ("en_US", "en"),
            ("da", "dk"),
            ("da-DK", "dk"),
            ("dk", "dk"),
            ("nb", "no"),
            ("nn-NO", "no"),
            ("pt-BR", "pt_br"),
        ] {
            assert!(finds(code, locale), "{code} {locale}");
        }
        for (code, locale) in [("de", "en"), ("de", "de-AT"), ("dk", "da-DK"), ("sv", "sl")] {
            assert!(!finds(code, locale), "{code} {locale}");
        }
    }

    #[test]
    fn languages_have_as_many_forms_as_categories_and_one_for_zero() {
        for (code, most) in [("en", 3), ("dk", 3), ("no", 3), ("fr-CA", 4), ("sl", 5), ("ar", 7)] {
            assert_eq!(most_forms(code), most, "{code}");
        }
        assert_eq!((most_forms("ja"), most_forms("tlh")), (3, 7));
    }
}
