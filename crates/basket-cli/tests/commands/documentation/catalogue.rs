//! Files of products, which a new shop can import.

use super::{Findings, blocks};
use crate::program::{run, succeed};
use std::fs;

pub(super) const LANGUAGES: &[&str] = &["csv"];

#[test]
fn every_file_of_products_can_be_imported() {
    let mut findings = Findings::default();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for block in blocks(LANGUAGES) {
        let database = format!("sqlite:{}", path(&block.file_name("db")));
        succeed(&["shop", "create", "Mine", "--currency", "EUR", "--database", &database]);
        let file = path(&block.file_name("csv"));
        fs::write(&file, &block.text).unwrap();
        let output = run(&["product", "import", &file, "--database", &database]);
        if output.status.code() != Some(0) {
            findings.add(&block, String::from_utf8_lossy(&output.stderr));
            continue;
        }
        // Each row is there, as it was written.
        let kept = succeed(&["product", "export", "--database", &database]);
        let rows = block.text.lines().skip(1).filter_map(|row| row.split(',').next());
        for sku in rows.filter(|sku| !kept.contains(&format!("\n{sku},"))) {
            findings.add(&block, format!("`{sku}` was not imported"));
        }
    }
    findings.judge();
}
