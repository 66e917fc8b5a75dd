//! What was written on the page → what it means. Reading never fails: it gives the best usable
//! configuration and says what was wrong. It must never look anything up in a
//! document; the shell hands over what it found.

pub mod table;

use crate::{
    diagnostic::{Code, Diagnostic},
    json::{self, Kind as JsonKind, Node, line_column},
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

/// Takes down what is wrong with a configuration.
///
/// The widget only wants to know whether anything is, since its page pays for every word; the words
/// are in a second module that is loaded when there is something to explain.
pub trait Report {
    /// Something is wrong with the member at `path`, which stood at this byte.
    fn report(&mut self, code: Code, path: &[&str], at: usize);
}

/// What was found wrong with one element.
#[derive(Debug, Default)]
pub struct Findings {
    /// All of it, in the order found.
    pub found: Vec<Diagnostic>,
    /// The script it stood in.
    text: String,
}

impl Report for Findings {
    fn report(&mut self, code: Code, path: &[&str], at: usize) {
        let (line, column) = line_column(&self.text, at);
        self.found.push(Diagnostic { code, problem: None, path: path.join("."), line, column });
    }
}

/// Whether anything is wrong at all.
impl Report for bool {
    fn report(&mut self, _: Code, _: &[&str], _: usize) {
        *self = true;
    }
}

/// Reads a configuration and the element's attributes, an object. Without a usable API key there is no
/// configuration, and the key in what is returned is empty.
pub fn read(root: Node<'_>, attributes: Option<Node<'_>>, found: &mut impl Report) -> Config {
    let mut config = Config { api_key: String::new(), options: Options::default() };
    config.read(root, found);
    if let Some(attributes) = attributes {
        config.options.follow(attributes);
    }
    config
}

/// Reads a basket element: `{"scripts": [[is a direct child, type, text], …], "attributes": {name:
/// value}}`. The first direct child of type `application/json` counts; the widget's host script makes
/// the same choice with a selector.
pub fn read_element(element: Node<'_>, findings: &mut Findings) -> Option<Config> {
    let mut wrong = Code::SCRIPT_MISSING;
    let mut chosen = None;
    let mut simply = |code| {
        // What is wrong with the script itself has no place in its text.
        let (path, line, column) = (String::new(), 0, 0);
        findings.found.push(Diagnostic { code, problem: None, path, line, column });
    };
    for script in element.get("scripts").into_iter().flat_map(Node::items) {
        let is_child = script.at(0).and_then(Node::flag) == Some(true);
        let media_type = script.at(1).and_then(Node::text).unwrap_or_default();
        let is_json = media_type.trim_ascii().eq_ignore_ascii_case("application/json");
        if is_child && is_json && chosen.is_some() {
            simply(Code::SCRIPT_DUPLICATE);
            break;
        } else if is_child && is_json {
            chosen = script.at(2).and_then(Node::text);
        } else if is_child {
            wrong = Code::SCRIPT_TYPE;
        } else if is_json && wrong != Code::SCRIPT_TYPE {
            wrong = Code::SCRIPT_NOT_CHILD;
        }
    }
    let Some(text) = chosen else {
        simply(wrong);
        return None;
    };
    text.clone_into(&mut findings.text);
    match json::parse(text) {
        Ok(parsed) => {
            let config = read(parsed.root(), element.get("attributes"), findings);
            (!config.api_key.is_empty()).then_some(config)
        }
        Err(error) => {
            findings.report(Code::JSON_INVALID, &[], error.at);
            if let Some(diagnostic) = findings.found.last_mut() {
                diagnostic.problem = Some(error.likely_problem(text));
            }
            None
        }
    }
}

impl Config {
    fn read(&mut self, root: Node<'_>, found: &mut impl Report) {
        if root.kind() != JsonKind::Object {
            return found.report(Code::JSON_NOT_OBJECT, &[], root.place());
        }
        let key = root.get("api_key");
        let text = key.and_then(Node::text).map(str::trim_ascii);
        let code = match (text, key.map(Node::kind)) {
            (Some("") | None, None | Some(JsonKind::String | JsonKind::Null)) => {
                Code::API_KEY_MISSING
            }
            (Some("<API_KEY>"), _) => Code::API_KEY_PLACEHOLDER,
            (None, _) => Code::API_KEY_TYPE,
            (Some(text), _) => {
                self.api_key = text.into();
                Code::API_KEY_MISSING
            }
        };
        if self.api_key.is_empty() {
            found.report(code, &["api_key"], key.map_or(root.place(), Node::place));
        }
        let Some(options) = root.get("options") else { return };
        if options.kind() != JsonKind::Object {
            found.report(Code::WRONG_TYPE, &["options"], options.place());
        }
        for (name, value) in options.members() {
            if let Err(code) = self.options.set(name, value) {
                found.report(code, &["options", name.text().unwrap_or_default()], value.place());
            }
        }
    }
}

impl Options {
    fn set(&mut self, name: Node<'_>, value: Node<'_>) -> Result<(), Code> {
        let row = OPTIONS.iter().find(|row| name.is(row.name));
        match (row.ok_or(Code::UNKNOWN_MEMBER)?.kind, value.flag()) {
            (Kind::Flag(flag), Some(on)) => self.flags[flag as usize] = on,
            (Kind::Locale, _) if matches!(value.kind(), JsonKind::String | JsonKind::Null) => {
                self.default_locale = value.text().map(ToOwned::to_owned);
            }
            _ => return Err(Code::WRONG_TYPE),
        }
        Ok(())
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
