//! How long `basket check` takes for a whole site: `cargo xtask bench check`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::process::basket_program;
use crate::report::median;
use crate::shop_page::{self, Expected};

const PAGES: usize = 1_000;
const RUNS: usize = 9;
/// In seconds.
const LIMIT: f64 = 2.0;

/// Checks generated pages, once to warm up and then in every run; the times and their limit.
pub fn measure() -> Result<Value> {
    let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
    let (names, bytes, expected) = write_pages(folder.path())?;
    let mut check = Command::new(basket_program()?);
    check.current_dir(folder.path()).arg("check").args(names);
    run_once(&mut check, &expected)?;
    let mut seconds = Vec::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        run_once(&mut check, &expected)?;
        seconds.push(start.elapsed().as_secs_f64());
    }
    let note = throughput(bytes, median(&seconds));
    Ok(json!([{ "what": "check", "unit": "s", "values": seconds, "under": LIMIT, "note": note }]))
}

/// Writes the pages; their names, their bytes in total, and the last line that the program must print.
fn write_pages(folder: &Path) -> Result<(Vec<String>, usize, String)> {
    let (mut names, mut bytes, mut sum) = (Vec::new(), 0, Expected::default());
    for number in 0..PAGES {
        let (page, expected) = shop_page::generate(number);
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

/// One run. Its time counts only if its result is right.
fn run_once(check: &mut Command, expected: &str) -> Result<()> {
    let output = check.output().context("cannot start the program")?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let summary = printed.lines().last().unwrap_or_default();
    ensure!(
        summary == expected,
        "`basket check` ended with `{summary}`, expected `{expected}`\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "nobody reads that many digits")]
fn throughput(bytes: usize, seconds: f64) -> String {
    let (pages, megabytes) = (PAGES as f64, bytes as f64 / 1e6);
    format!("{:.0} pages or {:.1} MB a second", pages / seconds, megabytes / seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throughput_is_in_pages_and_bytes() {
        assert_eq!(throughput(17_000_000, 0.5), "2000 pages or 34.0 MB a second");
    }
}
