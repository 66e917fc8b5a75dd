//! A draft as a form: one field for each member that the table has, in the order of the table. It must never know how a
//! field looks.

use super::{Draft, Value, contrast::Scheme};
use crate::{
    config::table::{Entry, Group, NATIVE, Value as Holds},
    locale::{self, Key},
};
use alloc::{
    borrow::ToOwned,
    string::{String, ToString},
    vec,
    vec::Vec,
};

/// Stands for the shown locale in the name of a field, which is thereby the same for every locale.
const LOCALE: &str = "*";

/// The members of one object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Which object.
    pub group: Group,
    /// What the table says about it; nothing about the configuration itself.
    pub entry: Option<Entry>,
    /// Its members that are no objects.
    pub fields: Vec<Field>,
}

/// One member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Where it stands, with dots: `options.right`, `locales.*.total`.
    pub name: String,
    /// What the table says about it.
    pub entry: Entry,
    /// What is shown: a text, or `true` or `false`.
    pub value: String,
    /// What counts while nothing is written, where that can be told.
    pub fallback: String,
}

impl Field {
    /// Whether a flag is on.
    pub fn is_on(&self) -> bool {
        self.value == "true"
    }

    /// Where it stands when this locale is shown.
    fn path<'a>(&'a self, locale: &'a str) -> Vec<&'a str> {
        self.name.split('.').map(|part| if part == LOCALE { locale } else { part }).collect()
    }
}

impl Draft {
    /// All fields, with the texts of one locale.
    pub fn form(&self, locale: &str) -> Vec<Section> {
        let mut sections = Vec::new();
        self.sections(&mut sections, Group::Top, None, &[], locale);
        sections
    }

    fn sections(
        &self,
        sections: &mut Vec<Section>,
        group: Group,
        entry: Option<Entry>,
        path: &[&'static str],
        locale: &str,
    ) {
        let deeper = |name| [path, &[name]].concat();
        let entries = if group == Group::Locales {
            return self.sections(sections, Group::Locale, entry, &deeper(LOCALE), locale);
        } else {
            group.entries()
        };
        let is_field = |entry: &&Entry| !entry.value.is_object();
        let fields = entries.iter().filter(is_field);
        let fields = fields.map(|entry| self.field(*entry, &deeper(entry.name), locale)).collect();
        sections.push(Section { group, entry, fields });
        for entry in entries {
            if let Holds::Object(inner) = entry.value {
                self.sections(sections, inner, Some(entry), &deeper(entry.name), locale);
            }
        }
    }

    fn field(&self, entry: Entry, path: &[&str], locale: &str) -> Field {
        let name = path.join(".");
        let fallback = match entry.value {
            Holds::Text | Holds::Plural => {
                native(path.get(2..).unwrap_or_default(), locale).to_owned()
            }
            Holds::Style => {
                let built_in = super::contrast::built_in(entry.name, Scheme::Light);
                built_in.unwrap_or(entry.default).to_owned()
            }
            _ => entry.default.to_owned(),
        };
        let mut field = Field { name, entry, value: String::new(), fallback };
        field.value = match (entry.value, self.get(&field.path(locale))) {
            (Holds::Flag, Some(Value::Flag(flag))) => flag.to_string(),
            (Holds::Choice(_), Some(Value::Text(text))) => text.clone(),
            (Holds::Flag | Holds::Choice(_), _) => entry.default.to_owned(),
            (_, Some(Value::Text(text))) => text.clone(),
            _ => String::new(),
        };
        field
    }

    /// Takes over what was changed in the form of another draft, which may be an earlier state of this one. What is as
    /// it was shown stays as it is written here; what is empty or the default is left out. A flag is on if anything
    /// was said.
    pub fn fill<'a>(&mut self, shown: &Self, locale: &str, filled: impl Fn(&str) -> &'a str) {
        for field in shown.form(locale).iter().flat_map(|section| &section.fields) {
            let written = filled(&field.name);
            let value = match field.entry.value {
                Holds::Flag => {
                    let is_on = !written.is_empty();
                    if is_on == field.is_on() {
                        continue;
                    }
                    Some(Value::Flag(is_on)).filter(|_| is_on.to_string() != field.entry.default)
                }
                _ if one_line(&field.value) == one_line(written) => continue,
                Holds::Choice(_) if written == field.entry.default => None,
                _ if written.trim().is_empty() => None,
                _ => Some(Value::Text(written.to_owned())),
            };
            self.set(&field.path(locale), value);
        }
    }
}

/// What a control that has one line makes of a text.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], "").replace('\0', "\u{FFFD}")
}

/// The native text at a path inside a locale.
fn native(path: &[&str], locale: &str) -> &'static str {
    let key = Key::ALL.iter().position(|key| key.name().split('.').eq(path.iter().copied()));
    let lines = locale::NATIVE.iter().find(|(code, _)| *code == native_code(locale));
    let line = |(_, lines): &(&str, &'static str)| lines.split('\n').nth(key?);
    lines.and_then(line).unwrap_or_default()
}

/// The native locale whose texts serve where a locale has none of its own.
pub fn native_code(locale: &str) -> &'static str {
    let finds =
        |(native, _): &&(&str, &str)| crate::config::check::locale_code::finds(locale, native);
    NATIVE.iter().find(finds).map_or("en", |(native, _)| native)
}

/// The codes that can be chosen: the native ones with their names, then the draft's own.
pub fn locales(draft: &Draft) -> Vec<(&str, &str)> {
    let mut codes: Vec<(&str, &str)> = NATIVE.into();
    let mut own = draft.locales();
    own.extend(vec![draft.default_locale()]);
    for code in own {
        let is_new = crate::config::check::locale_code::is_code(code)
            && codes.iter().all(|(other, _)| *other != code);
        if is_new {
            codes.push((code, ""));
        }
    }
    codes
}
