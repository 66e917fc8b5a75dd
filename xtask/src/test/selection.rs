//! Which steps the arguments of `test` select.

use std::ffi::OsString;

use anyhow::{Result, bail, ensure};

use super::steps::STEPS;
use super::{Run, Step, list};

/// What `test` does.
pub(super) enum Selection {
    /// Lists all steps.
    List,
    /// Runs these, in their usual order.
    Steps(Vec<&'static Step>),
}

impl Selection {
    /// Reads the arguments: nothing, `--list`, `--quick`, or `--only NAME[,NAME]`.
    pub(super) fn parse(arguments: &[OsString]) -> Result<Self> {
        let arguments: Vec<_> =
            arguments.iter().map(|argument| argument.to_string_lossy()).collect();
        let arguments: Vec<&str> = arguments.iter().map(AsRef::as_ref).collect();
        match arguments[..] {
            [] => Ok(Self::run(Run::Full)),
            ["--quick"] => Ok(Self::run(Run::Quick)),
            ["--list"] => Ok(Self::List),
            ["--only", names] => Self::only(names),
            [argument] if argument.starts_with("--only=") => {
                Self::only(&argument["--only=".len()..])
            }
            _ => bail!(
                "cannot read the arguments `{}`; use one of `--list`, `--quick` and `--only NAME[,NAME]`",
                arguments.join(" ")
            ),
        }
    }

    fn run(run: Run) -> Self {
        let is_part = |step: &&Step| step.part_of == run || step.part_of == Run::Both;
        Self::Steps(STEPS.iter().filter(is_part).collect())
    }

    fn only(names: &str) -> Result<Self> {
        let names: Vec<_> = names.split(',').map(str::trim).collect();
        for name in &names {
            let is_known = STEPS.iter().any(|step| step.name == *name);
            ensure!(is_known, "there is no step `{name}`; the steps are:\n\n{}", list(STEPS));
        }
        Ok(Self::Steps(STEPS.iter().filter(|step| names.contains(&step.name)).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(arguments: &[&str]) -> Result<Vec<&'static str>> {
        let arguments: Vec<_> = arguments.iter().map(OsString::from).collect();
        match Selection::parse(&arguments)? {
            Selection::List => Ok(vec!["list"]),
            Selection::Steps(steps) => Ok(steps.iter().map(|step| step.name).collect()),
        }
    }

    #[test]
    fn a_full_run_has_all_tests_and_a_quick_one_the_cheap_checks() {
        let full = names(&[]).unwrap();
        assert_eq!(full.len(), STEPS.len() - 1);
        assert!(full.contains(&"tests") && !full.contains(&"unit"));
        let quick = ["fmt", "tidy", "scripts", "clippy-wasm", "clippy", "unit"];
        assert_eq!(names(&["--quick"]).unwrap(), quick);
    }

    #[test]
    fn named_steps_run_in_their_usual_order() {
        assert_eq!(names(&["--only", "clippy,fmt"]).unwrap(), ["fmt", "clippy"]);
        assert_eq!(names(&["--only=size"]).unwrap(), ["size"]);
        assert_eq!(names(&["--list"]).unwrap(), ["list"]);
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_steps() {
        let error = names(&["--only", "fmt,lint"]).unwrap_err().to_string();
        assert!(error.starts_with("there is no step `lint`; the steps are:"), "{error}");
        assert!(error.ends_with(&list(STEPS)), "{error}");
        for arguments in [&["--fast"][..], &["--only"], &["--quick", "--list"]] {
            let error = names(arguments).unwrap_err().to_string();
            assert!(error.contains("use one of `--list`"), "{error}");
        }
    }

    #[test]
    fn names_are_unique() {
        let names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        let is_once = |name: &&str| names.iter().filter(|other| *other == name).count() == 1;
        assert!(names.iter().all(is_once));
    }
}
