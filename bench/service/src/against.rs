//! Two builds of the program, alternating in one run: `cargo xtask bench against REV`.
//!
//! Both services run at the same time, each with a database of its own, and take turns under the same load; every turn
//! swaps who is first. A slow moment of the machine hits both. The programs are known by their files alone: all that
//! they must have in common is `basket demo` and the API.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};

use crate::database::Database;
use crate::instance::Instance;
use crate::load::Turn;
use crate::process::Process;
use crate::report::{median, rates, say};
use crate::requests::Kind;
use crate::traffic::MANY_CALLERS;

/// What is compared.
const KINDS: [(Kind, &str); 2] = [(Kind::Read, "reading a cart"), (Kind::Add, "adding")];
/// With fewer turns a median says little.
const LEAST_TURNS: usize = 7;
/// A cart's line holds 999, so longer turns would fill all carts.
const LONGEST_TURN: Duration = Duration::from_secs(5);
/// How many answers the new program must give for each of the old one.
const LIMIT: f64 = 0.97;

/// How often and how long each program is under load, for each engine and kind.
#[derive(Debug, PartialEq)]
pub struct Options {
    turns: usize,
    turn: Duration,
}

impl Options {
    /// Reads `--turns N` and `--seconds S`.
    pub fn parse(mut arguments: &[&str]) -> Result<Self> {
        let mut options = Self { turns: 16, turn: Duration::from_secs(1) };
        while let [name, value, rest @ ..] = arguments {
            match *name {
                "--turns" => {
                    options.turns = value.parse().context("--turns must be a whole number")?;
                }
                "--seconds" => {
                    let seconds = value.parse().context("--seconds must be a number")?;
                    options.turn = Duration::try_from_secs_f64(seconds)?;
                }
                _ => break,
            }
            arguments = rest;
        }
        if let [unknown, ..] = arguments {
            bail!("unexpected argument `{unknown}`; use --turns N and --seconds S");
        }
        ensure!(options.turns >= LEAST_TURNS, "--turns must be {LEAST_TURNS} or more");
        let is_possible = !options.turn.is_zero() && options.turn <= LONGEST_TURN;
        ensure!(is_possible, "--seconds must be above 0 and at most {}", LONGEST_TURN.as_secs());
        Ok(options)
    }
}

/// Compares the programs on both engines; one ratio per engine and kind.
pub async fn measure(old: &Path, new: &Path, options: &Options) -> Result<Value> {
    let mut ratios = Vec::new();
    for create in [Database::sqlite, Database::postgres] {
        let (old, new) = (start(old, create)?, start(new, create)?);
        for (kind, what) in KINDS {
            let turns = alternate(&old, &new, kind, options).await?;
            let what = format!("{}, {what}", old.database.name());
            say(&format!("     {what}: {}", describe(&turns)));
            ratios.push(json!({
                "what": format!("{what}, new to old"),
                "values": ratios_to_median(&rates(&turns.new), &rates(&turns.old)),
                "at_least": LIMIT,
            }));
        }
    }
    Ok(json!({ "ratios": ratios }))
}

/// The turns of both programs.
#[derive(Default)]
struct Turns {
    old: Vec<Turn>,
    new: Vec<Turn>,
}

fn start(program: &Path, create: fn() -> Result<Database>) -> Result<Instance> {
    let database = create()?;
    let service = Process::service_of(program, &database.address())
        .with_context(|| format!("{} did not start", program.display()))?;
    Instance::with_service(database, service)
}

async fn alternate(old: &Instance, new: &Instance, kind: Kind, options: &Options) -> Result<Turns> {
    // Caches fill, and tables get their first pages; this does not count.
    for instance in [old, new] {
        instance.closed(kind, MANY_CALLERS, options.turn).await?;
    }
    let mut turns = Turns::default();
    for turn in 0..options.turns {
        if turn.is_multiple_of(2) {
            turns.old.push(old.closed(kind, MANY_CALLERS, options.turn).await?);
            turns.new.push(new.closed(kind, MANY_CALLERS, options.turn).await?);
        } else {
            turns.new.push(new.closed(kind, MANY_CALLERS, options.turn).await?);
            turns.old.push(old.closed(kind, MANY_CALLERS, options.turn).await?);
        }
    }
    Ok(turns)
}

/// Each value to the median of the others, so that the median of the result is the ratio of the medians.
fn ratios_to_median(values: &[f64], others: &[f64]) -> Vec<f64> {
    let median = median(others);
    values.iter().map(|value| value / median).collect()
}

/// Rates and processor time of both, for the terminal.
fn describe(turns: &Turns) -> String {
    let side = |turns: &[Turn]| {
        let rates = rates(turns);
        let least = rates.iter().copied().fold(f64::INFINITY, f64::min);
        let most = rates.iter().copied().fold(0.0, f64::max);
        let processor: Vec<f64> = turns.iter().map(Turn::cpu_micros_each).collect();
        let (rate, processor) = (median(&rates), median(&processor));
        format!("{rate:.0}/s ({least:.0} to {most:.0}), {processor:.1} µs of a processor each")
    };
    format!("old {}; new {}", side(&turns.old), side(&turns.new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_limits() {
        let options = Options::parse(&["--turns", "8", "--seconds", "0.2"]).unwrap();
        assert_eq!(options, Options { turns: 8, turn: Duration::from_millis(200) });
        assert!(Options::parse(&[]).unwrap().turns >= LEAST_TURNS);
        let wrong: [&[&str]; 6] = [
            &["--turns", "6"],
            &["--turns", "many"],
            &["--seconds", "0"],
            &["--seconds", "6"],
            &["--seconds", "-1"],
            &["--turns"],
        ];
        for arguments in wrong {
            assert!(Options::parse(arguments).is_err(), "{arguments:?}");
        }
    }

    #[test]
    fn the_median_of_the_ratios_is_the_ratio_of_the_medians() {
        let ratios = ratios_to_median(&[90.0, 110.0, 120.0], &[50.0, 100.0, 300.0]);
        assert!((median(&ratios) - 1.1).abs() < 1e-9);
        assert!((ratios[0] - 0.9).abs() < 1e-9);
    }
}
