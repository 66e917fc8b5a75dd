//! `size`: what a page loads, in bytes, against the budget in `size-budget.toml`.

use std::fs;

use anyhow::{Context as _, Result, bail};

use crate::terminal;
use crate::tool::{self, Finding};
use crate::widget::{self, File, When};

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
    let (files, later) = split(widget::build()?);
    terminal::say(&format!("{}\n", table("total", &files)));
    terminal::say(&format!("{}\n", table("total of what comes later, if at all", &later)));
    let (report, over) = compare(&files, &budget);
    terminal::say(&report);
    if let Some(name) = over {
        bail!(Finding(format!("{name} is over the budget of {BUDGET}")));
    }
    Ok(())
}

/// What a working basket loads in the language that weighs most; and what comes when it works already, or only when
/// there is a use for it.
fn split(mut files: Vec<File>) -> (Vec<File>, Vec<File>) {
    let sizes = files.iter().filter(|file| file.when == When::OneOf).map(|file| file.brotli.len());
    let most = sizes.max().unwrap_or_default();
    files.retain(|file| file.when != When::OneOf || file.brotli.len() == most);
    files.into_iter().partition(|file| match file.when {
        When::First | When::Always | When::OneOf => true,
        When::OwnTexts | When::Later | When::Seldom => false,
    })
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

fn table(sum: &str, files: &[File]) -> String {
    let sizes = |file: &File| [file.plain.len(), file.gzip.len(), file.brotli.len()];
    let total = files.iter().map(sizes).fold([0; 3], |total, sizes| {
        [total[0] + sizes[0], total[1] + sizes[1], total[2] + sizes[2]]
    });
    let row = |name: &str, [plain, gzip, brotli]: [usize; 3]| {
        [name.to_owned(), plain.to_string(), gzip.to_string(), brotli.to_string()]
    };
    let title = ["file, bytes", "raw", "gzip", "brotli"].map(str::to_owned);
    let rows = files.iter().map(|file| row(&file.name, sizes(file)));
    aligned([title].into_iter().chain(rows).chain([row(sum, total)]))
}

/// The report, and the first budget that does not hold.
fn compare(files: &[File], budget: &Budget) -> (String, Option<&'static str>) {
    let early =
        files.iter().filter(|file| file.when == When::First).map(|file| file.brotli.len()).sum();
    let all = files.iter().map(|file| file.brotli.len()).sum();
    let budgets: [(_, usize, usize); 2] = [
        ("first view", all, budget.first_view),
        ("before first paint", early, budget.before_first_paint),
    ];
    let title = ["budget, bytes", "brotli", "budget", "left"].map(str::to_owned);
    let rows = budgets.iter().map(|&(name, size, limit)| {
        let sign = if size > limit { "-" } else { "" };
        let left = format!("{sign}{}", limit.abs_diff(size));
        [name.to_owned(), size.to_string(), limit.to_string(), left]
    });
    let over = budgets.iter().find(|(_, size, limit)| size > limit);
    (aligned([title].into_iter().chain(rows)), over.map(|(name, ..)| *name))
}

/// Rows with the first column to the left and all others to the right.
fn aligned(rows: impl Iterator<Item = [String; 4]>) -> String {
    let lines: Vec<_> = rows
        .map(|[name, first, second, third]| format!("{name:<36}{first:>10}{second:>10}{third:>10}"))
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, when: When, brotli: usize) -> File {
        File {
            name: name.into(),
            when,
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
        let table = table(
            "total",
            &[file("basket.js", When::First, 10), file("basket-0.wasm", When::Always, 20)],
        );
        let words: Vec<_> = table.lines().last().unwrap().split_whitespace().collect();
        assert_eq!(words, ["total", "90", "32", "30"]);
    }

    #[test]
    fn what_is_left_is_shown_and_the_first_budget_broken_is_named() {
        let files = [file("basket.js", When::First, 10), file("basket-0.wasm", When::Always, 20)];
        let (report, over) = compare(&files, &Budget { first_view: 30, before_first_paint: 12 });
        assert_eq!(over, None);
        assert!(report.ends_with(" 2"), "{report}");
        let (report, over) = compare(&files, &Budget { first_view: 30, before_first_paint: 8 });
        assert_eq!(over, Some("before first paint"));
        assert!(report.ends_with(" -2"), "{report}");
    }

    #[test]
    fn the_heaviest_language_counts_and_what_is_seldom_loaded_does_not() {
        let (files, later) = split(vec![
            file("basket.js", When::First, 10),
            file("basket-0.de.txt", When::OneOf, 3),
            file("basket-0.el.txt", When::OneOf, 5),
            file("basket-0.page.js", When::Later, 30),
            file("basket-0.explain.wasm", When::Seldom, 90),
        ]);
        assert_eq!(later.len(), 2);
        let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["basket.js", "basket-0.el.txt"]);
    }
}
