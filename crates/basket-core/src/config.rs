//! What was written on the page → what it means. Reading never fails: it gives the best usable
//! configuration and says what was wrong. It must never look anything up in a
//! document; the shell hands over what it found.

pub mod table;

use crate::{
    diagnostic::{Code, Diagnostic},
    json::{self, Kind as JsonKind, Node, Problem, line_column},
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
    /// Something is wrong with the member at `path`, at this byte of `text`.
    fn report(
        &mut self,
        code: Code,
        problem: Option<Problem>,
        path: &[&str],
        text: &str,
        at: usize,
    );
}

impl Report for Vec<Diagnostic> {
    fn report(
        &mut self,
        code: Code,
        problem: Option<Problem>,
        path: &[&str],
        text: &str,
        at: usize,
    ) {
        let (line, column) = if text.is_empty() { (0, 0) } else { line_column(text, at) };
        self.push(Diagnostic { code, problem, path: path.join("."), line, column });
    }
}

/// Whether anything is wrong at all.
impl Report for bool {
    fn report(&mut self, _: Code, _: Option<Problem>, _: &[&str], _: &str, _: usize) {
        *self = true;
    }
}

/// Reads a basket element as the shell found it: `{"scripts": [[is a direct child, type, text], …],
/// "attributes": {name: value}}`. Without a usable API key there is no configuration, and the key in
/// what is returned is empty.
pub fn read(element: Node<'_>, found: &mut impl Report) -> Config {
    let mut config = Config { api_key: String::new(), options: Options::default() };
    let text = choose_script(element, found);
    if !text.is_empty() {
        match json::parse(&text) {
            Ok(document) => config.read(document.root(), &text, found),
            Err(error) => {
                found.report(Code::JSON_INVALID, Some(error.problem), &[], &text, error.at);
            }
        }
    }
    if let Some(attributes) = element.get("attributes") {
        config.options.follow(attributes);
    }
    config
}

/// The text of the first script that counts; empty when none does.
fn choose_script(element: Node<'_>, found: &mut impl Report) -> String {
    let mut wrong = Code::SCRIPT_MISSING;
    let mut chosen = String::new();
    for script in element.get("scripts").into_iter().flat_map(Node::items) {
        let is_child = script.at(0).and_then(Node::flag) == Some(true);
        let media_type = script.at(1).and_then(Node::text).unwrap_or_default();
        let is_json = media_type.trim_ascii().eq_ignore_ascii_case("application/json");
        if is_child && is_json {
            if !chosen.is_empty() {
                found.report(Code::SCRIPT_DUPLICATE, None, &[], "", 0);
                break;
            }
            // An empty script is no JSON, and a blank says so to the reader.
            chosen = script.at(2).and_then(Node::text).unwrap_or_default();
            chosen.push(' ');
        } else if is_child {
            wrong = Code::SCRIPT_TYPE;
        } else if is_json && wrong != Code::SCRIPT_TYPE {
            wrong = Code::SCRIPT_NOT_CHILD;
        }
    }
    if chosen.is_empty() {
        found.report(wrong, None, &[], "", 0);
    }
    chosen
}

impl Config {
    fn read(&mut self, root: Node<'_>, text: &str, found: &mut impl Report) {
        if root.kind() != JsonKind::Object {
            return found.report(Code::JSON_NOT_OBJECT, None, &[], text, root.start());
        }
        let key = root.get("api_key");
        let at = key.map_or(root.start(), Node::start);
        match key.map(|key| (key.kind(), key.text().unwrap_or_default())) {
            Some((JsonKind::String, key)) if key.trim_ascii() == "<API_KEY>" => {
                found.report(Code::API_KEY_PLACEHOLDER, None, &["api_key"], text, at);
            }
            Some((JsonKind::String, key)) if !key.trim_ascii().is_empty() => {
                key.trim_ascii().clone_into(&mut self.api_key);
            }
            None | Some((JsonKind::String | JsonKind::Null, _)) => {
                found.report(Code::API_KEY_MISSING, None, &["api_key"], text, at);
            }
            Some(_) => found.report(Code::API_KEY_TYPE, None, &["api_key"], text, at),
        }
        let Some(options) = root.get("options") else { return };
        if options.kind() != JsonKind::Object {
            found.report(Code::WRONG_TYPE, None, &["options"], text, options.start());
        }
        for (name, value) in options.members() {
            if let Err(code) = self.options.set(name, value) {
                let name = name.text().unwrap_or_default();
                found.report(code, None, &["options", &name], text, value.start());
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
                self.default_locale = value.text();
            }
            _ => return Err(Code::WRONG_TYPE),
        }
        Ok(())
    }

    /// `right="false"` switches off; any other value, or none, switches on.
    fn follow(&mut self, attributes: Node<'_>) {
        for row in OPTIONS.iter().filter(|row| row.is_attribute) {
            if let (Kind::Flag(flag), Some(value)) = (row.kind, attributes.get(row.name)) {
                let value = value.text().unwrap_or_default();
                self.flags[flag as usize] = !value.trim_ascii().eq_ignore_ascii_case("false");
            }
        }
    }
}

#[cfg(test)]
mod tests;
