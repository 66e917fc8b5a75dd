//! What a page loads, in bytes, compared with the budget in `size-budget.toml`.

use std::fs;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::process::root;
use crate::{File, When};

const BUDGET: &str = "size-budget.toml";

/// The most bytes that a page may load, compressed with brotli.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// Everything that a working basket needs.
    first_view: usize,
    /// What runs before the first paint.
    before_first_paint: usize,
}

impl Budget {
    /// Reads `size-budget.toml`.
    pub fn read() -> Result<Self> {
        let text = fs::read_to_string(root().join(BUDGET));
        let text = text.with_context(|| format!("cannot read {BUDGET}"))?;
        toml::from_str(&text).with_context(|| format!("{BUDGET} is invalid"))
    }
}

/// The tables of all files and of the budget, and what is over the budget, if anything.
pub fn report(files: Vec<File>, budget: &Budget) -> (String, Option<String>) {
    let (files, later) = split(files);
    let (budgets, over) = compare(&files, budget);
    let files = table("total", &files);
    let later = table("total of what comes later, if at all", &later);
    let over = over.map(|name| format!("{name} is over the budget of {BUDGET}"));
    (format!("{files}\n\n{later}\n\n{budgets}"), over)
}

/// The files of a first view in the language with the largest file, and all files that come later or seldom.
fn split(mut files: Vec<File>) -> (Vec<File>, Vec<File>) {
    let sizes = files.iter().filter(|file| file.when == When::OneOf).map(|file| file.brotli.len());
    let most = sizes.max().unwrap_or_default();
    files.retain(|file| file.when != When::OneOf || file.brotli.len() == most);
    files.into_iter().partition(|file| match file.when {
        When::First | When::Always | When::OneOf => true,
        When::OwnTexts | When::Later | When::Costs | When::Seldom => false,
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

/// The table of the budget, and the first part of it that is exceeded.
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

/// Rows with the first column aligned left and all others right.
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
        let read = |text| toml::from_str::<Budget>(text);
        let budget = read("# why\nfirst_view = 20 # all\n\nbefore_first_paint=3\n").unwrap();
        assert_eq!(budget, Budget { first_view: 20, before_first_paint: 3 });
        let error = |text| read(text).unwrap_err().to_string();
        assert!(error("first_view = 20").contains("missing field `before_first_paint`"));
        assert!(error("second_view = 20").contains("unknown field `second_view`"));
        assert!(error("\nfirst_view = \"many\"").contains("line 2"));
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
    fn the_rest_is_shown_and_the_first_exceeded_budget_is_named() {
        let files = [file("basket.js", When::First, 10), file("basket-0.wasm", When::Always, 20)];
        let (report, over) = compare(&files, &Budget { first_view: 30, before_first_paint: 12 });
        assert_eq!(over, None);
        assert!(report.ends_with(" 2"), "{report}");
        let (report, over) = compare(&files, &Budget { first_view: 30, before_first_paint: 8 });
        assert_eq!(over, Some("before first paint"));
        assert!(report.ends_with(" -2"), "{report}");
    }

    #[test]
    fn the_largest_language_counts_and_later_files_do_not() {
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
