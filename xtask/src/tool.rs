//! Running other programs: cargo, rustup, git. A program that is missing could not run, one that
//! ran and was not content has found something; the two never look the same.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context as _, Error, Result, bail};
use serde_json::Value;

/// A check that ran and found something. Every other error means that a command could not run.
#[derive(Debug)]
pub struct Finding(pub String);

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Finding {}

/// The folder of the workspace.
pub fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

/// A command that runs in the workspace's folder.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// The cargo that started us, or the one on the path.
pub fn cargo() -> Command {
    command(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
}

/// Runs a command that prints for itself.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(|error| not_started(command, &error))?;
    if !status.success() {
        bail!(Finding(format!("`{}` failed ({status})", shown(command))));
    }
    Ok(())
}

/// Runs a command for what it prints.
pub fn output(command: &mut Command) -> Result<String> {
    let Output { status, stdout, stderr } =
        command.output().map_err(|error| not_started(command, &error))?;
    if !status.success() {
        let stderr = String::from_utf8_lossy(&stderr);
        bail!("`{}` failed ({status})\n{}", shown(command), stderr.trim_end());
    }
    String::from_utf8(stdout).with_context(|| format!("`{}` did not print text", shown(command)))
}

/// Makes sure that programs can be started, before any long work begins.
pub fn require(programs: &[&str]) -> Result<()> {
    programs.iter().try_for_each(|program| output(command(program).arg("--version")).map(drop))
}

/// What cargo knows of the workspace and of all that it depends on.
pub fn metadata() -> Result<Value> {
    let text = output(cargo().args(["metadata", "--format-version", "1", "--all-features"]))?;
    serde_json::from_str(&text).context("`cargo metadata` did not print JSON")
}

/// Where cargo puts what it builds.
pub fn target_folder() -> Result<PathBuf> {
    let metadata = output(cargo().args(["metadata", "--format-version", "1", "--no-deps"]))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let folder = metadata["target_directory"].as_str();
    Ok(PathBuf::from(folder.context("`cargo metadata` names no target folder")?))
}

fn not_started(command: &Command, error: &std::io::Error) -> Error {
    let program = command.get_program().to_string_lossy();
    if error.kind() != ErrorKind::NotFound {
        return anyhow::anyhow!("cannot start `{program}`: {error}");
    }
    let whence = match Path::new(command.get_program()).file_stem().and_then(OsStr::to_str) {
        Some("cargo" | "rustup") => "from https://rustup.rs",
        Some("git") => "from https://git-scm.com",
        _ => "with the package manager of this system",
    };
    anyhow::anyhow!("`{program}` is missing; install it {whence} and try again")
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = [program].into_iter().chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_tool_is_named_with_the_way_to_get_it() {
        let mut missing = Command::new("/nowhere/rustup");
        let error = run(missing.arg("--version")).unwrap_err();
        assert!(!error.is::<Finding>());
        let expected =
            "`/nowhere/rustup` is missing; install it from https://rustup.rs and try again";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn a_tool_that_fails_has_found_something() {
        let error = run(cargo().args(["--no-such-flag"]).stderr(std::process::Stdio::null()));
        let error = error.unwrap_err();
        assert!(error.is::<Finding>());
        assert!(error.to_string().starts_with("`cargo --no-such-flag` failed"), "{error}");
    }
}
