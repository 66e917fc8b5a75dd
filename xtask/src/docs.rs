//! `docs`: the program of the crate `docs-build`, which makes the documentation's site, and a search for what people look
//! for in it.

use anyhow::Result;

use crate::{setup, terminal, tool, widget};

/// Searches the site as its own search box does.
const SEARCH: &str = "crates/docs-build/scripts/check-search.mjs";
/// What people look for, and where they must find it.
const TASKS: &str = "docs/tasks.md";

/// Builds the site, searches it, and says where it is.
pub fn run() -> Result<()> {
    tool::require(&["node"])?;
    // Live examples have the basket's own files.
    widget::build()?;
    setup::step("Building the site");
    tool::run(tool::cargo().args(["run", "--package", "docs-build"]))?;
    let site = tool::target_folder()?.join("docs");
    setup::step("Searching it for what people look for");
    tool::run(tool::command("node").arg(SEARCH).arg(&site).arg(TASKS))?;
    terminal::say(&format!("The site starts at {}", site.join("index.html").display()));
    Ok(())
}
