//! JavaScript, TypeScript and Python: each is read by the program that would run it, and names only what exists. Whole
//! programs that call the API are run in [`super::shell`].

use super::{Block, Findings, blocks, node, pages::file};
use basket_core::contract::{EVENTS, METHODS, STORAGE};
use std::{fs, path::Path, process::Command};

pub(super) const LANGUAGES: &[&str] = &["js", "ts", "python"];

/// Members of `window.ServiceBasket` that are no methods of the contract's table.
const MEMBERS: &[&str] = &["cart", "early", "push", "ready", "version"];

/// Where the files of exactly this version are.
const PINNED: &str = concat!("/v", env!("CARGO_PKG_VERSION"));

/// The names behind each place where a text has something.
fn behind<'a>(text: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    let is_name = |next: char| next.is_ascii_alphanumeric() || matches!(next, '-' | '_');
    text.split(start)
        .skip(1)
        .map(move |rest| rest.find(|next| !is_name(next)).map_or(rest, |end| &rest[..end]))
}

/// Whether methods, events and entries in the storage that a text names are in the contract.
pub(super) fn named(text: &str) -> Result<(), String> {
    let has_method = |name: &str| METHODS.iter().any(|method| method.name == name);
    // Without a name behind it, the script puts one together.
    let names = behind(text, "ServiceBasket.").filter(|name| !name.is_empty());
    let calls = behind(text, "push([\"");
    for name in names.chain(calls) {
        // `service-basket.d.ts` is a file.
        if !has_method(name) && !MEMBERS.contains(&name) {
            return Err(format!("`ServiceBasket` has no `{name}`"));
        }
    }
    for name in behind(text, "service-basket:").filter(|name| !name.is_empty()) {
        let is_event = EVENTS.iter().any(|event| event.name == name);
        let is_stored =
            STORAGE.iter().any(|entry| entry.name.starts_with(&format!("service-basket:{name}:")));
        if !is_event && !is_stored && !is_printed(text) {
            return Err(format!("there is no event `service-basket:{name}`"));
        }
    }
    for (at, _) in text.match_indices("/basket.") {
        let end = behind(&text[at..], "/basket.").next().unwrap_or_default();
        let is_file = ["js", "wasm"].contains(&end);
        if is_file && !text[..at].ends_with("/v1") && !text[..at].ends_with(PINNED) {
            return Err(format!("the service has no such `basket.{end}`"));
        }
    }
    Ok(())
}

/// What the console shows starts with the same name.
fn is_printed(text: &str) -> bool {
    text.starts_with("service-basket: ") || text == "service-basket:"
}

/// Whether what a script takes from an event, or imports from the package, has a type.
fn typed(text: &str) -> Result<(), String> {
    let types = file("npm/service-basket.d.ts");
    let has_member =
        |name: &str| ["", "?"].iter().any(|end| types.contains(&format!(" {name}{end}: ")));
    let taken = text.split("detail: {").skip(1).filter_map(|rest| rest.split_once('}'));
    let unpacked = text.split("} = detail").collect::<Vec<_>>();
    let unpacked = unpacked.split_last().map(|(_, before)| before).unwrap_or_default();
    let unpacked = unpacked.iter().filter_map(|before| before.rsplit_once('{').map(|it| it.1));
    let lists = taken.map(|(names, _)| names).chain(unpacked);
    let listed = lists.flat_map(|names| names.split(',')).map(str::trim);
    for name in behind(text, "detail.").chain(listed).filter(|name| !name.is_empty()) {
        if !has_member(name) {
            return Err(format!("an event's detail has no `{name}`"));
        }
    }
    let exports = file("npm/index.d.ts") + &types;
    for line in text.lines().filter(|line| line.contains("from \"service-basket\"")) {
        let names = line.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
        for name in names.map_or("", |(names, _)| names).split(',').map(str::trim) {
            let kinds = ["function", "interface", "type"];
            if !kinds.iter().any(|kind| exports.contains(&format!("export {kind} {name}"))) {
                return Err(format!("the package `service-basket` has no `{name}`"));
            }
        }
    }
    Ok(())
}

/// Whether everything that a script calls, hears or takes is there.
pub(super) fn names_what_exists(text: &str) -> Result<(), String> {
    named(text).and_then(|()| typed(text))
}

/// Checks a script of a page, or in one.
pub(super) fn check(folder: &Path, block: &Block) -> Result<(), String> {
    names_what_exists(&block.text)?;
    match block.language.as_str() {
        "js" => node::check_module(folder, &block.file_name("mjs"), &block.text),
        "ts" => {
            let files = [(block.file_name("ts"), block.text.clone())];
            node::build(folder, &files, &[]).map(drop)
        }
        "python" => {
            let name = block.file_name("py");
            fs::write(folder.join(&name), &block.text).unwrap();
            let mut python = Command::new("python3");
            node::run(python.args(["-m", "py_compile", &name]).current_dir(folder)).map(drop)
        }
        other => Err(format!("no script is written in `{other}`")),
    }
}

/// Whether a script is as old browsers read it.
pub(super) fn is_old(folder: &Path, block: &Block) -> Result<(), String> {
    let files = [(block.file_name("js"), block.text.clone())];
    node::build(folder, &files, &["--target=es5"]).map(drop)
}

#[test]
fn every_script_can_be_read_and_names_what_exists() {
    let folder = tempfile::tempdir().unwrap();
    let mut findings = Findings::default();
    for block in blocks(LANGUAGES) {
        findings.expect(&block, check(folder.path(), &block));
    }
    findings.judge();
}

/// Receivers of webhooks need libraries, so they run in a test of the service's, with messages that it sends.
#[test]
fn receivers_of_webhooks_are_run_by_the_tests_of_the_service() {
    let tests = file("crates/basket-server/tests/service/receivers/webhooks.rs");
    assert!(tests.contains("include_str!(\"../../../../../docs/webhooks.md\")"));
    for language in ["js", "python"] {
        // It takes the first one on the page.
        let receivers = blocks(&[language]).into_iter().filter(|it| it.page == "docs/webhooks.md");
        assert_eq!(receivers.count(), 1, "{language}");
        assert!(tests.contains(&format!("example(\"{language}\")")), "{language}");
    }
}

#[test]
fn wrong_names_in_scripts_are_found() {
    let wrong = |text: &str| names_what_exists(text).unwrap_err();
    assert_eq!(wrong("ServiceBasket.put()"), "`ServiceBasket` has no `put`");
    assert_eq!(wrong("x.push([\"put\"])"), "`ServiceBasket` has no `put`");
    assert_eq!(wrong("on(\"service-basket:put\")"), "there is no event `service-basket:put`");
    assert_eq!(wrong("event.detail.sum"), "an event's detail has no `sum`");
    assert_eq!(wrong("({ detail: { sum } }) => 1"), "an event's detail has no `sum`");
    assert_eq!(wrong("const { sum } = detail;"), "an event's detail has no `sum`");
    assert_eq!(wrong("`${service}/v3/basket.js`"), "the service has no such `basket.js`");
    let import = "import { put } from \"service-basket\";";
    assert_eq!(wrong(import), "the package `service-basket` has no `put`");
    let folder = tempfile::tempdir().unwrap();
    for language in LANGUAGES {
        let block = Block::sample(language, "f(");
        assert!(check(folder.path(), &block).is_err(), "{language}");
    }
}
