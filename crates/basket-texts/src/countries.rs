//! Countries by their ISO 3166 codes, with their names, in the order in which a language lists them. It must never
//! know a name itself: `locales/countries/` has them, and says where they come from.

macro_rules! files {
    ($($code:literal)*) => {
        /// The lists by the codes of their languages: `DE`, a tab, `Deutschland`, a line each.
        const FILES: &[(&str, &str)] = &[$((
            $code,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../locales/countries/", $code, ".txt")),
        ),)*];
    };
}
files!("de" "dk" "el" "en" "es" "fi" "fr" "it" "nl" "no" "sl" "sv");

/// The countries, in the language of a native locale or else in English.
pub fn in_language(native: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let find = |native| FILES.iter().find(|(code, _)| *code == native);
    let list = find(native).or_else(|| find("en")).map_or("", |(_, list)| list);
    list.lines().filter_map(|line| line.split_once('\t'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_language_names_the_same_countries() {
        let codes = |native| in_language(native).map(|(code, _)| code).collect::<BTreeSet<_>>();
        let english = codes("en");
        assert_eq!(english.len(), 249);
        for (native, list) in FILES {
            assert_eq!(codes(native), english, "{native}");
            let names: BTreeSet<_> = in_language(native).map(|(_, name)| name).collect();
            assert_eq!((names.len(), list.lines().count()), (249, 249), "{native}");
            assert!(
                in_language(native).all(|(code, name)| code != name && name == name.trim()),
                "{native}"
            );
        }
    }

    #[test]
    fn countries_stand_where_their_language_looks_for_them() {
        let ends = |native| {
            let names: Vec<_> = in_language(native).map(|(_, name)| name).collect();
            (names[0], names[248])
        };
        assert_eq!(ends("de"), ("Afghanistan", "Zypern"));
        assert_eq!(ends("sv"), ("Afghanistan", "Östtimor"));
        assert_eq!(ends("xx"), ends("en"));
    }

    #[test]
    fn a_country_is_known_by_its_code() {
        let exists = |code: &str| in_language("en").any(|(other, _)| other == code);
        assert!(exists("DE") && exists("AX"));
        assert!(!exists("de") && !exists("EU") && !exists(""));
    }
}
