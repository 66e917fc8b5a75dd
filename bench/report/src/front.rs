//! The figures of the README, between two marks. `cargo xtask tidy` checks that they are those of `docs/benchmarks`.

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::{FOLDER, list, page, text};

/// The benchmark whose figures are shown.
const SHOWN: &str = "widget";
/// The rows that are shown: the basket as most shoppers meet it, and one of each contender.
const ROWS: [&str; 7] = [
    "basket, new shopper",
    "basket, back as usual",
    "basket, printed with the page, new shopper",
    "hand-written, new shopper",
    "use-shopping-cart, new shopper",
    "buy-button-js, back after an update",
    "drop-in.js, back after an update",
];
const START: &str = "<!-- figures: written by cargo xtask bench -->\n";
const END: &str = "<!-- end of figures -->\n";

/// The figures, if `read` finds results.
pub fn render(read: impl Fn(&str) -> Option<String>) -> Result<String> {
    let Some(results) = read(&format!("{FOLDER}/{SHOWN}.json")) else { return Ok(String::new()) };
    let results: Value = serde_json::from_str(&results)?;
    let mut parts = Vec::new();
    for table in list(&results["tables"]) {
        let front = list(&table["front"]);
        if !front.is_empty() {
            let mut shown = table.clone();
            if let Some(rows) = shown["rows"].as_array_mut() {
                rows.retain(|row| ROWS.iter().any(|name| row["name"] == *name));
            }
            let rows = page::rows(&shown, |column| front.iter().any(|one| one == column))?;
            let title = text(table, "title")?;
            let date = text(&results["about"], "date")?;
            parts.push(format!("**{title}** ([{date}]({FOLDER}/{SHOWN}.md))\n\n{rows}"));
        }
    }
    Ok(parts.join("\n"))
}

/// Inserts the figures between the marks of the README.
pub fn insert(readme: &str, figures: &str) -> Result<String> {
    let (before, rest) = readme.split_once(START).context("README.md has no place for figures")?;
    let (_, after) = rest.split_once(END).context("the figures of README.md have no end")?;
    Ok(format!("{before}{START}\n{figures}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_front_has_the_columns_that_are_meant_for_it() {
        let results = json!({ "about": { "date": "2026-01-02" }, "tables": [
            { "title": "Reading", "front": ["rate"], "columns": [{ "name": "rate" }, { "name": "p99" }],
                "rows": [{ "name": "basket, new shopper", "figures": { "rate": [3], "p99": [4] } },
                    { "name": "another", "figures": { "rate": [5], "p99": [6] } }] },
            { "title": "Other", "columns": [], "rows": [] } ] });
        let read =
            |path: &str| (path == "docs/benchmarks/widget.json").then(|| results.to_string());
        let part = render(read).unwrap();
        assert_eq!(
            part,
            "**Reading** ([2026-01-02](docs/benchmarks/widget.md))\n\n| | rate |\n|---|--:|\n| basket, new shopper | 3 |\n"
        );
        let readme = format!("a\n{START}old{END}b\n");
        assert_eq!(insert(&readme, &part).unwrap(), format!("a\n{START}\n{part}\n{END}b\n"));
        assert!(insert("a", &part).is_err());
    }
}
