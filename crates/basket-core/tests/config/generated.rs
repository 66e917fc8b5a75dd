//! What is generated from the tables is as it stands in the repository. A stale file is written anew, so that
//! the next run passes.

use basket_core::{config::reference, contract};
use std::{fs, path::Path};

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
        ("service-basket-config.d.ts", reference::types()),
        ("contract.md", contract::markdown()),
        ("service-basket.d.ts", contract::types()),
    ];
    let stale = documents.iter().filter(|(name, text)| !is_current(name, text));
    let stale: Vec<_> = stale.map(|(name, _)| name).collect();
    assert!(stale.is_empty(), "docs/ was stale and has been renewed: {stale:?}");
}
