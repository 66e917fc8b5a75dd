//! The figures of the README, between two marks. `cargo xtask tidy` checks that they are those of `docs/benchmarks`.

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::{FOLDER, list, page, text};

/// The benchmarks whose figures are shown, in order.
const SHOWN: [&str; 2] = ["widget", "service"];
const START: &str = "<!-- figures: written by cargo xtask bench -->\n";
const END: &str = "<!-- end of figures -->\n";

/// The figures of all results that `read` finds.
pub fn render(read: impl Fn(&str) -> Option<String>) -> Result<String> {
    let mut parts = Vec::new();
    for name in SHOWN {
        let Some(results) = read(&format!("{FOLDER}/{name}.json")) else { continue };
        let results: Value = serde_json::from_str(&results)?;
        for table in list(&results["tables"]) {
            let front = list(&table["front"]);
            if !front.is_empty() {
                let rows = page::rows(table, |column| front.iter().any(|one| one == column))?;
                let title = text(table, "title")?;
                let date = text(&results["about"], "date")?;
                parts.push(format!("**{title}** ([{date}]({FOLDER}/{name}.md))\n\n{rows}"));
            }
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
                "rows": [{ "name": "ours", "figures": { "rate": [3], "p99": [4] } }] },
            { "title": "Other", "columns": [], "rows": [] } ] });
        let read =
            |path: &str| (path == "docs/benchmarks/service.json").then(|| results.to_string());
        let part = render(read).unwrap();
        assert_eq!(
            part,
            "**Reading** ([2026-01-02](docs/benchmarks/service.md))\n\n| | rate |\n|---|--:|\n| ours | 3 |\n"
        );
        let readme = format!("a\n{START}old{END}b\n");
        assert_eq!(insert(&readme, &part).unwrap(), format!("a\n{START}\n{part}\n{END}b\n"));
        assert!(insert("a", &part).is_err());
    }
}
