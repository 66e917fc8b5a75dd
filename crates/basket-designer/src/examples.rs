//! An example of each member of a configuration, for pictures and live baskets in the documentation. It must never know
//! the name of a member: the examples are made from the core's table.

use basket_core::{
    config::{
        check_json,
        table::{Entry, Group, Value as Holds},
    },
    draft::{Draft, form::Field},
};
use serde_json::{Value, json};

/// The key of the demo shop, which examples have.
pub const KEY: &str = "pk_demo";

/// What an example may look like; the first that the core finds nothing wrong with is taken. Strong ones show best, but
/// text has to be readable on a surface.
const COLOURS: [&str; 3] = ["#6d28d9", "#fde68a", "#f3e8ff"];

/// A member with a value of its own.
#[derive(Debug)]
pub struct Example {
    /// What the table says about the member.
    pub entry: Entry,
    /// Where it stands, as `options.tinted`.
    pub path: String,
    /// The whole configuration, as JSON in one line.
    pub config: String,
}

impl Example {
    fn new(entry: Entry, path: &[&str], value: &Value) -> Self {
        let nested = path.iter().rev().fold(value.clone(), |inner, name| json!({ *name: inner }));
        let mut config = json!({ "api_key": KEY });
        if let (Some(config), Value::Object(nested)) = (config.as_object_mut(), nested) {
            config.extend(nested);
        }
        Self { entry, path: path.join("."), config: config.to_string() }
    }

    fn is_fine(&self) -> bool {
        check_json(&self.config).is_empty()
    }
}

/// An example of each option.
pub fn options() -> Vec<Example> {
    let of_entry = |entry: Entry| {
        let value = match entry.value {
            Holds::Flag => json!(entry.default != "true"),
            Holds::LocaleCode => json!("de"),
            Holds::Choice(names) => {
                json!(names.iter().find(|name| entry.default.trim_matches('`') != **name))
            }
            _ => Value::Null,
        };
        Example::new(entry, &["options", entry.name], &value)
    };
    Group::Options.entries().into_iter().map(of_entry).collect()
}

/// An example of each style member.
pub fn style() -> Vec<Example> {
    let of_entry = |entry: Entry| {
        let values: &[&str] = match entry.property {
            "border" => &["2px solid #6d28d9"],
            "border-radius" => &["0"],
            "box-shadow" => &["0 12px 48px #6d28d9"],
            "font-family" => &["Georgia, serif"],
            "font-weight" => &["700"],
            _ => &COLOURS,
        };
        let with = |value: &&str| Example::new(entry, &["style", entry.name], &json!(value));
        values.iter().map(with).find(Example::is_fine).unwrap_or_else(|| with(&values[0]))
    };
    Group::Style.entries().into_iter().map(of_entry).collect()
}

/// An example of each text: the English one with a star, so that it is seen where it stands.
pub fn texts() -> Vec<Example> {
    let sections = Draft::for_key(KEY).form("en");
    let of_field = |group: Group, field: Field| {
        let starred: Vec<_> =
            field.fallback.split('|').map(|form| format!("★ {}", form.trim())).collect();
        let text = json!(starred.join(" | "));
        let (name, entry) = (field.entry.name, field.entry);
        match group {
            Group::Texts(object) => Example::new(entry, &["locales", "en", object, name], &text),
            _ => Example::new(entry, &["locales", "en", name], &text),
        }
    };
    let is_text = |group| matches!(group, Group::Locale | Group::Texts(_));
    sections
        .into_iter()
        .filter(|section| is_text(section.group))
        .flat_map(|section| section.fields.into_iter().map(move |field| (section.group, field)))
        .map(|(group, field)| of_field(group, field))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_has_an_example_that_is_fine_and_not_the_default() {
        let default = Example::new(Group::Top.entries()[0], &["api_key"], &json!(KEY));
        let examples = [options(), style(), texts()].into_iter().flatten().collect::<Vec<_>>();
        assert!(examples.len() > 60, "{}", examples.len());
        for example in examples {
            let found = check_json(&example.config);
            assert!(found.is_empty(), "{}: {found:?}", example.config);
            assert_ne!(example.config, default.config);
        }
    }
}
