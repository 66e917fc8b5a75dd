//! `test`: all checks and tests as named steps, cheap ones first, and how long each took.

mod selection;
mod steps;

use std::ffi::OsString;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::{setup, terminal};
use selection::Selection;
use steps::STEPS;

/// A part of the test run.
struct Step {
    /// A short name for `--only`.
    name: &'static str,
    /// What it does, in a few words.
    does: &'static str,
    /// Which runs contain it, unless `--only` names it.
    part_of: Run,
    /// Does it.
    run: fn() -> Result<()>,
}

/// A run without names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Run {
    /// `cargo xtask test`.
    Full,
    /// `cargo xtask test --quick`.
    Quick,
    /// Both of them.
    Both,
}

/// A step that ran, and how long it took.
type Timed = (&'static str, Duration);

/// Runs the steps that the arguments select, and stops at the first that fails.
pub fn run(arguments: &[OsString]) -> Result<()> {
    let steps = match Selection::parse(arguments)? {
        Selection::List => {
            terminal::say(&list(STEPS));
            return Ok(());
        }
        Selection::Steps(steps) => steps,
    };
    let (start, count) = (Instant::now(), steps.len());
    let mut passed: Vec<Timed> = Vec::new();
    for (number, step) in (1..).zip(steps) {
        setup::step(&format!("{number}/{count} {}: {}", step.name, step.does));
        let begin = Instant::now();
        let result = (step.run)();
        let last = (step.name, begin.elapsed());
        if result.is_err() {
            terminal::say(&table(&passed, Some(last), start.elapsed()));
            return result.with_context(|| failure(step.name));
        }
        passed.push(last);
    }
    terminal::say(&table(&passed, None, start.elapsed()));
    Ok(())
}

fn failure(name: &str) -> String {
    format!("step `{name}` failed; run it again with `cargo xtask test --only {name}`")
}

/// One line for each step.
fn list(steps: &[Step]) -> String {
    let line = |step: &Step| {
        let part_of = match step.part_of {
            Run::Full => "full",
            Run::Quick => "quick",
            Run::Both => "full, quick",
        };
        format!("{:<12} {part_of:<12} {}", step.name, step.does)
    };
    steps.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// How long each step took, and all of them.
fn table(passed: &[Timed], failed: Option<Timed>, total: Duration) -> String {
    let row = |name: &str, time, result: &str| {
        format!("{name:<12} {:>12}  {result}", terminal::spoken(time))
    };
    let mut rows: Vec<_> = passed.iter().map(|(name, time)| row(name, *time, "passed")).collect();
    rows.extend(failed.map(|(name, time)| row(name, time, "failed")));
    let passed = format!("{} passed", passed.len());
    rows.push(row("total", total, &if failed.is_some() { passed + ", 1 failed" } else { passed }));
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_names_each_step_and_its_runs() {
        let list = list(STEPS);
        assert_eq!(list.lines().count(), STEPS.len());
        assert!(list.starts_with("tools        full "), "{list}");
        assert!(list.contains("\nfmt          full, quick  "), "{list}");
    }

    #[test]
    fn the_table_says_what_passed_what_failed_and_how_long_it_took() {
        let second = Duration::from_secs(1);
        let expected = "fmt                 1.0 s  passed\n\
                        clippy              2.0 s  failed\n\
                        total               3.0 s  1 passed, 1 failed";
        let (passed, failed) = (("fmt", second), ("clippy", second * 2));
        assert_eq!(table(&[passed], Some(failed), second * 3), expected);
        let expected = "fmt                 1.0 s  passed\n\
                        total               1.0 s  1 passed";
        assert_eq!(table(&[passed], None, second), expected);
    }

    #[test]
    fn a_failure_says_how_to_run_the_step_again() {
        assert!(failure("clippy").ends_with("`cargo xtask test --only clippy`"));
    }
}
