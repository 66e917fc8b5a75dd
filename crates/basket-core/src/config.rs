//! What was written on the page → what it means, and what is wrong with it. Reading never fails: it gives
//! the best usable configuration. It must never look anything up in a document; the caller with the document hands
//! over what it found.

pub mod check;
pub mod closest;
// Further callers of the widget's functions change how they are compiled, and the widget has no bytes to spare.
pub mod reference;
pub mod table;

use crate::{
    diagnostic::{Code, Diagnostic},
    json::{self, Kind as JsonKind, Node},
};
use alloc::vec::Vec;
use table::{Flag, OnAdd};

/// What examples have in the place of a key.
const PLACEHOLDER: &str = "<API_KEY>";

/// The options that are on or off, a bit for each [`Flag`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flags(u32);

impl Default for Flags {
    fn default() -> Self {
        Self(1 << Flag::ShowSumTotal as u32 | 1 << Flag::Button as u32)
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

/// The key, empty when there is none; [`check`] says why.
pub fn read_key(root: Node<'_>) -> &str {
    match root.get("api_key").text().trim_ascii() {
        PLACEHOLDER => "",
        key => key,
    }
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

/// What is done when something was added.
pub fn read_on_add(root: Node<'_>) -> OnAdd {
    OnAdd::from_name(root.get("options").get("on_add").text())
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

/// What is wrong with a basket element: `{"scripts": [[is a direct child, type, text], …], "rejected": [name, …]}`, where
/// `rejected` names members of `style` that the browser does not accept.
pub fn check_element(element: Node<'_>) -> Vec<Diagnostic> {
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
    if let Some(script) = choice.chosen.and_then(|at| scripts.get(at)) {
        found.extend(check_script(script.text, element.get("rejected")));
    }
    found
}

/// What is wrong with the text of a configuration script. Without an error among it the basket can start.
pub fn check_json(text: &str) -> Vec<Diagnostic> {
    check_script(text, Node::NONE)
}

fn check_script(text: &str, rejected: Node<'_>) -> Vec<Diagnostic> {
    match json::parse(text) {
        Ok(parsed) => check::configuration(parsed.root(), text, rejected),
        Err(error) => alloc::vec![check::no_json(error, text)],
    }
}

#[cfg(test)]
mod tests;
