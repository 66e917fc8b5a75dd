//! `scripts`: checks of the widget's host scripts that need no browser: their types, rules that types cannot say, and
//! their tests. It must never know what a script does.

use anyhow::Result;

use crate::{setup, tool, widget};

/// The scripts.
const HOST: &str = "crates/basket-widget/host";
/// What TypeScript is to know of them.
const CONFIG: &str = "crates/basket-widget/host/jsconfig.json";
/// Their tests, which Node.js finds by their names.
const TESTS: &str = "crates/basket-widget/host-tests";

/// Checks the scripts and runs their tests.
pub fn check() -> Result<()> {
    let folder = setup::host_checks()?;
    setup::step("Checking the types of the host scripts");
    tool::run(tool::command(folder.join("node_modules/.bin/tsc")).args(["--project", CONFIG]))?;
    setup::step("Checking the rules of the host scripts");
    tool::run(tool::command("node").arg(folder.join("rules.js")).arg(HOST))?;
    // One of the tests compares with what the core shows.
    widget::build()?;
    setup::step("Testing the rules and the host scripts");
    for folder in [folder, tool::root().join(TESTS)] {
        tool::run(tool::command("node").arg("--test").current_dir(folder))?;
    }
    Ok(())
}
