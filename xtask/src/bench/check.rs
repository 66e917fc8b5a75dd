//! `bench check`: how long `basket check` takes for a whole site.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};

use super::page::{self, Expected};
use super::times::Times;
use crate::tool::{self, Finding};
use crate::{setup, terminal, widget};

const PAGES: usize = 1_000;
const RUNS: usize = 9;
const LIMIT: Duration = Duration::from_secs(2);

/// Builds the program, lets it check pages that were made for this, and fails over the limit.
pub fn run() -> Result<()> {
    // The service, which the program contains, carries the widget's files.
    widget::build()?;
    setup::step("Building the program, optimised");
    tool::run(tool::cargo().args(["build", "--release", "--package", "basket-cli"]))?;
    let program = tool::target_folder()?.join("release/basket");
    let folder = tempfile::tempdir().context("no temporary folder could be made")?;
    let (names, bytes, expected) = write(folder.path())?;
    setup::step(&format!("Checking {PAGES} pages, {RUNS} times and once to warm up"));
    let mut check = Command::new(program);
    check.current_dir(folder.path()).arg("check").args(names);
    let times = Times::measure(RUNS, || once(&mut check, &expected))?;
    let median = times.median();
    terminal::say(&format!("check: {times}; {}", throughput(bytes, median)));
    if median >= LIMIT {
        let limit = terminal::spoken(LIMIT);
        bail!(Finding(format!("the median of {:.3} s is not under {limit}", median.as_secs_f64())));
    }
    Ok(())
}

/// Writes the pages; gives their names, their bytes in all, and what the program will say at its end.
fn write(folder: &Path) -> Result<(Vec<String>, usize, String)> {
    let (mut names, mut bytes, mut sum) = (Vec::new(), 0, Expected::default());
    for number in 0..PAGES {
        let (page, expected) = page::page(number);
        let name = format!("page-{number:04}.html");
        let context = || format!("cannot write {}", folder.join(&name).display());
        fs::write(folder.join(&name), &page).with_context(context)?;
        names.push(name);
        bytes += page.len();
        sum.add(&expected);
    }
    let Expected { baskets, errors, warnings } = sum;
    let summary =
        format!("{baskets} baskets in {PAGES} files: {errors} errors, {warnings} warnings");
    Ok((names, bytes, summary))
}

/// One run, which must come to the right result for its time to count.
fn once(check: &mut Command, expected: &str) -> Result<()> {
    let output = check.output().context("cannot start the program just built")?;
    let said = String::from_utf8_lossy(&output.stdout);
    let summary = said.lines().last().unwrap_or_default();
    ensure!(
        summary == expected,
        "`basket check` ended with `{summary}`, expected `{expected}`\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "nobody reads that many digits")]
fn throughput(bytes: usize, time: Duration) -> String {
    let (pages, megabytes) = (PAGES as f64, bytes as f64 / 1e6);
    let seconds = time.as_secs_f64();
    format!("{:.0} pages or {:.1} MB a second", pages / seconds, megabytes / seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throughput_is_told_by_pages_and_bytes() {
        let told = throughput(17_000_000, Duration::from_millis(500));
        assert_eq!(told, "2000 pages or 34.0 MB a second");
    }
}
