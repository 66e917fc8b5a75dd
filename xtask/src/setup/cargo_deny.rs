//! cargo-deny, which holds the dependencies against `deny.toml`. It is built once, below the build folder.

use std::process::Command;

use anyhow::Result;

use super::{run, step};
use crate::tool;

const VERSION: &str = "0.20.2";

/// The program in this version, ready to be given arguments.
pub fn cargo_deny() -> Result<Command> {
    let folder = tool::target_folder()?.join("cargo-deny");
    let program = folder.join("bin/cargo-deny");
    let installed = tool::output(tool::command(&program).arg("--version")).unwrap_or_default();
    if !installed.trim().ends_with(VERSION) {
        step(&format!("Building cargo-deny {VERSION}, which takes some minutes"));
        // Unoptimised, it is there in a third of the time.
        let mut install = tool::cargo();
        install.args(["install", "cargo-deny", "--version", VERSION, "--locked", "--debug"]);
        run(install.arg("--quiet").arg("--root").arg(&folder))?;
    }
    Ok(tool::command(program))
}
