//! `bench service`, `bench backend`, `bench capacity`, `bench frozen`, `bench large` and `bench check`: the program
//! `basket`, measured by the crate `bench-service`.

use std::ffi::OsString;

use anyhow::Result;
use serde_json::Value;

use super::program::{self, Profile};
use crate::{setup, terminal};

/// The service on both engines, next to what it is built from and its peers.
pub fn service() -> Result<()> {
    setup::databases()?;
    let basket = program::build_basket(Profile::Release)?;
    let mut bench = program::bench("bench-service", Profile::Release, &[]);
    bench.env("BASKET_BIN", basket);
    bench.env("VENDURE_FOLDER", setup::vendure()?).env("MEDUSA_FOLDER", setup::medusa()?);
    setup::step("Measuring, which takes about thirteen minutes");
    program::record("service", &program::measure(&mut bench)?)
}

/// The backend's pages with a hundred thousand products and a million carts.
pub fn backend() -> Result<()> {
    setup::databases()?;
    let basket = program::build_basket(Profile::Release)?;
    let mut bench = program::bench("bench-service", Profile::Release, &["backend"]);
    setup::step("Measuring, which takes about two minutes");
    program::record("backend", &program::measure(bench.env("BASKET_BIN", basket))?)
}

/// What each request costs on PostgreSQL, and what a number of carts a minute needs.
pub fn capacity() -> Result<()> {
    setup::databases()?;
    let basket = program::build_basket(Profile::Release)?;
    let mut bench = program::bench("bench-service", Profile::Release, &["capacity"]);
    setup::step("Measuring, which takes about eight minutes");
    program::record("capacity", &program::measure(bench.env("BASKET_BIN", basket))?)
}

/// One of sixteen connections to PostgreSQL that does not answer.
pub fn frozen() -> Result<()> {
    setup::databases()?;
    let basket = program::build_basket(Profile::Release)?;
    let mut bench = program::bench("bench-service", Profile::Release, &["frozen"]);
    setup::step("Measuring, which takes about two minutes");
    let measured = program::measure(bench.env("BASKET_BIN", basket))?;
    program::conclude(&bench_report::judge_ratios(&measured["ratios"])?)
}

/// Millions of carts and thousands of shops on PostgreSQL. The arguments are those of `bench-service large`.
pub fn large(arguments: &[OsString]) -> Result<()> {
    setup::databases()?;
    let basket = program::build_basket(Profile::Release)?;
    let mut bench = program::bench("bench-service", Profile::Release, &["large"]);
    bench.args(arguments).env("BASKET_BIN", basket);
    setup::step("Storing and measuring, which takes about ten minutes with 10 million carts");
    let measured = program::measure(&mut bench)?;
    terminal::say(&bench_report::tables(&measured)?);
    program::conclude(&bench_report::judge_ratios(&measured["ratios"])?)
}

/// How long `basket check` takes for a whole site.
pub fn check() -> Result<()> {
    let basket = program::build_basket(Profile::Release)?;
    let mut bench = program::bench("bench-service", Profile::Release, &["check"]);
    setup::step("Checking 1,000 pages, nine times and once to warm up");
    let times = program::measure(bench.env("BASKET_BIN", basket))?;
    program::conclude(&bench_report::judge_times(&times)?)
}

/// What a shopper notices of attacks on another shop.
pub fn attack(arguments: &[OsString], profile: Profile) -> Result<()> {
    setup::databases()?;
    let basket = program::build_basket(profile)?;
    let mut bench = program::bench("bench-service", profile, &["attack"]);
    bench.args(arguments).env("BASKET_BIN", basket);
    setup::step("Attacking, which takes about seven minutes; with --quick or --check, two");
    let measured = program::measure(&mut bench)?;
    let mut verdict = bench_report::judge_ratios(&measured["ratios"])?;
    let failures = measured["failures"].as_array().into_iter().flatten();
    verdict.failures.extend(failures.filter_map(Value::as_str).map(str::to_owned));
    program::conclude(&verdict)
}

/// Whether anything piles up in a service that is used for long.
pub fn soak(arguments: &[OsString]) -> Result<()> {
    let hour = OsString::from("60");
    let minutes = arguments.first().unwrap_or(&hour);
    setup::databases()?;
    let basket = program::build_basket(Profile::Release)?;
    let mut bench = program::bench("bench-service", Profile::Release, &["soak"]);
    bench.arg(minutes).env("BASKET_BIN", basket);
    setup::step(&format!("Using the service for {} minutes", minutes.display()));
    let measured = program::measure(&mut bench)?;
    for detail in [&measured["details"], &measured["received"]] {
        terminal::say(&format!("{detail:#}"));
    }
    program::conclude(&bench_report::judge_ratios(&measured["ratios"])?)
}
