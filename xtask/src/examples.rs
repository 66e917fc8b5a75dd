//! `examples`: the npm package and the examples, built by the tools that people build such things with.

use std::fs;
use std::time::SystemTime;

use anyhow::Result;

use crate::{setup, tool};

/// Fetches what they are built with, as the lock file has it, and builds each.
pub fn build() -> Result<()> {
    setup::npm()?;
    if !is_fetched() {
        setup::step("Fetching what the examples are built with");
        let mut fetch = tool::command("npm");
        tool::run(fetch.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]))?;
    }
    setup::step("Building the examples");
    tool::run(tool::command("npm").args(["run", "build", "--silent"]))
}

/// Whether everything is there since the lock file last changed; npm notes when it is done.
fn is_fetched() -> bool {
    let changed = |path: &str| -> Option<SystemTime> {
        fs::metadata(tool::root().join(path)).and_then(|file| file.modified()).ok()
    };
    changed("node_modules/.package-lock.json") > changed("package-lock.json")
}
