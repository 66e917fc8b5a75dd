//! What is wrong with a configuration: every member at every level against the table. It must never
//! decide what a configuration means; reading it does not depend on what is said here.

pub mod contrast;
pub mod locale_code;
pub mod style;

use super::{
    PLACEHOLDER,
    closest::closest,
    table::{Entry, GROUPS, Group, NATIVE, TEXT_ON, Value},
};
use crate::{
    diagnostic::{Code, Diagnostic},
    json::{self, Kind, Node, line_column},
};
use alloc::{borrow::ToOwned, collections::BTreeSet, format, string::String, vec::Vec};

/// How many characters of what was written are shown.
const EXCERPT: usize = 40;

/// What is wrong with a configuration that was read from this text, in the order of the text. A browser may have
/// rejected some members of `style`, whose names these are.
pub fn configuration(root: Node<'_>, text: &str, rejected: Node<'_>) -> Vec<Diagnostic> {
    let mut check = Check { text, rejected, found: Vec::new() };
    if let Some(code) = key_problem(root) {
        let key = root.get("api_key");
        let path = if code == Code::JsonNotObject { "" } else { "api_key" };
        let diagnostic = check.report(code, path, if key.exists() { key } else { root });
        if !key.exists() && code == Code::ApiKeyMissing {
            // What is shown is the object that lacks it, which was not written wrongly.
            diagnostic.found.clear();
        }
    }
    check.object(Group::Top, "", root);
    check.default_locale(root);
    check.contrast(root);
    check.found.sort_by_key(|diagnostic| diagnostic.start);
    locate(&mut check.found, text);
    check.found
}

/// Why there is no key, or could be none; `None` when there is one.
fn key_problem(root: Node<'_>) -> Option<Code> {
    if root.kind() != Kind::Object {
        return Some(Code::JsonNotObject);
    }
    let key = root.get("api_key");
    if !key.is_null() && key.kind() != Kind::String {
        return Some(Code::ApiKeyType);
    }
    match key.text().trim_ascii() {
        "" => Some(Code::ApiKeyMissing),
        PLACEHOLDER => Some(Code::ApiKeyPlaceholder),
        _ => None,
    }
}

/// Gives each its line and column; one walk over the text serves for all.
fn locate(found: &mut [Diagnostic], text: &str) {
    let (mut line, mut column, mut at) = (1, 1, 0);
    for diagnostic in found {
        let (lines, columns) =
            line_column(text.get(at..).unwrap_or_default(), diagnostic.start - at);
        column = if lines > 1 { columns } else { column + columns - 1 };
        line += lines - 1;
        at = diagnostic.start;
        (diagnostic.line, diagnostic.column) = (line, column);
    }
}

/// Why a text is no JSON, with what its author most likely did.
pub fn no_json(error: json::Error, text: &str) -> Diagnostic {
    let mut check = Check { text, rejected: Node::NONE, found: Vec::new() };
    let problem = error.likely_problem(text);
    let end = char_end(text, error.at);
    let mut diagnostic = check.push(Code::JsonInvalid, "", error.at, end).clone();
    diagnostic.problem = Some(problem);
    (diagnostic.line, diagnostic.column) = line_column(text, error.at);
    diagnostic
}

struct Check<'a> {
    text: &'a str,
    rejected: Node<'a>,
    found: Vec<Diagnostic>,
}

impl Check<'_> {
    fn report(&mut self, code: Code, path: &str, node: Node<'_>) -> &mut Diagnostic {
        let start = node.offset();
        self.push(code, path, start, value_end(self.text, start))
    }

    fn push(&mut self, code: Code, path: &str, start: usize, end: usize) -> &mut Diagnostic {
        let found = excerpt(self.text.get(start..end).unwrap_or_default());
        let path = path.to_owned();
        let diagnostic = Diagnostic { found, path, start, end, ..Diagnostic::new(code) };
        self.found.push(diagnostic);
        // The vector has just got an element.
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    /// The members of an object, by their group's names.
    fn object(&mut self, group: Group, path: &str, object: Node<'_>) {
        let entries = group.entries();
        let mut names = BTreeSet::new();
        for (name_node, value) in object.members() {
            let name = name_node.text();
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            if !names.insert(name) {
                self.report(Code::DuplicateMember, &path, name_node);
            }
            if group == Group::Locales {
                self.locale(&path, name_node, value);
            } else if let Some(entry) = entries.iter().find(|entry| entry.name == name) {
                self.value(*entry, &path, value);
            } else {
                let help = unknown_help(group, name, &entries);
                self.report(Code::UnknownMember, &path, name_node).help = help;
            }
        }
    }

    fn locale(&mut self, path: &str, name: Node<'_>, value: Node<'_>) {
        if !locale_code::is_code(name.text()) {
            self.report(Code::LocaleCode, path, name);
        }
        let expected = Value::Object(Group::Locale);
        if self.has_type(expected, path, value) {
            self.object(Group::Locale, path, value);
        }
    }

    fn value(&mut self, entry: Entry, path: &str, value: Node<'_>) {
        // The key has codes of its own.
        if entry.value == Value::Key || !self.has_type(entry.value, path, value) {
            return;
        }
        let text = value.text();
        match entry.value {
            Value::Object(group) => self.object(group, path, value),
            Value::Texts => {
                for (name, text) in value.members() {
                    self.has_type(Value::Text, &format!("{path}.{}", name.text()), text);
                }
            }
            Value::Style => {
                let is_rejected = || self.rejected.items().any(|name| name.is(entry.name));
                let rejected = || is_rejected().then_some("The browser does not accept it here.");
                if let Some(problem) = style::problem(text).or_else(rejected) {
                    self.report(Code::StyleValue, path, value).detail.push_str(problem);
                }
            }
            Value::Choice(names) => {
                if !names.contains(&text) {
                    let known = list(names.iter().copied());
                    self.report(Code::ChoiceUnknown, path, value).help =
                        format!("Write one of {known}.");
                }
            }
            Value::Plural => {
                // The path is `locales.CODE…`; a code has no dot.
                let most = locale_code::most_forms(path.split('.').nth(1).unwrap_or_default());
                let count = text.split('|').count();
                if count > most {
                    self.report(Code::PluralForms, path, value).detail =
                        format!("There are {count} forms, at most {most} make sense.");
                }
            }
            Value::Key | Value::Flag | Value::LocaleCode | Value::Text | Value::Marker => {}
        }
    }

    fn has_type(&mut self, expected: Value, path: &str, value: Node<'_>) -> bool {
        let kind = value.kind();
        let is_right = match expected {
            Value::Flag => matches!(kind, Kind::True | Kind::False),
            Value::Object(_) | Value::Texts => kind == Kind::Object,
            Value::LocaleCode => matches!(kind, Kind::String | Kind::Null),
            Value::Key
            | Value::Choice(_)
            | Value::Style
            | Value::Text
            | Value::Plural
            | Value::Marker => kind == Kind::String,
        };
        if !is_right {
            let diagnostic = self.report(Code::WrongType, path, value);
            diagnostic.detail = format!("Expected {}, found {}.", expected.expected(), name(kind));
            diagnostic.help = type_help(expected, value).unwrap_or_default();
        }
        is_right
    }

    /// `default_locale` must be a code, and one that finds a native or added locale.
    fn default_locale(&mut self, root: Node<'_>) {
        let value = root.get("options").get("default_locale");
        let Some(code) = value.string() else { return };
        let path = "options.default_locale";
        if !locale_code::is_code(code.trim_ascii()) {
            self.report(Code::LocaleCode, path, value);
            return;
        }
        let mut added = root.get("locales").members().map(|(name, _)| name.text());
        let is_known =
            NATIVE.iter().any(|(native, _)| locale_code::finds(code.trim_ascii(), native))
                || added.any(|added| locale_code::finds(code.trim_ascii(), added));
        if !is_known {
            let native = list(NATIVE.iter().map(|(native, _)| *native));
            self.report(Code::LocaleUnknown, path, value).help =
                format!("Native are {native}; add others under `locales`.");
        }
    }

    /// Texts must be readable on what they stand on, where both are set.
    fn contrast(&mut self, root: Node<'_>) {
        let style = root.get("style");
        for (text, grounds) in TEXT_ON {
            let value = style.get(text);
            let Some(ground) = grounds.iter().find(|ground| style.get(ground).exists()) else {
                continue;
            };
            let (letters, colour) = (value.text(), style.get(ground).text());
            if let Some(tenths) = contrast::tenths(letters, colour).filter(|tenths| *tenths < 45) {
                let (whole, rest) = (tenths / 10, tenths % 10);
                self.report(Code::StyleContrast, &format!("style.{text}"), value).detail =
                    format!("On `{ground}` it is {whole}.{rest}:1.");
            }
        }
    }
}

/// What to do about a name that means nothing where it stands.
fn unknown_help(group: Group, name: &str, entries: &[Entry]) -> String {
    let known = || entries.iter().map(|entry| entry.name);
    if let Some(closest) = closest(name, known()) {
        return format!("Did you mean `{closest}`?");
    }
    if let Some(other) = GROUPS.iter().find(|other| other.find(name).is_some()) {
        let is_nested = matches!(other, Group::Texts(_));
        let (start, end) = if is_nested { ("in `", "`") } else { ("", "") };
        return format!("It belongs {start}{}{end}.", other.location());
    }
    if group == Group::Locale {
        return "The reference lists the keys of a locale.".to_owned();
    }
    format!("Known here: {}.", list(known()))
}

/// Names in a row: `a`, `b`.
fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// What to write instead, where it can be told.
fn type_help(expected: Value, value: Node<'_>) -> Option<String> {
    match (expected, value.kind()) {
        (Value::Flag, Kind::String) => {
            let text = value.text().trim_ascii();
            let is_flag = text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false");
            is_flag.then(|| format!("Write `{}` without quotes.", text.to_ascii_lowercase()))
        }
        (Value::Style | Value::Text | Value::Plural, Kind::Number) => {
            Some("Put it into quotes.".to_owned())
        }
        (
            Value::Style
            | Value::Text
            | Value::Plural
            | Value::Flag
            | Value::Choice(_)
            | Value::Object(_)
            | Value::Texts,
            Kind::Null,
        ) => Some("Leave the member out to take the default.".to_owned()),
        _ => None,
    }
}

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "`null`",
        Kind::True => "`true`",
        Kind::False => "`false`",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
    }
}

/// Where the value that starts here ends; of an object or array only its bracket, since all of it would be
/// too much to point at.
fn value_end(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let mut is_escaped = false;
    let len = match rest.as_bytes().first() {
        Some(b'"') => rest.bytes().skip(1).position(|byte| {
            let is_end = byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            is_end
        }),
        Some(b'{' | b'[') => return char_end(text, start),
        _ => {
            let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
            return start + rest.bytes().take_while(|byte| is_part(*byte)).count();
        }
    };
    len.map_or(text.len(), |len| start + len + 2)
}

fn char_end(text: &str, start: usize) -> usize {
    let letter = text.get(start..).unwrap_or_default().chars().next();
    start + letter.map_or(0, char::len_utf8)
}

/// What was written, as far as it is short.
fn excerpt(written: &str) -> String {
    let mut excerpt: String = written.chars().take(EXCERPT).collect();
    if excerpt.len() < written.len() {
        excerpt.push('…');
    }
    excerpt
}
