//! The programs that measure, and the program that they measure: builds them, runs them, and reads what they print.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use bench_report::Verdict;
use serde_json::Value;

use crate::tool::{self, Finding};
use crate::{setup, terminal, widget};

/// How a program is built.
#[derive(Clone, Copy, PartialEq)]
pub enum Profile {
    /// Quickly.
    Dev,
    /// As it is shipped.
    Release,
}

impl Profile {
    fn flags(self) -> &'static [&'static str] {
        if self == Self::Release { &["--release"] } else { &[] }
    }

    fn folder(self) -> &'static str {
        if self == Self::Release { "release" } else { "debug" }
    }
}

/// Builds `basket`, alone, because others in the same build could switch features of its dependencies on.
pub fn build_basket(profile: Profile) -> Result<PathBuf> {
    // The program contains the widget's files.
    widget::build()?;
    setup::step("Building the program");
    tool::run(tool::cargo().args(["build", "--package", "basket-cli"]).args(profile.flags()))?;
    Ok(tool::target_folder()?.join(profile.folder()).join("basket"))
}

/// A program that measures, and its arguments. It is built when it is run.
pub fn bench(package: &str, profile: Profile, arguments: &[&str]) -> Command {
    let mut bench = tool::cargo();
    bench.args(["run", "--quiet", "--package", package]).args(profile.flags());
    bench.arg("--").args(arguments);
    bench
}

/// Lets it measure; what it found.
pub fn measure(bench: &mut Command) -> Result<Value> {
    // Progress is shown in the terminal.
    let measured = tool::output(bench.stderr(Stdio::inherit()))?;
    serde_json::from_str(&measured).context("the benchmark did not print JSON")
}

/// Writes what was measured to `docs/benchmarks`, and fails if a promise does not hold.
pub fn record(name: &str, measured: &Value) -> Result<()> {
    let verdict = bench_report::record(name, &format!("cargo xtask bench {name}"), measured)?;
    setup::step(&format!("Wrote {}/{name}.md", bench_report::FOLDER));
    conclude(&verdict)
}

/// Prints a verdict, and fails if it has failures.
pub fn conclude(verdict: &Verdict) -> Result<()> {
    for line in &verdict.lines {
        terminal::say(line);
    }
    match &verdict.failures[..] {
        [] => Ok(()),
        [failure] => bail!(Finding(failure.clone())),
        failures => bail!(Finding(format!("not as promised:\n{}", failures.join("\n")))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_a_finding() {
        assert!(conclude(&Verdict::default()).is_ok());
        let failures = vec!["reads: 0.90, at least 1".to_owned()];
        let error = conclude(&Verdict { failures, ..Verdict::default() }).unwrap_err();
        assert!(error.is::<Finding>());
    }
}
