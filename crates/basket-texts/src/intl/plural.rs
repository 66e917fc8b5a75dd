//! Which plural category a number has in a language. The rules are those of CLDR, as in browsers. It must never know
//! any text.

use icu_locale_core::LanguageIdentifier;
use icu_plurals::{PluralCategory, PluralRules};

/// The order of the forms in a text. The widget's host script uses the same order.
const ORDER: [PluralCategory; 6] = [
    PluralCategory::One,
    PluralCategory::Two,
    PluralCategory::Few,
    PluralCategory::Many,
    PluralCategory::Other,
    PluralCategory::Zero,
];

/// The category of a number as an index among the categories of its language, as
/// [`basket_core::locale::Intl::plural`] says. A category for zero, which some languages have, comes last.
pub(super) fn category(number: u32, language: &str) -> usize {
    let rules = rules(language);
    let category = match &rules {
        // 1 takes the singular form, also in languages without a category for it.
        _ if number == 1 => PluralCategory::One,
        Some(rules) => rules.category_for(number),
        None => PluralCategory::Other,
    };
    let has_form = |other: PluralCategory| {
        let mut categories = rules.iter().flat_map(PluralRules::categories);
        other == PluralCategory::One || categories.any(|category| category == other)
    };
    ORDER.iter().take_while(|other| **other != category).filter(|other| has_form(**other)).count()
}

/// The rules of a language. A language that CLDR does not know, and an invalid tag, have a single category.
fn rules(language: &str) -> Option<PluralRules> {
    let language =
        LanguageIdentifier::try_from_str(language).unwrap_or(LanguageIdentifier::UNKNOWN);
    PluralRules::try_new_cardinal((&language).into()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use basket_core::config::check::locale_code;

    #[test]
    fn a_region_has_its_own_rules_and_an_unknown_language_one_category() {
        assert_eq!((category(0, "pt-BR"), category(0, "pt-PT")), (0, 2));
        for language in ["", "dk", "tlh", "not a tag"] {
            assert_eq!([0, 1, 2].map(|number| category(number, language)), [1, 0, 1], "{language}");
        }
    }

    #[test]
    fn the_checks_allow_as_many_forms_as_a_language_has_categories() {
        let unlisted = locale_code::most_forms("tlh");
        let letters = || 'a'..='z';
        let codes = letters().flat_map(|first| letters().map(move |last| format!("{first}{last}")));
        let listed = codes.filter(|code| locale_code::most_forms(code) != unlisted);
        let mut count = 0;
        for code in listed.chain(["ar", "cy"].map(str::to_owned)) {
            let language = if code == "dk" { "da" } else { &code };
            let categories = rules(language).unwrap().categories().count();
            // One form for zero; three forms are always allowed.
            assert_eq!(locale_code::most_forms(&code), (categories + 1).max(3), "{code}");
            count += 1;
        }
        assert!(count > 50, "only {count} languages were compared");
    }
}
