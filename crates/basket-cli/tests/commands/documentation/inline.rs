//! What the pages name in backticks: commands, flags, variables, events, parts and calls of the API that exist.

use super::{
    Findings,
    commands::program,
    markup,
    pages::{Page, file, pages, root},
    scripts, shell, style,
    tags::tags,
};
use crate::program::command;
use serde_json::Value;
use std::{collections::BTreeSet, fs};

/// Flags of other programs, and what is theirs.
const OTHERS: &[(&str, &str)] = &[
    ("--brand", "a custom property of the reader's own"),
    ("--cargo-arg", "cargo mutants"),
    ("--env", "docker"),
    ("--iterate", "cargo mutants"),
    ("--lib", "cargo test"),
    ("--read-only", "docker"),
    ("--shard", "cargo mutants"),
];

/// Addresses of the service that its API's description leaves out.
const OTHER_CALLS: &[&str] = &["GET /checkout/{token}/pay", "GET /metrics", "GET /readyz"];

/// Each text in backticks with its place.
fn codes() -> Vec<(String, String)> {
    let with_place = |page: Page| {
        let Page { name, codes, .. } = page;
        codes.into_iter().map(move |(line, code)| (format!("{name}:{line}"), code))
    };
    pages().into_iter().flat_map(with_place).collect()
}

/// The names in a text that start with something.
fn names<'a>(text: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    let is_name = |next: char| next.is_ascii_alphanumeric() || matches!(next, '-' | '_');
    text.match_indices(start).filter_map(move |(at, _)| {
        let is_start = !text[..at].ends_with(is_name);
        let end = text[at..].find(|next| !is_name(next)).unwrap_or(text.len() - at);
        (is_start && end > start.len()).then(|| &text[at..at + end])
    })
}

/// Has the program read a command without running it: it refuses values before it shows its help.
fn parse(words: &[String]) -> Result<(), String> {
    // A page may name a flag without its value.
    if words.last().is_none_or(|word| word.starts_with("--")) {
        return Ok(());
    }
    let fill = |word: &String| match word.as_str() {
        "EMAIL" => "ann@example.com".to_owned(),
        "NUMBER" => "1".to_owned(),
        "MONTHS" => "24".to_owned(),
        _ => word.clone(),
    };
    let output = command().args(words.iter().map(fill)).arg("--help").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(said.trim().to_owned()) }
}

fn judge(findings: Vec<String>) {
    Findings(findings).judge();
}

#[test]
fn every_command_in_backticks_exists() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (place, code) in codes() {
        let call = code.replace(['[', ']', '"'], "");
        let call = call.split(['>', '|']).next().unwrap_or_default();
        let mut words = call.split_whitespace().filter(|word| *word != "…").map(str::to_owned);
        let result = match words.next().as_deref() {
            Some("basket") => {
                let words: Vec<String> = words.collect();
                // The page speaks of any command.
                if words.first().is_some_and(|word| word == "COMMAND") {
                    continue;
                }
                program().takes(&words).and_then(|()| parse(&words))
            }
            Some("cargo") => shell::check_cargo(&words.collect::<Vec<_>>()),
            _ => continue,
        };
        count += 1;
        wrong.extend(result.err().map(|what| format!("{place}: `{code}`: {what}")));
    }
    assert!(count > 50, "only {count} commands were found");
    judge(wrong);
}

#[test]
fn every_flag_in_backticks_exists() {
    let mut flags: BTreeSet<&str> = OTHERS.iter().map(|(flag, _)| *flag).collect();
    flags.extend(program().all().iter().flat_map(|command| &command.flags).map(String::as_str));
    let properties = style::custom_properties();
    let mut wrong = Vec::new();
    for (place, code) in codes().iter().filter(|(_, code)| !code.starts_with("cargo")) {
        for flag in names(code, "--") {
            if !flags.contains(flag) && !properties.contains(flag) {
                wrong.push(format!("{place}: no command has the flag `{flag}`"));
            }
        }
    }
    judge(wrong);
}

#[test]
fn every_variable_in_backticks_is_read() {
    let mut known: BTreeSet<String> =
        program().all().iter().flat_map(|command| command.variables.clone()).collect();
    // Some have no flag, so no help lists them.
    for entry in fs::read_dir(root().join("crates/basket-cli/src")).unwrap() {
        let path = entry.unwrap().path();
        // What is in folders takes its settings from the modules above.
        if path.is_dir() {
            continue;
        }
        let source = fs::read_to_string(path).unwrap();
        known.extend(names(&source, "BASKET_").map(str::to_owned));
    }
    let mut wrong = Vec::new();
    let blocks = pages().into_iter().flat_map(|page| page.blocks);
    let texts = blocks.map(|block| (block.place(), block.text)).chain(codes());
    for (place, text) in texts {
        for name in names(&text, "BASKET_") {
            if !known.contains(name) {
                wrong.push(format!("{place}: nothing reads the variable `{name}`"));
            }
        }
    }
    judge(wrong);
}

#[test]
fn every_event_and_method_in_backticks_is_in_the_contract() {
    let mut wrong = Vec::new();
    for (place, code) in codes() {
        let named = scripts::named(&code).err();
        wrong.extend(named.map(|what| format!("{place}: `{code}`: {what}")));
    }
    judge(wrong);
}

#[test]
fn every_call_in_backticks_is_in_the_description_of_the_api() {
    let description: Value = serde_json::from_str(&file("docs/openapi.json")).unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    for (place, code) in codes() {
        let Some((method, path)) = code.split_once(" /") else { continue };
        let methods = ["GET", "PUT", "POST", "PATCH", "DELETE"];
        if !methods.contains(&method) || OTHER_CALLS.contains(&code.as_str()) {
            continue;
        }
        count += 1;
        let path = path.split(['?', ' ']).next().unwrap_or_default();
        if !is_described(&description, method, &format!("/{path}")) {
            wrong.push(format!("{place}: the API has no `{code}`"));
        }
    }
    assert!(count > 8, "only {count} calls were found");
    judge(wrong);
}

#[test]
fn markup_in_backticks_names_what_exists() {
    let mut wrong = Vec::new();
    for (place, code) in codes() {
        for tag in tags(&code) {
            let result = markup::check_tag(&tag).err();
            wrong.extend(result.map(|what| format!("{place}: `{code}`: {what}")));
        }
    }
    judge(wrong);
}

#[test]
fn json_in_backticks_can_be_read_and_configurations_are_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let mut wrong = Vec::new();
    let mut configurations = Vec::new();
    for (place, code) in
        codes().into_iter().filter(|(_, code)| code.starts_with('{') && code.contains("\":"))
    {
        match serde_json::from_str::<Value>(&code) {
            Err(error) => wrong.push(format!("{place}: `{code}`: {error}")),
            Ok(value) if value.get("api_key").is_some() => {
                let name = format!("{}.json", configurations.len());
                fs::write(folder.path().join(&name), code).unwrap();
                configurations.push((name, place));
            }
            Ok(_) => {}
        }
    }
    assert!(!configurations.is_empty());
    let names = configurations.iter().map(|(name, _)| name.as_str());
    for (name, what) in markup::check_files(folder.path(), names) {
        let place = configurations.iter().find(|(own, _)| *own == name);
        wrong.push(format!("{}: {what}", place.unwrap().1));
    }
    judge(wrong);
}

/// Whether the API's description has a call. Names in braces stand for anything, so their spelling does not matter.
pub(super) fn is_described(description: &Value, method: &str, path: &str) -> bool {
    let is_same = |described: &str| {
        let (mut ours, mut theirs) = (path.split('/'), described.split('/'));
        loop {
            match (ours.next(), theirs.next()) {
                (None, None) => return true,
                (Some(one), Some(other)) if one == other || other.starts_with('{') => {}
                _ => return false,
            }
        }
    };
    let paths = description["paths"].as_object().unwrap();
    let mut methods = paths.iter().filter(|(path, _)| is_same(path)).map(|(_, methods)| methods);
    methods.any(|methods| methods.get(method.to_ascii_lowercase()).is_some())
}
