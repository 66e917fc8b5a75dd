//! `widget` and `size`: the program of the crate `widget-build`, once everything that it needs is installed. It is a
//! program of its own so that no other command has to compile it.

use std::process::Command;

use anyhow::Result;

use crate::{setup, tool};

/// Builds the files that a page loads into `target/widget`.
pub fn build() -> Result<()> {
    setup::step("Building the widget");
    tool::run(&mut program()?)
}

/// Builds them, prints their sizes, and fails over `size-budget.toml`.
pub fn size() -> Result<()> {
    setup::step("Building the widget");
    tool::run(program()?.arg("size"))
}

/// `widget-build`, ready to be given arguments.
pub fn program() -> Result<Command> {
    tool::require(&["rustup"])?;
    setup::compiler()?;
    setup::widget_tools()?;
    let mut cargo = tool::cargo();
    cargo.args(["run", "--package", "widget-build", "--"]);
    Ok(cargo)
}
