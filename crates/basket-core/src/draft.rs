//! A configuration that is being edited: read from its text, changed member by member, written again. What
//! the table does not know stays in it as it was. The widget carries none of this. It must never judge what
//! stands in a draft; that is what the checks are for.

pub mod contrast;
pub mod form;
mod value;

use crate::config::table::{Group, OPTIONS, Value as Holds};
use crate::json::{self, Kind, Writer};
use alloc::{string::String, vec::Vec};
pub use value::Value;

/// A configuration that can be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    root: Value,
}

/// What stands in a page for a draft: attributes of the basket element, and the text of its script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// Options that are on and may stand as attributes.
    pub attributes: Vec<&'static str>,
    /// All the rest, as JSON with a line for each member. It cannot end the script that it stands in.
    pub json: String,
}

impl Draft {
    /// A configuration with nothing but the shop's key.
    pub fn for_key(key: &str) -> Self {
        let mut draft = Self { root: Value::Object(Vec::new()) };
        for entry in Group::Top.entries().iter().filter(|entry| entry.value == Holds::Key) {
            draft.set(&[entry.name], Some(Value::Text(key.into())));
        }
        draft
    }

    /// Reads a draft; `None` when the text is no JSON or no object, and [`crate::config::check_json`] says why.
    pub fn read(text: &str) -> Option<Self> {
        let document = json::parse(text).ok()?;
        let is_object = document.root().kind() == Kind::Object;
        is_object.then(|| Self { root: Value::from_node(document.root()) })
    }

    /// The draft as JSON, with a line for each member.
    pub fn write(&self) -> String {
        let mut writer = Writer::new();
        self.root.write(&mut writer);
        json::indented(&writer.finish())
    }

    /// What stands at a path.
    pub fn get(&self, path: &[&str]) -> Option<&Value> {
        path.iter().try_fold(&self.root, |value, name| value.get(name))
    }

    /// The text at a path; empty when there is none.
    pub fn text(&self, path: &[&str]) -> &str {
        match self.get(path) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// Puts a value at a path, or takes away what is there, and with it the objects that are empty then.
    pub fn set(&mut self, path: &[&str], value: Option<Value>) {
        match value {
            Some(value) => self.root.put(path, value),
            None => self.root.remove(path),
        }
    }

    /// The codes of the locales that have texts in it.
    pub fn locales(&self) -> Vec<&str> {
        let names = |entry: &crate::config::table::Entry| match self.get(&[entry.name]) {
            Some(Value::Object(members)) => members.iter().map(|(name, _)| name.as_str()).collect(),
            _ => Vec::new(),
        };
        let entries = Group::Top.entries();
        entries
            .iter()
            .filter(|entry| entry.value == Holds::Object(Group::Locales))
            .flat_map(names)
            .collect()
    }

    /// The language in which a basket starts that is set up like this; empty when the page decides.
    pub fn default_locale(&self) -> &str {
        let top = Group::Top.entries();
        let options = top.iter().find(|entry| entry.value == Holds::Object(Group::Options));
        let entries = Group::Options.entries();
        let locale = entries.iter().find(|entry| entry.value == Holds::LocaleCode);
        match (options, locale) {
            (Some(options), Some(locale)) => self.text(&[options.name, locale.name]).trim_ascii(),
            _ => "",
        }
    }

    /// As it is written into a page.
    pub fn element(&self) -> Element {
        let mut rest = self.clone();
        let mut attributes = Vec::new();
        for entry in Group::Top.entries() {
            if entry.value != Holds::Object(Group::Options) {
                continue;
            }
            for row in OPTIONS.iter().filter(|row| row.is_attribute) {
                let path = [entry.name, row.name];
                if self.get(&path) == Some(&Value::Flag(true)) {
                    attributes.push(row.name);
                    rest.set(&path, None);
                }
            }
        }
        // Outside of strings JSON has no such character, and inside this means the same.
        Element { attributes, json: rest.write().replace('<', "\\u003c") }
    }
}

#[cfg(test)]
mod tests;
