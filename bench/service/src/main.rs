//! Measures the program `basket`, as other processes know it: over HTTP and by its command line. It links no crate of the
//! product. `BASKET_BIN` names the program.
//!
//! `bench-service [--quick] [PART…]` measures the service next to what it is built from and next to its peers. Each pair
//! takes turns in one run, so the machine matters little, and what counts is their ratio. `bench-service against OLD NEW`
//! compares two builds of the program, `bench-service attack [--quick] [NAME…]` attacks a service, `bench-service soak
//! MINUTES` uses it for long, `bench-service capacity [--quick]` measures what each request costs on PostgreSQL,
//! `bench-service large [--carts N] [--shops N]` fills a large database, `bench-service frozen` has a connection to PostgreSQL
//! stop answering, and `bench-service check` measures `basket check`.
//!
//! All of it is printed as JSON. The crate `bench-report` judges it; nothing is judged here.

mod against;
mod attack;
mod backend;
mod baselines;
mod capacity;
mod check;
mod connection;
mod database;
mod frozen;
mod instance;
mod large;
mod load;
mod medusa;
mod peer;
mod process;
mod report;
mod requests;
mod shop_page;
mod shops;
mod sizes;
mod small_servers;
mod soak;
mod start;
mod tables;
mod traffic;
mod vendure;

use std::env;
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, ensure};
use attack::Depth;
use database::Database;
use instance::Pace;
use medusa::Medusa;
use report::{Report, say};
use serde_json::Value;
use vendure::Vendure;

/// What is measured if nothing is named.
const PARTS: [&str; 10] =
    ["start", "closed", "open", "reads", "file", "server", "vendure", "medusa", "growth", "lines"];
/// The shop that it needs takes as long to fill as many others take, so it is measured only if it is named.
const BACKEND: &str = "backend";

#[tokio::main]
#[expect(clippy::print_stdout, reason = "a benchmark is its output")]
async fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let measured = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        // The small servers that the service is compared with.
        ["bare", _] => return small_servers::bare().await,
        ["single", database] => return small_servers::single(database).await,
        ["check"] => check::measure()?,
        ["attack", "--check", ref named @ ..] => attack::measure(Depth::Check, named).await?,
        ["attack", "--quick", ref named @ ..] => attack::measure(Depth::Quick, named).await?,
        ["attack", ref named @ ..] => attack::measure(Depth::Careful, named).await?,
        ["capacity"] => capacity::measure(capacity::Effort::CAREFUL).await?,
        ["capacity", "--quick"] => capacity::measure(capacity::Effort::QUICK).await?,
        ["frozen"] => frozen::measure().await?,
        ["large", ref options @ ..] => large::measure(options).await?,
        ["soak", minutes] => soak::measure(minutes.parse()?).await?,
        ["against", old, new, ref options @ ..] => {
            let options = against::Options::parse(options)?;
            against::measure(Path::new(old), Path::new(new), &options).await?
        }
        ["--quick", ref parts @ ..] => measure(parts, Pace::QUICK).await?,
        ref parts => measure(parts, Pace::CAREFUL).await?,
    };
    println!("{measured:#}");
    Ok(())
}

/// Measures the parts named, or all of them.
async fn measure(parts: &[&str], pace: Pace) -> Result<Value> {
    for part in parts {
        ensure!(PARTS.contains(part) || *part == BACKEND, "{part} is none of {PARTS:?}");
    }
    let parts = if parts.is_empty() { &PARTS[..] } else { parts };
    let mut report = Report::default();
    for database in Database::both()? {
        report.version(database.name(), &database.version()?);
    }
    for part in parts {
        let start = Instant::now();
        match *part {
            "start" => start::measure(&mut report, pace).await?,
            "closed" => traffic::closed(&mut report, pace).await?,
            "open" => traffic::open(&mut report, pace).await?,
            "reads" => baselines::reads(&mut report, pace).await?,
            "file" => baselines::file(&mut report, pace).await?,
            "server" => baselines::server(&mut report, pace).await?,
            "vendure" => {
                peer::measure::<Vendure>(&mut report, pace, Database::sqlite).await?;
                peer::measure::<Vendure>(&mut report, pace, Database::postgres).await?;
            }
            "medusa" => peer::measure::<Medusa>(&mut report, pace, Database::postgres).await?,
            "growth" => sizes::growth(&mut report, pace).await?,
            "lines" => sizes::lines(&mut report, pace).await?,
            _ => backend::measure(&mut report).await?,
        }
        say(&format!("==== {part} took {:.0} s", start.elapsed().as_secs_f64()));
    }
    Ok(report.json())
}
