//! What was written on the page → what it means, and what is wrong with it. Reading never fails: it gives
//! the best usable configuration. It must never look anything up in a document; whoever has the document hands
//! over what it found.

pub mod check;
pub mod closest;
pub mod reference;
pub mod table;

use crate::{
    diagnostic::{Code, Diagnostic},
    json::{self, Kind as JsonKind, Node},
};
use alloc::{borrow::ToOwned, string::String, vec::Vec};
use table::{Flag, Kind, OPTIONS};

/// What the embedder wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The shop's key.
    pub api_key: String,
    /// The options.
    pub options: Options,
}

/// The options after the cascade: default, JSON, attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// First language shown, if one was chosen.
    pub default_locale: Option<String>,
    flags: [bool; Flag::ALL.len()],
}

impl Default for Options {
    fn default() -> Self {
        Self { default_locale: None, flags: Flag::ALL.map(|flag| flag == Flag::ShowSumTotal) }
    }
}

impl Options {
    /// Whether an option is on.
    pub fn is_on(&self, flag: Flag) -> bool {
        self.flags[flag as usize]
    }
}

/// Reads a configuration and the element's attributes, an object, and notes whether the key or an option is
/// wrong; [`check`] says what. Without a usable API key there is no configuration, and the key in what is
/// returned is empty.
pub fn read(root: Node<'_>, attributes: Option<Node<'_>>, is_wrong: &mut bool) -> Config {
    let mut config = Config { api_key: String::new(), options: Options::default() };
    match api_key(root) {
        Ok(key) => key.clone_into(&mut config.api_key),
        Err(_) => *is_wrong = true,
    }
    if let Some(options) = root.get("options") {
        *is_wrong |= options.kind() != JsonKind::Object;
        for (name, value) in options.members() {
            *is_wrong |= !config.options.set(name, value);
        }
    }
    if let Some(attributes) = attributes {
        config.options.follow(attributes);
    }
    config
}

/// One script inside a basket element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Script<'a> {
    /// Whether it is a direct child of the element.
    pub is_child: bool,
    /// Its type, as written.
    pub media_type: &'a str,
    /// What stands in it.
    pub text: &'a str,
}

/// Which script counts, and what is wrong with the scripts, each time with the script it is about. The first
/// direct child of type `application/json` counts; the widget's host script chooses likewise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The place of the script that counts.
    pub chosen: Option<usize>,
    /// What is wrong, and the place of the script that it is about, unless there is none.
    pub wrong: Option<(Code, Option<usize>)>,
}

impl Choice {
    /// Chooses among all scripts inside an element.
    pub fn of(scripts: &[Script<'_>]) -> Self {
        let is_json = |script: &Script<'_>| {
            script.media_type.trim_ascii().eq_ignore_ascii_case("application/json")
        };
        let all = || scripts.iter().enumerate();
        let mut good = all().filter(|(_, script)| script.is_child && is_json(script));
        if let Some((chosen, _)) = good.next() {
            let wrong = good.next().map(|(at, _)| (Code::SCRIPT_DUPLICATE, Some(at)));
            return Self { chosen: Some(chosen), wrong };
        }
        let child = all().find(|(_, script)| script.is_child);
        let nested = all().find(|(_, script)| is_json(script));
        let wrong = match (child, nested) {
            (Some((at, _)), _) => (Code::SCRIPT_TYPE, Some(at)),
            (None, Some((at, _))) => (Code::SCRIPT_NOT_CHILD, Some(at)),
            (None, None) => (Code::SCRIPT_MISSING, None),
        };
        Self { chosen: None, wrong: Some(wrong) }
    }
}

/// Reads a basket element: `{"scripts": [[is a direct child, type, text], …], "attributes": {name:
/// value}}`.
pub fn read_element(element: Node<'_>) -> (Option<Config>, Vec<Diagnostic>) {
    let scripts = element.get("scripts").into_iter().flat_map(Node::items);
    let scripts: Vec<_> = scripts
        .map(|script| Script {
            is_child: script.at(0).and_then(Node::flag) == Some(true),
            media_type: script.at(1).and_then(Node::text).unwrap_or_default(),
            text: script.at(2).and_then(Node::text).unwrap_or_default(),
        })
        .collect();
    let choice = Choice::of(&scripts);
    // What is wrong with a script itself has no place in its text.
    let mut found: Vec<_> = choice.wrong.iter().map(|(code, _)| Diagnostic::of(*code)).collect();
    let chosen = choice.chosen.and_then(|at| scripts.get(at));
    let config = chosen.and_then(|script| {
        let (config, inside) = read_json(script.text, element.get("attributes"));
        found.extend(inside);
        config
    });
    (config, found)
}

/// Reads the text of a configuration script, and the element's attributes if there are any.
pub fn read_json(text: &str, attributes: Option<Node<'_>>) -> (Option<Config>, Vec<Diagnostic>) {
    match json::parse(text) {
        Ok(parsed) => {
            let config = read(parsed.root(), attributes, &mut false);
            let found = check::configuration(parsed.root(), text);
            ((!config.api_key.is_empty()).then_some(config), found)
        }
        Err(error) => (None, alloc::vec![check::no_json(error, text)]),
    }
}

/// The key, or what is wrong with it; also that there can be none.
fn api_key(root: Node<'_>) -> Result<&str, Code> {
    if root.kind() != JsonKind::Object {
        return Err(Code::JSON_NOT_OBJECT);
    }
    let Some(key) = root.present("api_key") else { return Err(Code::API_KEY_MISSING) };
    match key.text().map(str::trim_ascii) {
        None => Err(Code::API_KEY_TYPE),
        Some("") => Err(Code::API_KEY_MISSING),
        Some("<API_KEY>") => Err(Code::API_KEY_PLACEHOLDER),
        Some(key) => Ok(key),
    }
}

impl Options {
    /// Sets an option; false when there is none of that name, or it cannot be that.
    fn set(&mut self, name: Node<'_>, value: Node<'_>) -> bool {
        let Some(row) = OPTIONS.iter().find(|row| name.is(row.name)) else { return false };
        match (row.kind, value.flag()) {
            (Kind::Flag(flag), Some(on)) => self.flags[flag as usize] = on,
            (Kind::Locale, _) if matches!(value.kind(), JsonKind::String | JsonKind::Null) => {
                self.default_locale = value.text().map(ToOwned::to_owned);
            }
            _ => return false,
        }
        true
    }

    /// `right="false"` switches off; any other value, or none, switches on.
    fn follow(&mut self, attributes: Node<'_>) {
        for row in OPTIONS.iter().filter(|row| row.is_attribute) {
            if let (Kind::Flag(flag), Some(value)) = (row.kind, attributes.present(row.name)) {
                let value = value.text().unwrap_or_default();
                self.flags[flag as usize] = !value.trim_ascii().eq_ignore_ascii_case("false");
            }
        }
    }
}

#[cfg(test)]
mod tests;
