//! Two builds of the program, alternating in one run: `cargo xtask bench against REV`.
//!
//! Both services run at the same time, each with a database of its own, and take turns under the same load, so a slow
//! moment of the machine hits both. Two processes of one program can differ for as long as they live, by how their memory
//! and their files happen to lie; so every round has new processes and new databases.
//!
//! The programs are known by their files alone: all that they must have in common is `basket demo` and the API.

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

type Create = fn() -> Result<Database>;

/// What the programs keep their carts in.
const ENGINES: [(&str, Create); 2] =
    [("SQLite", Database::sqlite), ("PostgreSQL", Database::postgres)];
/// What is compared.
const KINDS: [(Kind, &str); 2] = [(Kind::Read, "reading a cart"), (Kind::Add, "adding")];
/// With fewer turns a median says little.
const LEAST_TURNS: usize = 7;
/// How many turns each program has between its start and its end.
const TURNS_OF_ROUND: usize = 2;
/// A cart's line holds 999, so longer turns would fill all carts.
const LONGEST_TURN: Duration = Duration::from_secs(5);
/// How many answers the new program must give for each of the old one.
const LIMIT: f64 = 0.97;

/// The turns of the old program and of the new one.
type Turns = [Vec<Turn>; 2];
const OLD: usize = 0;
const NEW: usize = 1;

/// How often and how long each program is under load, for each engine and kind.
#[derive(Debug, PartialEq)]
pub struct Options {
    turns: usize,
    turn: Duration,
}

impl Options {
    /// Reads `--turns N`, which is rounded up to whole rounds, and `--seconds S`.
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
        options.turns = options.turns.next_multiple_of(TURNS_OF_ROUND);
        let is_possible = !options.turn.is_zero() && options.turn <= LONGEST_TURN;
        ensure!(is_possible, "--seconds must be above 0 and at most {}", LONGEST_TURN.as_secs());
        Ok(options)
    }
}

/// Compares the programs on both engines; one ratio per engine and kind.
pub async fn measure(old: &Path, new: &Path, options: &Options) -> Result<Value> {
    let mut ratios = Vec::new();
    for (engine, create) in ENGINES {
        let mut turns = KINDS.map(|_| Turns::default());
        for round in 0..options.turns / TURNS_OF_ROUND {
            // Who starts and is first in one round is second in the next.
            let order = if round.is_multiple_of(2) { [OLD, NEW] } else { [NEW, OLD] };
            let programs = order.map(|side| (side, [old, new][side]));
            run_round(programs, create, options.turn, &mut turns).await?;
        }
        for ((_, what), turns) in KINDS.iter().zip(&turns) {
            let what = format!("{engine}, {what}");
            say(&format!(
                "     {what}: old {}; new {}",
                describe(&turns[OLD]),
                describe(&turns[NEW])
            ));
            ratios.push(json!({
                "what": format!("{what}, new to old"),
                "values": ratios_to_median(&rates(&turns[NEW]), &rates(&turns[OLD])),
                "at_least": LIMIT,
            }));
        }
    }
    Ok(json!({ "ratios": ratios }))
}

/// Starts both programs, and measures each kind with two turns of each program: A, B, B, A.
async fn run_round(
    programs: [(usize, &Path); 2],
    create: Create,
    time: Duration,
    turns: &mut [Turns; KINDS.len()],
) -> Result<()> {
    let [(first, program), (second, other)] = programs;
    let first = (first, start(program, create()?)?);
    let second = (second, start(other, create()?)?);
    for ((kind, _), turns) in KINDS.into_iter().zip(turns) {
        // Caches fill, and tables get their first pages; this does not count.
        for (_, instance) in [&first, &second] {
            instance.closed(kind, MANY_CALLERS, time / 2).await?;
        }
        for (side, instance) in [&first, &second, &second, &first] {
            turns[*side].push(instance.closed(kind, MANY_CALLERS, time).await?);
        }
    }
    Ok(())
}

fn start(program: &Path, database: Database) -> Result<Instance> {
    let service = Process::service_of(program, &database.address())
        .with_context(|| format!("{} did not start", program.display()))?;
    Instance::with_service(database, service)
}

/// Each value to the median of the others, so that the median of the result is the ratio of the medians.
fn ratios_to_median(values: &[f64], others: &[f64]) -> Vec<f64> {
    let median = median(others);
    values.iter().map(|value| value / median).collect()
}

/// Rate and processor time of one program, for the terminal.
fn describe(turns: &[Turn]) -> String {
    let rates = rates(turns);
    let least = rates.iter().copied().fold(f64::INFINITY, f64::min);
    let most = rates.iter().copied().fold(0.0, f64::max);
    let processor: Vec<f64> = turns.iter().map(Turn::cpu_micros_each).collect();
    let (rate, processor) = (median(&rates), median(&processor));
    format!("{rate:.0}/s ({least:.0} to {most:.0}), {processor:.1} µs of a processor each")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_limits() {
        let options = Options::parse(&["--turns", "7", "--seconds", "0.2"]).unwrap();
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
