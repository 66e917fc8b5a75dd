//! The programs that the build starts: cargo, and those of `widget-tools`, which come from npm.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::Finding;

/// The folder below the build folder where `cargo xtask` installs the npm packages of `widget-tools`.
const TOOLS: &str = "widget-tools/node_modules/.bin";

/// The folder of the workspace.
pub fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own)
}

/// The cargo that started this program, or the one on the path.
pub fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    cargo.current_dir(root());
    cargo
}

/// A program from npm, ready to be given arguments.
pub fn tool(name: &str) -> Result<Command> {
    let program = target_folder()?.join(TOOLS).join(name);
    ensure!(
        program.is_file(),
        "{name} is not installed; run `cargo xtask widget`, which installs it"
    );
    let mut command = Command::new(program);
    command.current_dir(root());
    Ok(command)
}

/// Where cargo puts what it builds.
pub fn target_folder() -> Result<PathBuf> {
    let metadata = output(cargo().args(["metadata", "--format-version", "1", "--no-deps"]))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let folder = metadata["target_directory"].as_str();
    Ok(PathBuf::from(folder.context("`cargo metadata` names no target folder")?))
}

/// Runs a command that prints for itself.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start `{}`", shown(command)))?;
    if !status.success() {
        bail!(Finding(format!("`{}` failed ({status})", shown(command))));
    }
    Ok(())
}

/// Runs a command and returns what it prints; its messages go to the terminal.
fn output(command: &mut Command) -> Result<String> {
    let Output { status, stdout, .. } = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start `{}`", shown(command)))?;
    if !status.success() {
        bail!(Finding(format!("`{}` failed ({status})", shown(command))));
    }
    String::from_utf8(stdout).with_context(|| format!("`{}` did not print text", shown(command)))
}

/// The program's name and its first argument: all of them would hide what went wrong.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = [program].into_iter().chain(command.get_args().take(1));
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}
