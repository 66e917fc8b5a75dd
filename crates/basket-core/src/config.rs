//! What was written on the page → what it means, and what is wrong with it. Reading never fails: it gives
//! the best usable configuration. It must never look anything up in a document; whoever has the document hands
//! over what it found.

pub mod check;
pub mod closest;
// Whoever else calls what the widget calls changes how that is compiled, and the widget has no bytes to spare.
#[cfg(not(target_family = "wasm"))]
pub mod draft;
pub mod reference;
pub mod table;

use crate::{
    diagnostic::{Code, Diagnostic},
    json::{self, Kind as JsonKind, Node},
};
use alloc::{borrow::ToOwned, string::String, vec::Vec};
use table::Flag;

/// What the embedder wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The shop's key.
    pub api_key: String,
    /// The options.
    pub options: Options,
}

/// The options after the cascade: default, JSON, attribute.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// First language shown, if one was chosen.
    pub default_locale: Option<String>,
    /// Those that are on or off.
    pub flags: Flags,
}

impl Options {
    /// Whether an option is on.
    pub fn is_on(&self, flag: Flag) -> bool {
        self.flags.is_on(flag)
    }
}

/// The options that are on or off, a bit for each [`Flag`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flags(u32);

impl Default for Flags {
    fn default() -> Self {
        Self(1 << Flag::ShowSumTotal as u32)
    }
}

impl Flags {
    /// Whether an option is on.
    pub fn is_on(self, flag: Flag) -> bool {
        self.0 >> flag as u32 & 1 == 1
    }

    fn set(&mut self, flag: Flag, is_on: bool) {
        let bit = 1 << flag as u32;
        self.0 = if is_on { self.0 | bit } else { self.0 & !bit };
    }
}

/// Reads a whole configuration and the element's attributes, an object. Without a usable API key the key in
/// what is returned is empty.
pub fn read(root: Node<'_>, attributes: Node<'_>) -> Config {
    let locale = root.get("options").get("default_locale").string();
    Config {
        api_key: read_key(root).to_owned(),
        options: Options {
            default_locale: locale.map(ToOwned::to_owned),
            flags: read_flags(root, attributes),
        },
    }
}

/// The key, empty when there is none; [`check`] says why.
pub fn read_key(root: Node<'_>) -> &str {
    api_key(root).unwrap_or_default()
}

/// The options that are on or off. An attribute that says `false` switches off; any other value, or none, switches
/// on.
pub fn read_flags(root: Node<'_>, attributes: Node<'_>) -> Flags {
    let mut flags = Flags::default();
    let options = root.get("options");
    for &flag in &Flag::ALL {
        let attribute = attributes.get(flag.name());
        let is_on = if flag.is_attribute() && !attribute.is_null() {
            Some(!attribute.text().trim_ascii().eq_ignore_ascii_case("false"))
        } else {
            options.get(flag.name()).flag()
        };
        if let Some(is_on) = is_on {
            flags.set(flag, is_on);
        }
    }
    flags
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
    /// The index of the script that counts.
    pub chosen: Option<usize>,
    /// What is wrong, and the index of the script that it is about, unless there is none.
    pub wrong: Option<(Code, Option<usize>)>,
}

impl Choice {
    /// Chooses among all scripts inside an element.
    pub fn from_scripts(scripts: &[Script<'_>]) -> Self {
        let is_json = |script: &Script<'_>| {
            script.media_type.trim_ascii().eq_ignore_ascii_case("application/json")
        };
        let all = || scripts.iter().enumerate();
        let mut good = all().filter(|(_, script)| script.is_child && is_json(script));
        if let Some((chosen, _)) = good.next() {
            let wrong = good.next().map(|(at, _)| (Code::ScriptDuplicate, Some(at)));
            return Self { chosen: Some(chosen), wrong };
        }
        let child = all().find(|(_, script)| script.is_child);
        let nested = all().find(|(_, script)| is_json(script));
        let wrong = match (child, nested) {
            (Some((at, _)), _) => (Code::ScriptType, Some(at)),
            (None, Some((at, _))) => (Code::ScriptNotChild, Some(at)),
            (None, None) => (Code::ScriptMissing, None),
        };
        Self { chosen: None, wrong: Some(wrong) }
    }
}

/// Reads a basket element: `{"scripts": [[is a direct child, type, text], …], "attributes": {name:
/// value}, "rejected": [name, …]}`, where `rejected` names members of `style` that the browser does not accept.
pub fn read_element(element: Node<'_>) -> (Option<Config>, Vec<Diagnostic>) {
    let scripts = element.get("scripts").items();
    let scripts: Vec<_> = scripts
        .map(|script| Script {
            is_child: script.at(0).kind() == JsonKind::True,
            media_type: script.at(1).text(),
            text: script.at(2).text(),
        })
        .collect();
    let choice = Choice::from_scripts(&scripts);
    // What is wrong with a script itself has no place in its text.
    let mut found: Vec<_> = choice.wrong.iter().map(|(code, _)| Diagnostic::new(*code)).collect();
    let chosen = choice.chosen.and_then(|at| scripts.get(at));
    let config = chosen.and_then(|script| {
        let (config, inside) =
            read_script(script.text, element.get("attributes"), element.get("rejected"));
        found.extend(inside);
        config
    });
    (config, found)
}

/// Reads the text of a configuration script, and the element's attributes if there are any.
pub fn read_json(text: &str, attributes: Option<Node<'_>>) -> (Option<Config>, Vec<Diagnostic>) {
    read_script(text, attributes.unwrap_or(Node::NONE), Node::NONE)
}

fn read_script(
    text: &str,
    attributes: Node<'_>,
    rejected: Node<'_>,
) -> (Option<Config>, Vec<Diagnostic>) {
    match json::parse(text) {
        Ok(parsed) => {
            let config = read(parsed.root(), attributes);
            let found = check::configuration(parsed.root(), text, rejected);
            ((!config.api_key.is_empty()).then_some(config), found)
        }
        Err(error) => (None, alloc::vec![check::no_json(error, text)]),
    }
}

/// The key, or what is wrong with it; also that there can be none.
fn api_key(root: Node<'_>) -> Result<&str, Code> {
    if root.kind() != JsonKind::Object {
        return Err(Code::JsonNotObject);
    }
    let key = root.get("api_key");
    if !key.is_null() && key.kind() != JsonKind::String {
        return Err(Code::ApiKeyType);
    }
    match key.text().trim_ascii() {
        "" => Err(Code::ApiKeyMissing),
        "<API_KEY>" => Err(Code::ApiKeyPlaceholder),
        key => Ok(key),
    }
}

#[cfg(test)]
mod tests;
