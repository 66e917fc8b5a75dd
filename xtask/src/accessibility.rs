//! `accessibility`: the results in `docs/accessibility.md`, from the notes that the browser tests leave in
//! `target/accessibility` for each view in which axe-core found nothing wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::tool;

const PAGE: &str = "docs/accessibility.md";
/// The results stand between these lines.
const START: &str = "<!-- results -->\n";
const END: &str = "<!-- end of results -->\n";
/// Counts are told in steps, so that one more page does not change the statement.
const STEP: usize = 10;

#[derive(Default)]
struct Area {
    views: BTreeSet<String>,
    engines: BTreeSet<String>,
    rules: BTreeSet<String>,
}

/// Forgets the notes of earlier runs.
pub fn clear() -> Result<()> {
    let folder = folder()?;
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    Ok(())
}

/// Writes the results of the last run into the page; fails if they were others.
pub fn write() -> Result<()> {
    let results = table(&read()?)?;
    let page = fs::read_to_string(PAGE)?;
    let (before, rest) = page.split_once(START).context("docs/accessibility.md has no results")?;
    let (old, after) =
        rest.split_once(END).context("docs/accessibility.md has no end of results")?;
    if old == results {
        return Ok(());
    }
    fs::write(PAGE, format!("{before}{START}{results}{END}{after}"))?;
    bail!(
        "the accessibility statement was not that of this run; {PAGE} has been renewed, commit it"
    )
}

fn folder() -> Result<PathBuf> {
    Ok(tool::target_folder()?.join("accessibility"))
}

fn read() -> Result<BTreeMap<String, Area>> {
    let mut areas: BTreeMap<String, Area> = BTreeMap::new();
    for file in fs::read_dir(folder()?).context("no notes; run the browser tests first")? {
        let path = file?.path();
        let note: Value = serde_json::from_str(&fs::read_to_string(&path)?)
            .with_context(|| path.display().to_string())?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let area = areas.entry(text(&note["area"])).or_default();
        area.views.insert(text(&note["view"]));
        area.engines.insert(text(&note["engine"]));
        area.rules.extend(note["passed"].as_array().into_iter().flatten().map(text));
    }
    ensure!(!areas.is_empty(), "no notes; run the browser tests first");
    Ok(areas)
}

fn table(areas: &BTreeMap<String, Area>) -> Result<String> {
    let mut table =
        "| area | views | browsers | rules that applied | violations |\n|---|---|---|---|---|\n"
            .to_owned();
    for (name, Area { views, engines, rules }) in areas {
        let engines = engines.iter().map(|engine| title(engine)).collect::<Vec<_>>().join(", ");
        let (views, rules) = (count(views.len()), rules.len());
        writeln!(table, "| {name} | {views} | {engines} | {rules} | 0 |")?;
    }
    Ok(table)
}

/// A count in steps: what is more is said to be so.
fn count(number: usize) -> String {
    if number < STEP {
        number.to_string()
    } else {
        format!("more than {}", (number - 1) / STEP * STEP)
    }
}

fn title(engine: &str) -> &str {
    match engine {
        "chromium" => "Chromium",
        "firefox" => "Firefox",
        "webkit" => "WebKit",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_change_in_steps() {
        assert_eq!(count(4), "4");
        assert_eq!(count(11), "more than 10");
        assert_eq!(count(20), "more than 10");
        assert_eq!(count(21), "more than 20");
    }
}
