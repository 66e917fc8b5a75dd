//! What a form holds by the names of its fields, and what is wrong by the same names. It must never know markup.

use crate::form::Form;
use basket_model::pricing::BadRules;
use std::collections::BTreeMap;

/// What was typed. Large forms have thousands of fields, so they are looked up in a map.
#[derive(Debug)]
pub(super) struct Typed<'a>(BTreeMap<&'a str, &'a str>);

impl<'a> Typed<'a> {
    pub(super) fn new(form: &'a Form) -> Self {
        let mut fields = BTreeMap::new();
        for (name, value) in form.iter() {
            fields.entry(name).or_insert(value);
        }
        Self(fields)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The value without white space around it; empty if there is no such field.
    pub(super) fn text(&self, name: &str) -> String {
        self.0.get(name).map(|text| text.trim().to_owned()).unwrap_or_default()
    }

    /// Whether a box is ticked.
    pub(super) fn is_ticked(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|value| !value.is_empty())
    }
}

/// What is wrong, by the names of the fields.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Problems(BTreeMap<String, String>);

impl Problems {
    pub(super) fn new(field: &str, sentence: &str) -> Self {
        let mut problems = Self::default();
        problems.add(field, sentence);
        problems
    }

    pub(super) fn find(&self, field: &str) -> Option<&str> {
        self.0.get(field).map(String::as_str)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn add(&mut self, field: &str, sentence: &str) {
        let said = self.0.entry(field.to_owned()).or_default();
        if !said.contains(sentence) {
            let gap = if said.is_empty() { "" } else { " " };
            *said = format!("{said}{gap}{sentence}");
        }
    }

    /// Adds what is wrong with rules, except at fields whose text says nothing: there, that is what is to be said.
    pub(super) fn add_rules(&mut self, bad: BadRules) {
        let unread: Vec<String> = self.0.keys().cloned().collect();
        for problem in bad.0 {
            if !unread.contains(&problem.path) {
                self.add(&problem.path, &problem.text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_wrong_with_a_field_is_said_once() {
        let mut problems = Problems::default();
        assert!(problems.is_empty());
        problems.add("zones[0].countries", "XX is not a country.");
        problems.add("zones[0].countries", "XX is not a country.");
        problems.add("zones[0].countries", "DE is in two zones.");
        let said = "XX is not a country. DE is in two zones.";
        assert_eq!(problems.find("zones[0].countries"), Some(said));
    }
}
