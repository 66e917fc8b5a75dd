//! The page of a benchmark, in Markdown.

use std::fmt::Write as _;

use anyhow::Result;
use serde_json::Value;

use crate::figure::Figure;
use crate::promise::Promise;
use crate::{list, plot_name, text};

/// The whole page.
pub fn render(name: &str, results: &Value) -> Result<String> {
    let about = &results["about"];
    let versions: Vec<String> = results["versions"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, version)| format!("{name} {}", version.as_str().unwrap_or_default()))
        .collect();
    let mut page = format!(
        "# Measured: {name}\n\n\
         Written by `{}` on {} at {}, on {}.\n\
         With {}.\n\n\
         A figure is the median of all turns, with the least and the most in brackets. Contenders take turns, so a busy\n\
         moment meets all of them. Absolute figures are this machine's; ratios travel better.\n",
        text(results, "command")?,
        text(about, "date")?,
        text(about, "commit")?,
        text(about, "machine")?,
        versions.join(", "),
    );
    page += "\n## What is promised\n\n| | measured | promised | |\n|---|---|---|---|\n";
    for ratio in list(&results["ratios"]) {
        let promise = Promise::from_json(ratio)?;
        let verdict = if promise.holds() { "holds" } else { "**does not hold**" };
        let (measured, limit) = (promise.measured(), promise.limit());
        writeln!(page, "| {} | {measured} | {limit} | {verdict} |", promise.what)?;
    }
    for table in list(&results["tables"]) {
        write!(page, "\n## {}\n\n{}\n\n", text(table, "title")?, text(table, "about")?)?;
        if let Some(column) = table["plot"].as_str() {
            let (title, file) = (text(table, "title")?, plot_name(name, table));
            write!(page, "![{title}, {column}]({file})\n\n")?;
        }
        page += &rows(table, |_| true)?;
    }
    Ok(page)
}

/// A table with the columns that are wanted.
pub fn rows(table: &Value, is_wanted: impl Fn(&str) -> bool) -> Result<String> {
    let mut columns = Vec::new();
    for column in list(&table["columns"]) {
        let name = text(column, "name")?;
        if is_wanted(name) {
            let digits = usize::try_from(column["digits"].as_u64().unwrap_or_default())?;
            columns.push((name, column["unit"].as_str().unwrap_or_default(), digits));
        }
    }
    let head = |(name, unit, _): &(&str, &str, usize)| {
        if unit.is_empty() { (*name).to_owned() } else { format!("{name}, {unit}") }
    };
    let heads: Vec<String> = columns.iter().map(head).collect();
    let mut rendered =
        format!("| | {} |\n|---|{}\n", heads.join(" | "), "--:|".repeat(columns.len()));
    for row in list(&table["rows"]) {
        let cell = |(name, _, digits): &(&str, &str, usize)| {
            let figure = &row["figures"][name];
            // Some columns have words.
            figure.as_str().map_or_else(
                || Figure::from_json(figure).map_or_else(String::new, |it| it.format(*digits)),
                str::to_owned,
            )
        };
        let cells: Vec<String> = columns.iter().map(cell).collect();
        writeln!(rendered, "| {} | {} |", text(row, "name")?, cells.join(" | "))?;
    }
    Ok(rendered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_page_has_the_machine_the_promises_and_every_table() {
        let results = json!({
            "command": "cargo xtask bench speed",
            "about": { "date": "2026-01-02", "commit": "abc", "machine": "2 cores" },
            "versions": { "Rust": "1.0" },
            "tables": [{ "name": "read", "title": "Reading", "about": "One reads.", "plot": "rate",
                "columns": [{ "name": "rate", "unit": "/s", "digits": 0 }, { "name": "p99", "digits": 1 }],
                "rows": [{ "name": "ours", "figures": { "rate": [1000, 1200] } },
                    { "name": "then", "figures": { "rate": [1], "p99": "more of it" } }] }],
            "ratios": [{ "what": "ours to theirs", "values": [0.4], "at_least": 0.5 }],
        });
        let page = render("speed", &results).unwrap();
        for part in [
            "Written by `cargo xtask bench speed` on 2026-01-02 at abc, on 2 cores.\nWith Rust 1.0.",
            "| ours to theirs | 0.40 | at least 0.5 | **does not hold** |",
            "## Reading\n\nOne reads.\n\n![Reading, rate](speed-read.svg)\n\n| | rate, /s | p99 |\n|---|--:|--:|\n",
            "| ours | 1,200 (1,000 to 1,200) |  |",
            "| then | 1 | more of it |",
        ] {
            assert!(page.contains(part), "{part} is not in {page}");
        }
    }
}
