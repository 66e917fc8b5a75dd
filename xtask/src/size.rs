//! `size`: what a page loads, in bytes, against the budget in `size-budget.toml`.

use std::fs;

use anyhow::{Context as _, Result, bail};

use crate::terminal;
use crate::tool::{self, Finding};
use crate::widget::{self, File, SCRIPT};

const BUDGET: &str = "size-budget.toml";

/// The most bytes that may travel, compressed with brotli.
#[derive(Debug, PartialEq)]
struct Budget {
    /// All that a working basket needs.
    first_view: usize,
    /// What runs before anything shows.
    before_first_paint: usize,
}

/// Builds the widget, prints the sizes of its files, and fails over the budget.
pub fn run() -> Result<()> {
    let text = fs::read_to_string(tool::root().join(BUDGET))
        .with_context(|| format!("cannot read {BUDGET}"))?;
    let budget = read(&text).with_context(|| format!("cannot read {BUDGET}"))?;
    let files = widget::build()?;
    terminal::say(&table(&files));
    let (report, over) = compare(&files, &budget);
    terminal::say(&report);
    if let Some(name) = over {
        bail!(Finding(format!("{name} is over the budget of {BUDGET}")));
    }
    Ok(())
}

/// Reads `name = number` lines; comments and empty lines are skipped.
fn read(text: &str) -> Result<Budget> {
    let (mut first_view, mut before_first_paint) = (None, None);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let (name, value) =
            line.split_once('=').with_context(|| format!("line {number} has no `=`"))?;
        let value = value.trim();
        let value = value
            .parse()
            .with_context(|| format!("line {number}: `{value}` is no number of bytes"))?;
        match name.trim() {
            "first_view" => first_view = Some(value),
            "before_first_paint" => before_first_paint = Some(value),
            other => bail!("line {number}: there is no budget called `{other}`"),
        }
    }
    Ok(Budget {
        first_view: first_view.context("`first_view` is missing")?,
        before_first_paint: before_first_paint.context("`before_first_paint` is missing")?,
    })
}

fn table(files: &[File]) -> String {
    let row = |name: &str, sizes: [usize; 3]| {
        let [plain, gzip, brotli] = sizes;
        format!("{name:<30}{plain:>10}{gzip:>10}{brotli:>10}\n")
    };
    let mut table = format!("{:<30}{:>10}{:>10}{:>10}\n", "file, bytes", "raw", "gzip", "brotli");
    let mut total = [0; 3];
    for File { name, plain, gzip, brotli } in files {
        let sizes = [plain.len(), gzip.len(), brotli.len()];
        table.push_str(&row(name, sizes));
        for (sum, size) in total.iter_mut().zip(sizes) {
            *sum += size;
        }
    }
    table.push_str(&row("total", total));
    table
}

/// The report, and the first budget that does not hold.
fn compare(files: &[File], budget: &Budget) -> (String, Option<&'static str>) {
    let early = files.iter().filter(|file| file.name == SCRIPT).map(|file| file.brotli.len()).sum();
    let all = files.iter().map(|file| file.brotli.len()).sum();
    let mut report =
        format!("{:<30}{:>10}{:>10}{:>10}", "budget, bytes", "brotli", "budget", "left");
    let mut over = None;
    for (name, size, limit) in [
        ("first view", all, budget.first_view),
        ("before first paint", early, budget.before_first_paint),
    ] {
        let left = limit.checked_sub(size);
        let shown =
            left.map_or_else(|| format!("-{}", size - limit), |left: usize| left.to_string());
        report.push_str(&format!("\n{name:<30}{size:>10}{limit:>10}{shown:>10}"));
        if left.is_none() {
            over = over.or(Some(name));
        }
    }
    (report, over)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, brotli: usize) -> File {
        File {
            name: name.into(),
            plain: vec![0; brotli * 3],
            gzip: vec![0; brotli + 1],
            brotli: vec![0; brotli],
        }
    }

    #[test]
    fn a_budget_is_read_and_mistakes_in_it_are_named() {
        let budget = read("# why\nfirst_view = 20 # all\n\nbefore_first_paint=3\n").unwrap();
        assert_eq!(budget, Budget { first_view: 20, before_first_paint: 3 });
        let error = |text| format!("{:#}", read(text).unwrap_err());
        assert_eq!(error("first_view = 20"), "`before_first_paint` is missing");
        assert_eq!(error("\nsecond_view = 20"), "line 2: there is no budget called `second_view`");
        assert!(error("first_view = many").starts_with("line 1: `many` is no number of bytes"));
    }

    #[test]
    fn the_table_has_totals() {
        let table = table(&[file(SCRIPT, 10), file("basket-0.wasm", 20)]);
        let words: Vec<_> = table.lines().last().unwrap().split_whitespace().collect();
        assert_eq!(words, ["total", "90", "32", "30"]);
    }

    #[test]
    fn what_is_left_is_shown_and_the_first_budget_broken_is_named() {
        let files = [file(SCRIPT, 10), file("basket-0.wasm", 20)];
        let (report, over) = compare(&files, &Budget { first_view: 30, before_first_paint: 12 });
        assert_eq!(over, None);
        assert!(report.ends_with(" 2"), "{report}");
        let (report, over) = compare(&files, &Budget { first_view: 30, before_first_paint: 8 });
        assert_eq!(over, Some("before first paint"));
        assert!(report.ends_with(" -2"), "{report}");
    }
}
