//! The notes of a release: its part of CHANGELOG.md.

use std::fs;

use anyhow::{Context as _, Result};

use super::Release;
use crate::tool;

/// Until a version is released, its changes stand below this heading.
const UNRELEASED: &str = "Unreleased";

pub fn write(release: &Release) -> Result<()> {
    let changes = fs::read_to_string(tool::root().join("CHANGELOG.md"))?;
    let notes = of_version(&changes, release.version)
        .or_else(|| of_version(&changes, UNRELEASED))
        .context("CHANGELOG.md has no section for this version")?;
    Ok(fs::write(
        release.file("RELEASE_NOTES.md"),
        format!("# basket {}\n\n{notes}\n", release.version),
    )?)
}

/// The text below the heading of a version, up to the next one.
fn of_version<'a>(changes: &'a str, version: &str) -> Option<&'a str> {
    let is_heading = |line: &str| {
        let title = line.strip_prefix("## ").map(str::trim);
        title.is_some_and(|title| title.split_whitespace().next() == Some(version))
    };
    let heading = changes.lines().find(|line| is_heading(line))?;
    let (_, after) = changes.split_once(heading)?;
    Some(after.split("\n## ").next().unwrap_or(after).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_end_where_the_next_version_begins() {
        let changes = "# Changelog\n\n## 1.9.0 (2027-01-15)\n\n### New\n\n- A\n\n## 1.8.0\n\n- B\n";
        assert_eq!(of_version(changes, "1.9.0"), Some("### New\n\n- A"));
        assert_eq!(of_version(changes, "1.8.0"), Some("- B"));
        assert_eq!(of_version(changes, "1.7.0"), None);
    }
}
