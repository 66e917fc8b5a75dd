//! `deny`: holds the dependencies against `deny.toml`: security advisories, licences, banned crates and sources.

use anyhow::Result;

use crate::{setup, terminal, tool};

/// Checks all of it, as far as this machine can. The advisories are a Git repository at GitHub, which not every network
/// reaches; then it says so, and fails for nothing that it cannot know.
pub fn run() -> Result<()> {
    tool::run(setup::cargo_deny()?.args(["check", "licenses", "bans", "sources"]))?;
    if let Err(error) = tool::output(setup::cargo_deny()?.args(["fetch", "db"])) {
        terminal::complain(&format!(
            "NOT CHECKED: security advisories and yanked crates, because the advisories of RustSec could not be \
             fetched.\n{error}"
        ));
        return Ok(());
    }
    tool::run(setup::cargo_deny()?.args(["check", "advisories"]))
}
