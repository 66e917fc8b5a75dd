//! `demo`: builds everything with a profile that compiles quickly, and becomes the demo shop.

use std::ffi::OsString;
use std::process::Command;

use anyhow::Result;

use crate::{setup, tool, widget};

/// Builds the widget and the program, then runs its `demo` with the given arguments.
pub fn run(arguments: &[OsString]) -> Result<()> {
    widget::build()?;
    setup::step("Building the program");
    tool::run(tool::cargo().args(["build", "--profile", "demo", "--package", "basket-cli"]))?;
    let program = tool::target_folder()?.join("demo/basket");
    // Not in the workspace's folder: a relative path among the arguments is relative to the caller's.
    become_program(Command::new(program).arg("demo").args(arguments))
}

/// Takes this process's place, so that Ctrl-C and every other signal reach the program itself.
#[cfg(unix)]
fn become_program(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt as _;
    let error = command.exec();
    Err(error).map_err(|error| anyhow::anyhow!("cannot start the program just built: {error}"))
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> Result<()> {
    tool::run(command)
}
