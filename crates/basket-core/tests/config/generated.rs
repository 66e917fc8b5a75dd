//! What is generated from the tables is as it stands in the repository. A stale file is written anew, so that
//! the next run passes.

use basket_core::{config::reference, contract};
use std::{collections::BTreeSet, fs, path::Path};

fn is_current(name: &str, expected: &str) -> bool {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    let is_current = fs::read_to_string(&file).is_ok_and(|text| text == expected);
    if !is_current {
        fs::write(&file, expected).unwrap();
    }
    is_current
}

#[test]
fn the_generated_documents_are_current() {
    let documents = [
        ("reference.md", reference::markdown()),
        ("config.schema.json", reference::schema()),
        ("../npm/service-basket-config.d.ts", reference::types()),
        ("contract.md", contract::markdown()),
        ("../npm/service-basket.d.ts", contract::types()),
    ];
    let stale = documents.iter().filter(|(name, text)| !is_current(name, text));
    let stale: Vec<_> = stale.map(|(name, _)| name).collect();
    assert!(stale.is_empty(), "these were stale and have been renewed: {stale:?}");
}

/// What follows a word in the sources, up to what is no name any more.
fn names_after(sources: &[&'static str], word: &str) -> BTreeSet<&'static str> {
    let is_end = |next: char| !next.is_ascii_lowercase() && next != '-';
    let behind = sources.iter().flat_map(|source| source.split(word).skip(1));
    behind.filter_map(|rest| rest.split(is_end).next()).collect()
}

#[test]
fn every_part_that_is_shown_is_promised_and_the_other_way_round() {
    let sources = [
        include_str!("../../src/app/view.rs"),
        include_str!("../../src/app/view/card.rs"),
        include_str!("../../src/app/view/sums.rs"),
        include_str!("../../src/costs.rs"),
        include_str!("../../src/costs/sums.rs"),
    ];
    let promised: BTreeSet<_> = contract::PARTS.iter().copied().collect();
    assert_eq!(names_after(&sources, "|part="), promised);
}

#[test]
fn every_method_and_event_that_is_promised_is_there() {
    let script = concat!(
        include_str!("../../../basket-widget/host/page/baskets.js"),
        include_str!("../../../basket-widget/host/page/changes.js"),
        include_str!("../../../basket-widget/host/page/detail.js"),
        include_str!("../../../basket-widget/host/page/look.js"),
        include_str!("../../../basket-widget/host/page/methods.js"),
    );
    for method in contract::METHODS {
        let name = method.name;
        let is_there =
            script.contains(&format!("  {name}: (")) || script.contains(&format!("  {name}("));
        assert!(is_there, "page.js has no method {name}");
    }
    for event in contract::EVENTS {
        assert!(
            script.contains(&format!("\"{}\"", event.name)),
            "page.js never fires {}",
            event.name
        );
    }
}
