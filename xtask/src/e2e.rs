//! `e2e`: the browser tests alone, on a widget and a program that are fresh.

use std::ffi::OsString;

use anyhow::Result;

use crate::{docs, examples, setup, tool};

/// Builds what the tests drive, then hands the arguments to `cargo test`.
pub fn run(arguments: &[OsString]) -> Result<()> {
    setup::browsers()?;
    setup::proxies()?;
    setup::axe()?;
    examples::build()?;
    docs::run()?;
    setup::step("Building the program");
    tool::run(tool::cargo().args(["build", "--package", "basket-cli"]))?;
    setup::step("Running the browser tests");
    let program = tool::target_folder()?.join("debug/basket");
    let mut test = tool::cargo();
    test.args(["test", "--package", "e2e"]).args(arguments).env("BASKET_BIN", program);
    tool::run(&mut test)
}
