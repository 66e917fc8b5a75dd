//! Every language says everything: each locale has the keys of the English one beside it, no more and no fewer.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Violation;
use super::tree::{File, Tree};

const ENGLISH: &str = "en.json";

/// Compares each locale's keys with those of English.
pub fn same_keys(tree: &Tree) -> Vec<Violation> {
    let mut locales = Vec::new();
    let mut violations = Vec::new();
    let is_locale = |file: &&File| file.path.starts_with("locales/") && file.extension() == "json";
    for file in tree.files.iter().filter(is_locale) {
        match serde_json::from_str(&file.text) {
            Ok(value) => {
                let mut keys = BTreeSet::new();
                flatten("", &value, &mut keys);
                locales.push((file.path.as_str(), keys));
            }
            Err(error) => {
                violations.push(Violation::new(&file.path, error.line(), error.to_string()));
            }
        }
    }
    for (path, keys) in &locales {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let english = format!("{folder}/{ENGLISH}");
        let Some((_, english)) = locales.iter().find(|(path, _)| *path == english) else {
            continue;
        };
        for key in english.difference(keys) {
            violations.push(Violation::new(path, 1, format!("lacks the key {key}")));
        }
        for key in keys.difference(english) {
            violations.push(Violation::new(path, 1, format!("no key is called {key}")));
        }
    }
    violations
}

/// Names inside of names are joined with a dot.
fn flatten(name: &str, value: &Value, keys: &mut BTreeSet<String>) {
    let Value::Object(members) = value else {
        keys.insert(name.to_owned());
        return;
    };
    for (member, value) in members {
        let dot = if name.is_empty() { "" } else { "." };
        flatten(&format!("{name}{dot}{member}"), value, keys);
    }
}

#[cfg(test)]
mod tests {
    use super::super::said;
    use super::*;

    #[test]
    fn missing_and_unknown_keys_are_found() {
        let files = [
            ("locales/en.json", r#"{ "total": "Total", "chip": { "new": "New" } }"#),
            ("locales/de.json", r#"{ "chip": { "new": "Neu", "old": "Alt" } }"#),
            ("locales/fr.json", "{\n,"),
            ("locales/checkout/en.json", r#"{ "thanks": "Thanks" }"#),
            ("locales/checkout/de.json", r#"{ "thanks": "Danke" }"#),
        ];
        let said = said(same_keys, &files);
        assert_eq!(said.len(), 3);
        assert!(said[0].starts_with("locales/fr.json:2: "), "{said:?}");
        assert_eq!(said[1], "locales/de.json:1: lacks the key total");
        assert_eq!(said[2], "locales/de.json:1: no key is called chip.old");
    }
}
