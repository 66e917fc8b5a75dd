//! `bench`: what is promised to be quick, measured, and held to its limit. It is no part of `test`: on a busy machine
//! a time says little.

mod browser;
mod check;
mod page;
pub mod report;
mod service;
mod times;
mod widget;

use std::ffi::OsString;

use anyhow::{Result, bail};

use crate::terminal;

/// A benchmark: its name, what it measures, and the function that does it and fails over its limit.
struct Benchmark {
    name: &'static str,
    measures: &'static str,
    run: fn() -> Result<()>,
}

const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "check",
        measures: "`basket check` over 1,000 pages of 17 KB, under 2 s",
        run: check::run,
    },
    Benchmark {
        name: "config",
        measures: "a configuration of 4 KiB in Chromium at 4x CPU slowdown, under 1 ms",
        run: browser::config,
    },
    Benchmark {
        name: "click",
        measures: "a click on + until it is painted, at 4x CPU slowdown, under 50 ms with 50 lines, 100 with 100",
        run: browser::click,
    },
    Benchmark {
        name: "widget",
        measures: "a cart button, first and later view, and a click on +, beside one written by hand and three of npm's",
        run: widget::run,
    },
    Benchmark {
        name: "service",
        measures: "the service on both engines, beside bare axum, single transactions, the engines alone, Vendure and Medusa",
        run: service::run,
    },
    Benchmark {
        name: "backend",
        measures: "the backend's pages with 100,000 products and 1,000,000 carts, on both engines, under 100 ms",
        run: service::backend,
    },
];

/// Runs the benchmark that is named, or lists all.
pub fn run(arguments: &[OsString]) -> Result<()> {
    let name = match arguments {
        [] => {
            terminal::say(&list());
            return Ok(());
        }
        [name] => name.to_string_lossy(),
        _ => bail!("at most one argument, the name of a benchmark"),
    };
    match BENCHMARKS.iter().find(|benchmark| name == benchmark.name) {
        Some(benchmark) => (benchmark.run)(),
        None => bail!("there is no benchmark `{name}`; these are:\n\n{}", list()),
    }
}

fn list() -> String {
    let line = |Benchmark { name, measures, .. }: &Benchmark| {
        format!("cargo xtask bench {name:<10} {measures}")
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
    fn a_benchmark_that_is_none_is_met_with_the_list() {
        let error = run(&["speed".into()]).unwrap_err().to_string();
        assert!(error.contains("there is no benchmark `speed`") && error.ends_with(&list()));
    }
}
