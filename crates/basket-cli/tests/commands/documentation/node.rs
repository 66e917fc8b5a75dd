//! Node.js, and esbuild, which builds the widget and hence is there. It reads TypeScript, JSX and CSS.

use super::pages::root;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The build folder, in which the tests have a folder of their own.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned()
}

/// Writes files into a folder and has esbuild read each; the folder of what it makes of them, with the same names and
/// another end. A warning is an error, too: esbuild goes on where a style sheet is wrong.
pub(super) fn build(
    folder: &Path,
    files: &[(String, String)],
    arguments: &[&str],
) -> Result<PathBuf, String> {
    let built = folder.join("built");
    if files.is_empty() {
        return Ok(built);
    }
    let mut command = Command::new(target().join("widget-tools/node_modules/.bin/esbuild"));
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
        command.arg(name);
    }
    command.args(["--log-level=warning", "--outdir=built"]).args(arguments);
    let output = command.current_dir(folder).stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() && said.trim().is_empty() { Ok(built) } else { Err(said.into()) }
}

/// Has Node.js read a module, without running it.
pub(super) fn check_module(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    fs::write(folder.join(name), text).unwrap();
    run(Command::new("node").args(["--check", name]).current_dir(folder)).map(drop)
}

/// Runs a program of the tests' own with arguments.
pub(super) fn run_file(name: &str, folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let program = root().join("crates/basket-cli/tests/commands/documentation").join(name);
    run(Command::new("node").arg(program).args(arguments).current_dir(folder))
}

/// Runs a command to a good end; what it says.
pub(super) fn run(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8(output.stdout).unwrap());
    }
    Err(String::from_utf8_lossy(&output.stderr).into())
}
