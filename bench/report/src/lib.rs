//! What happens to a measurement: a page with plots under `docs/benchmarks`, a verdict on every promise, and a comparison
//! with the results of the last commit.
//!
//! A benchmark hands over JSON: tables of figures, and ratios with their limits, each with the values of all turns. A
//! ratio is measured in one run on one machine, so it can be promised and compared; a figure is for the reader.
//!
//! This crate measures nothing and prints nothing. It must never know how a benchmark works.

mod figure;
pub mod front;
mod machine;
mod page;
mod plot;
mod promise;
mod times;

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use promise::Promise;
use times::Times;

/// The folder with all results, from the root of the repository.
pub const FOLDER: &str = "docs/benchmarks";

/// What to say about a measurement.
#[derive(Debug, Default)]
pub struct Verdict {
    /// One line per promise or time, for the terminal.
    pub lines: Vec<String>,
    /// One sentence per promise that does not hold and per ratio that became worse.
    pub failures: Vec<String>,
}

/// Writes the page of a benchmark and the figures in other pages, and compares with the last commit.
pub fn record(name: &str, command: &str, measured: &Value) -> Result<Verdict> {
    let results = json!({
        "command": command,
        "about": machine::about()?,
        "versions": machine::versions(&measured["versions"])?,
        "tables": measured["tables"],
        "ratios": measured["ratios"],
    });
    let committed = committed_results(name);
    write(name, &results)?;
    compare(&results["ratios"], committed.as_ref())
}

/// The tables of a measurement that is not recorded, in Markdown.
pub fn tables(measured: &Value) -> Result<String> {
    let tables = list(&measured["tables"]).iter();
    let tables: Vec<String> = tables
        .map(|table| Ok(format!("{}\n\n{}", text(table, "title")?, page::rows(table, |_| true)?)))
        .collect::<Result<_>>()?;
    Ok(tables.join("\n"))
}

/// Judges ratios that are not recorded.
pub fn judge_ratios(ratios: &Value) -> Result<Verdict> {
    compare(ratios, None)
}

/// Judges an array of times, each with the values of all runs: `what`, `unit`, `values`, and if there are, the limit
/// `under` and a `note`.
pub fn judge_times(times: &Value) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    for times in list(times) {
        let times = Times::from_json(times)?;
        verdict.lines.push(times.to_string());
        verdict.failures.extend(times.failure());
    }
    Ok(verdict)
}

fn compare(ratios: &Value, committed: Option<&Value>) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    for ratio in list(ratios) {
        let promise = Promise::from_json(ratio)?;
        let mark = if promise.holds() { "    " } else { "OVER" };
        verdict.lines.push(format!("{mark} {promise}"));
        if !promise.holds() {
            verdict.failures.push(promise.to_string());
        }
        if let Some(worse) = committed.and_then(|committed| promise.became_worse(committed)) {
            verdict.lines.push(format!("WORSE {worse}"));
            verdict.failures.push(worse);
        }
    }
    Ok(verdict)
}

/// The results of this benchmark in the last commit.
fn committed_results(name: &str) -> Option<Value> {
    let text = machine::output("git", &["show", &format!("HEAD:{FOLDER}/{name}.json")]).ok()?;
    serde_json::from_str(&text).ok()
}

fn write(name: &str, results: &Value) -> Result<()> {
    let folder = root().join(FOLDER);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join(format!("{name}.json")), format!("{results:#}\n"))?;
    fs::write(folder.join(format!("{name}.md")), page::render(name, results)?)?;
    for table in list(&results["tables"]) {
        if let Some(plot) = plot::render(table)? {
            fs::write(folder.join(plot_name(name, table)), plot)?;
        }
    }
    for place in &front::PLACES {
        let file = root().join(place.file);
        let text = fs::read_to_string(&file)?;
        fs::write(file, place.fill(&text, |path| fs::read_to_string(root().join(path)).ok())?)?;
    }
    Ok(())
}

/// The folder of the workspace.
fn root() -> &'static Path {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest)
}

fn plot_name(benchmark: &str, table: &Value) -> String {
    format!("{benchmark}-{}.svg", table["name"].as_str().unwrap_or("plot"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, name: &str) -> Result<&'a str> {
    value[name].as_str().with_context(|| format!("{name} is missing in {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_pages_are_those_of_the_committed_results() {
        for name in ["backend", "capacity", "service", "widget"] {
            let read = |file: &str| fs::read_to_string(root().join(FOLDER).join(file)).unwrap();
            let results: Value = serde_json::from_str(&read(&format!("{name}.json"))).unwrap();
            assert!(read(&format!("{name}.md")) == page::render(name, &results).unwrap(), "{name}");
            for table in list(&results["tables"]) {
                let Some(plot) = plot::render(table).unwrap() else { continue };
                assert!(read(&plot_name(name, table)) == plot, "{}", plot_name(name, table));
            }
        }
    }

    #[test]
    fn a_broken_promise_and_a_worse_ratio_are_failures() {
        let ratios = json!([
            { "what": "reads", "values": [0.9], "at_least": 1.0 },
            { "what": "adds", "values": [2.0], "at_most": 3.0 },
        ]);
        assert_eq!(judge_ratios(&ratios).unwrap().failures, ["reads: 0.90, at least 1"]);
        let committed = json!({ "ratios": [{ "what": "adds", "values": [1.0] }] });
        let verdict = compare(&ratios, Some(&committed)).unwrap();
        let worse = "adds: 2.00, at most 3; it was 1.00";
        assert_eq!(verdict.failures, ["reads: 0.90, at least 1", worse]);
        assert_eq!(verdict.lines[2], format!("WORSE {worse}"));
    }

    #[test]
    fn a_time_over_its_limit_is_a_failure() {
        let times = |under: f64| json!([{ "what": "50 lines", "unit": "ms", "values": [9, 1, 2], "under": under }]);
        assert!(judge_times(&times(2.5)).unwrap().failures.is_empty());
        let expected = ["50 lines: the median of 2.000 ms is not under 2 ms"];
        assert_eq!(judge_times(&times(2.0)).unwrap().failures, expected);
    }
}
