//! `docs`: the program of the crate `docs-build`, which makes the documentation's site.

use anyhow::Result;

use crate::{setup, terminal, tool};

/// Builds the site, and says where it is.
pub fn run() -> Result<()> {
    setup::step("Building the site");
    tool::run(tool::cargo().args(["run", "--package", "docs-build"]))?;
    let start = tool::target_folder()?.join("docs/index.html");
    terminal::say(&format!("The site starts at {}", start.display()));
    Ok(())
}
