//! `bench`: measures what must be fast, and fails over a limit. It is no part of `test`, because times mean little on a
//! busy machine.
//!
//! Only builds, installs and starts here. The crates under `bench/` measure and judge.

mod against;
mod failover;
mod program;
mod service;
mod widget;

use std::ffi::OsString;

use anyhow::{Result, bail};

use crate::{none, terminal};
use program::Profile;

/// A benchmark.
struct Benchmark {
    name: &'static str,
    arguments: &'static str,
    measures: &'static str,
    run: fn(&[OsString]) -> Result<()>,
}

const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "check",
        arguments: "",
        measures: "`basket check` over 1,000 pages of 17 KB, under 2 s",
        run: |arguments| none(arguments).and_then(|()| service::check()),
    },
    Benchmark {
        name: "config",
        arguments: "",
        measures: "a configuration of 4 KiB in Chromium at 4x CPU slowdown, under 1 ms",
        run: |arguments| none(arguments).and_then(|()| widget::config()),
    },
    Benchmark {
        name: "click",
        arguments: "",
        measures: "a click on + until it is painted, at 4x CPU slowdown, under 50 ms with 50 lines, 100 with 100",
        run: |arguments| none(arguments).and_then(|()| widget::click()),
    },
    Benchmark {
        name: "widget",
        arguments: "",
        measures: "a cart button, first and later view, and a click on +, beside one written by hand and three of npm's",
        run: |arguments| none(arguments).and_then(|()| widget::widget()),
    },
    Benchmark {
        name: "service",
        arguments: "",
        measures: "the service on both engines, beside bare axum, single transactions, the engines alone, Vendure and Medusa",
        run: |arguments| none(arguments).and_then(|()| service::service()),
    },
    Benchmark {
        name: "backend",
        arguments: "",
        measures: "the backend's pages with 100,000 products and 1,000,000 carts, on both engines, under 100 ms",
        run: |arguments| none(arguments).and_then(|()| service::backend()),
    },
    Benchmark {
        name: "capacity",
        arguments: "",
        measures: "what each request of a shopper costs on PostgreSQL, and what 100 to 1,000,000 carts a minute need",
        run: |arguments| none(arguments).and_then(|()| service::capacity()),
    },
    Benchmark {
        name: "frozen",
        arguments: "",
        measures: "one of sixteen connections to PostgreSQL stops answering: at most 20 % fewer changes, none waits longer",
        run: |arguments| none(arguments).and_then(|()| service::frozen()),
    },
    Benchmark {
        name: "large",
        arguments: "",
        measures: "10 million carts of 10,000 shops on PostgreSQL: reads and adds beside 1,000 carts, sweep, backend",
        run: service::large,
    },
    Benchmark {
        name: "against",
        arguments: "REV",
        measures: "reads and adds on both engines, alternating with the program of another commit, at most 3 % fewer",
        run: against::run,
    },
];

/// Uses the service for long; the only argument is the number of minutes.
pub fn soak(arguments: &[OsString]) -> Result<()> {
    service::soak(arguments)
}

/// Attacks the service; the arguments are those of `bench-service attack`.
pub fn attack(arguments: &[OsString]) -> Result<()> {
    service::attack(arguments, Profile::Release)
}

/// Changes PostgreSQL's primary while shoppers use the service; the arguments are those of `bench-failover`.
pub fn failover(arguments: &[OsString]) -> Result<()> {
    failover::run(arguments, Profile::Release)
}

/// The same with the program that tests run, once in each way.
pub fn check_failover() -> Result<()> {
    failover::run(&["--short".into()], Profile::Dev)
}

/// Attacks the program that tests run, and fails only if a shopper of another shop gets no answer or loses something.
pub fn check_attacks() -> Result<()> {
    service::attack(&["--check".into()], Profile::Dev)
}

/// Runs the benchmark with that name, or lists all.
pub fn run(arguments: &[OsString]) -> Result<()> {
    let [name, arguments @ ..] = arguments else {
        terminal::say(&list());
        return Ok(());
    };
    let Some(benchmark) = BENCHMARKS.iter().find(|benchmark| name == benchmark.name) else {
        let name = name.to_string_lossy();
        bail!("there is no benchmark `{name}`; these are:\n\n{}", list());
    };
    (benchmark.run)(arguments)
}

fn list() -> String {
    let line = |Benchmark { name, arguments, measures, .. }: &Benchmark| {
        let call = format!("{name} {arguments}");
        format!("cargo xtask bench {call:<12} {measures}")
    };
    BENCHMARKS.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_one_line_for_each_benchmark() {
        assert_eq!(list().lines().count(), BENCHMARKS.len());
    }

    #[test]
    fn an_unknown_benchmark_is_answered_with_the_list() {
        let error = run(&["speed".into()]).unwrap_err().to_string();
        assert!(error.contains("there is no benchmark `speed`") && error.ends_with(&list()));
    }

    #[test]
    fn arguments_are_checked() {
        assert!(run(&["check".into(), "fast".into()]).is_err());
        let error = run(&["against".into()]).unwrap_err().to_string();
        assert!(error.starts_with("name the commit"), "{error}");
    }
}
