//! Figures in pages that are written by hand, between two marks. `cargo xtask tidy` checks that they are those of
//! `docs/benchmarks`.

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::{FOLDER, list, page, text};

/// A page with figures.
pub struct Place {
    /// The page's file, from the root of the repository.
    pub file: &'static str,
    /// The benchmark whose figures are shown.
    benchmark: &'static str,
    /// Where its results are, from the page.
    results: &'static str,
    /// The rows that are shown, or none for all of them.
    rows: &'static [&'static str],
    /// Whether each table says what it is about.
    has_about: bool,
}

/// Every one.
pub const PLACES: [Place; 2] = [
    Place {
        file: "README.md",
        benchmark: "widget",
        results: "docs/benchmarks/widget.md",
        // The basket as most shoppers meet it, and one of each contender.
        rows: &[
            "basket, new shopper",
            "basket, back as usual",
            "basket, printed with the page, new shopper",
            "hand-written, new shopper",
            "use-shopping-cart, new shopper",
            "buy-button-js, back after an update",
            "drop-in.js, back after an update",
        ],
        has_about: false,
    },
    Place {
        file: "docs/scale.md",
        benchmark: "capacity",
        results: "benchmarks/capacity.md",
        rows: &[],
        has_about: true,
    },
];

const START: &str = "<!-- figures: written by cargo xtask bench -->\n";
const END: &str = "<!-- end of figures -->\n";

impl Place {
    /// The page with the figures between its marks, if `read` finds results.
    pub fn fill(&self, page: &str, read: impl Fn(&str) -> Option<String>) -> Result<String> {
        let results = read(&format!("{FOLDER}/{}.json", self.benchmark));
        let figures = results.map_or(Ok(String::new()), |results| self.render(&results))?;
        self.insert(page, &figures)
    }

    fn render(&self, results: &str) -> Result<String> {
        let results: Value = serde_json::from_str(results)?;
        let mut parts = Vec::new();
        for table in list(&results["tables"]) {
            let front = list(&table["front"]);
            if !front.is_empty() {
                let mut shown = table.clone();
                if let Some(rows) = shown["rows"].as_array_mut() {
                    let is_shown = |row: &Value| self.rows.iter().any(|name| row["name"] == *name);
                    rows.retain(|row| self.rows.is_empty() || is_shown(row));
                }
                let rows = page::rows(&shown, |column| front.iter().any(|one| one == column))?;
                let title = text(table, "title")?;
                let date = text(&results["about"], "date")?;
                let about = if self.has_about {
                    format!("{}\n\n", text(table, "about")?)
                } else {
                    String::new()
                };
                parts.push(format!("**{title}** ([{date}]({}))\n\n{about}{rows}", self.results));
            }
        }
        Ok(parts.join("\n"))
    }

    fn insert(&self, page: &str, figures: &str) -> Result<String> {
        let file = self.file;
        let (before, rest) =
            page.split_once(START).with_context(|| format!("{file} has no place for figures"))?;
        let (_, after) =
            rest.split_once(END).with_context(|| format!("the figures of {file} have no end"))?;
        Ok(format!("{before}{START}\n{figures}\n{END}{after}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_page_has_the_columns_that_are_meant_for_it() {
        let results = json!({ "about": { "date": "2026-01-02" }, "tables": [
            { "title": "Reading", "about": "One reads.", "front": ["rate"],
                "columns": [{ "name": "rate" }, { "name": "p99" }],
                "rows": [{ "name": "basket, new shopper", "figures": { "rate": [3], "p99": [4] } },
                    { "name": "another", "figures": { "rate": [5], "p99": [6] } }] },
            { "title": "Other", "columns": [], "rows": [] } ] });
        let empty = format!("a\n{START}old{END}b\n");
        let fill = |place: &Place, page: &str| {
            place.fill(page, |path| path.starts_with(FOLDER).then(|| results.to_string()))
        };
        let [readme, scale] = &PLACES;
        let shown = "**Reading** ([2026-01-02](docs/benchmarks/widget.md))\n\n| | rate |\n|---|--:|\n\
            | basket, new shopper | 3 |\n";
        assert_eq!(fill(readme, &empty).unwrap(), format!("a\n{START}\n{shown}\n{END}b\n"));
        let all = fill(scale, &empty).unwrap();
        assert!(all.contains("(benchmarks/capacity.md))\n\nOne reads.\n\n| | rate |"), "{all}");
        assert!(all.contains("| another | 5 |"), "{all}");
        assert!(fill(readme, "a").is_err());
    }
}
