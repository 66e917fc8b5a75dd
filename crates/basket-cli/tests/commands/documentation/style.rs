//! Style sheets: they can be read, and name parts, properties, markers and states that exist.

use super::{Block, Findings, blocks, markup, node};
use basket_core::{config::table::Group, contract::PARTS};
use std::{collections::BTreeSet, path::Path};

pub(super) const LANGUAGES: &[&str] = &["css"];

/// The custom properties of the style members.
pub(super) fn custom_properties() -> BTreeSet<String> {
    let entries = Group::Style.entries();
    let names = entries.iter().map(|entry| entry.name.replace('_', "-"));
    names.map(|name| format!("--service-basket-{name}")).collect()
}

/// Checks a style sheet of a page, or in one.
pub(super) fn check(folder: &Path, block: &Block) -> Result<(), String> {
    let text = &block.text;
    let inside = |start: &str, end: char| {
        let rests: Vec<&str> = text.split(start).skip(1).collect();
        rests.into_iter().filter_map(|rest| rest.split(end).next().map(str::to_owned)).collect()
    };
    let parts: Vec<String> = inside("::part(", ')');
    if let Some(part) = parts.iter().find(|part| !PARTS.contains(&part.as_str())) {
        return Err(format!("there is no part `{part}`"));
    }
    let properties = custom_properties();
    let named: Vec<String> = inside("--service-basket-", ':');
    let mut named = named.iter().map(|name| format!("--service-basket-{name}"));
    if let Some(property) = named.find(|name| !properties.contains(name)) {
        return Err(format!("there is no custom property `{property}`"));
    }
    for name in ["data-embed", "data-state"] {
        for value in inside(&format!("[{name}=\""), '"') {
            markup::is_promised(name, &value)?;
        }
    }
    let files = [(block.file_name("css"), text.clone())];
    node::build(folder, &files, &[]).map(drop)
}

#[test]
fn every_style_sheet_can_be_read_and_names_what_exists() {
    let folder = tempfile::tempdir().unwrap();
    let mut findings = Findings::default();
    for block in blocks(LANGUAGES) {
        findings.expect(&block, check(folder.path(), &block));
    }
    findings.judge();
}

#[test]
fn wrong_style_sheets_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = |text: &str| {
        let block = Block::sample("css", text);
        check(folder.path(), &block).unwrap_err()
    };
    assert_eq!(wrong("a::part(nose) {}"), "there is no part `nose`");
    let property = "there is no custom property `--service-basket-nose`";
    assert_eq!(wrong("a { --service-basket-nose: 1 }"), property);
    assert!(wrong("[data-embed=\"basket\"] {}").contains("data-embed"));
    assert!(wrong("[data-state=\"asleep\"] {}").contains("data-state"));
    assert!(wrong("a { color: red").contains('}'));
}
