//! What becomes of a measurement: a page with plots under `docs/benchmarks`, a judgement of what is promised, and a
//! comparison with the results that were kept last.
//!
//! A benchmark hands over tables of figures and ratios, each with the values of every turn. A ratio is measured in one
//! run on one machine, so it can be promised and compared; a figure is for the reader.

mod figure;
pub mod front;
mod machine;
mod page;
mod plot;

use std::fs;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::tool::{self, Finding};
use crate::{setup, terminal};
use figure::Figure;

/// Where results are kept, from the root of the repository.
const FOLDER: &str = "docs/benchmarks";

/// How many times worse than the kept one a ratio may be; what is measured on a shared machine varies.
const TOLERANCE: f64 = 1.25;

/// Writes the page of a benchmark, and fails if a promise does not hold or a ratio fell behind the kept one.
pub fn keep(name: &str, command: &str, measured: &Value) -> Result<()> {
    let results = json!({
        "command": command,
        "about": machine::about()?,
        "versions": machine::versions(&measured["versions"])?,
        "tables": measured["tables"],
        "ratios": measured["ratios"],
    });
    let kept = kept(name);
    write(name, &results)?;
    let mut troubles = Vec::new();
    for ratio in list(&results["ratios"]) {
        let judgement = Judgement::of(ratio)?;
        let worse = kept.as_ref().and_then(|kept| judgement.fell_behind(kept));
        let mark = if judgement.holds() { "    " } else { "OVER" };
        terminal::say(&format!("{mark} {judgement}"));
        if !judgement.holds() {
            troubles.push(judgement.to_string());
        }
        troubles.extend(worse.inspect(|worse| terminal::say(&format!("WORSE {worse}"))));
    }
    setup::step(&format!("Wrote {FOLDER}/{name}.md"));
    if troubles.is_empty() {
        return Ok(());
    }
    bail!(Finding(format!("not as promised, or worse than kept:\n{}", troubles.join("\n"))))
}

/// The results that the last commit has of this benchmark.
fn kept(name: &str) -> Option<Value> {
    let mut git = tool::command("git");
    let text = tool::output(git.arg("show").arg(format!("HEAD:{FOLDER}/{name}.json"))).ok()?;
    serde_json::from_str(&text).ok()
}

fn write(name: &str, results: &Value) -> Result<()> {
    let folder = tool::root().join(FOLDER);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join(format!("{name}.json")), format!("{results:#}\n"))?;
    fs::write(folder.join(format!("{name}.md")), page::of(name, results)?)?;
    for table in list(&results["tables"]) {
        if let Some(plot) = plot::of(table)? {
            fs::write(folder.join(plot_name(name, table)), plot)?;
        }
    }
    let readme = tool::root().join("README.md");
    let text = fs::read_to_string(&readme)?;
    let all = front::all(|path| fs::read_to_string(tool::root().join(path)).ok())?;
    fs::write(readme, front::put(&text, &all)?)?;
    Ok(())
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

/// A ratio beside its limit.
struct Judgement<'a> {
    what: &'a str,
    unit: &'a str,
    figure: Figure,
    at_least: Option<f64>,
    at_most: Option<f64>,
}

impl<'a> Judgement<'a> {
    fn of(ratio: &'a Value) -> Result<Self> {
        let what = text(ratio, "what")?;
        let figure = Figure::of(&ratio["values"]).with_context(|| format!("{what}: no values"))?;
        let unit = ratio["unit"].as_str().unwrap_or_default();
        let (at_least, at_most) = (ratio["at_least"].as_f64(), ratio["at_most"].as_f64());
        if at_least.is_none() && at_most.is_none() {
            bail!("{what}: no limit");
        }
        Ok(Self { what, unit, figure, at_least, at_most })
    }

    fn holds(&self) -> bool {
        let value = self.figure.median;
        self.at_least.is_none_or(|limit| value >= limit)
            && self.at_most.is_none_or(|limit| value <= limit)
    }

    fn limit(&self) -> String {
        let (word, limit) = match (self.at_least, self.at_most) {
            (Some(limit), _) => ("at least", limit),
            (_, limit) => ("at most", limit.unwrap_or_default()),
        };
        format!("{word} {limit}{}", self.spoken_unit())
    }

    fn measured(&self) -> String {
        format!("{}{}", self.figure.spoken(2), self.spoken_unit())
    }

    fn spoken_unit(&self) -> String {
        if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) }
    }

    /// Says how it fell behind what was kept. Only what has no unit can be compared between machines.
    fn fell_behind(&self, kept: &Value) -> Option<String> {
        let before = list(&kept["ratios"]).iter().find(|ratio| ratio["what"] == self.what)?;
        let before = Figure::of(&before["values"])?.median;
        let times = if self.at_least.is_some() {
            before / self.figure.median
        } else {
            self.figure.median / before
        };
        let is_worse = self.unit.is_empty() && before > 0.0 && times > TOLERANCE;
        is_worse.then(|| format!("{self}; it was {before:.2}"))
    }
}

impl std::fmt::Display for Judgement<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}, {}", self.what, self.measured(), self.limit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(value: f64, limit: &str, unit: &str) -> Value {
        json!({ "what": "reads", "values": [value], limit: 1.0, "unit": unit })
    }

    #[test]
    fn a_limit_is_reached_or_passed() {
        for (value, limit, holds) in [
            (1.0, "at_least", true),
            (0.9, "at_least", false),
            (1.0, "at_most", true),
            (1.1, "at_most", false),
        ] {
            assert_eq!(
                Judgement::of(&ratio(value, limit, "")).unwrap().holds(),
                holds,
                "{value} {limit}"
            );
        }
        assert!(Judgement::of(&json!({ "what": "reads", "values": [1.0] })).is_err());
        assert!(
            Judgement::of(&ratio(1.0, "at_least", "ms"))
                .unwrap()
                .to_string()
                .ends_with("1.00 ms, at least 1 ms")
        );
    }

    #[test]
    fn only_a_ratio_that_is_clearly_worse_fell_behind() {
        let kept = json!({ "ratios": [ratio(1.0, "at_most", "")] });
        let behind = |value, limit, unit| {
            Judgement::of(&ratio(value, limit, unit)).unwrap().fell_behind(&kept).is_some()
        };
        assert!(behind(1.3, "at_most", "") && behind(0.7, "at_least", ""));
        assert!(
            !behind(1.2, "at_most", "")
                && !behind(5.0, "at_least", "")
                && !behind(9.0, "at_most", "ms")
        );
    }
}
