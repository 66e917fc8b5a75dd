//! Tests the program `basket` while PostgreSQL's primary changes, with real programs: three PostgreSQL servers under
//! Patroni and etcd with synchronous replication, two processes of the service, and HAProxy before them. It links no
//! crate of the product. `BASKET_BIN` names the program.
//!
//! `bench-failover [--short] [--faults NUMBER] [--seed NUMBER] [--through pgbouncer] [--logs FOLDER]` kills, freezes, cuts
//! off and switches the primary while shoppers read, change carts and order. `bench-failover --replace [--before PROGRAM]`
//! replaces the processes of the service instead.
//!
//! Exit codes: 0 every promise holds, 1 one does not, 2 the test could not run.

mod balancer;
mod cluster;
mod fault;
mod http;
mod ledger;
mod options;
mod random;
mod read_back;
mod record;
mod relay;
mod replacement;
mod report;
mod sandbox;
mod service;
mod shop;
mod stage;
mod traffic;

use std::env;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use options::Options;
use random::Random;
use report::{Report, say, seconds};
use stage::Stage;
use tokio::time::sleep;
use traffic::Traffic;

/// How long shoppers are alone before the first fault, and after the last one.
const CALM: Duration = Duration::from_secs(3);

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match run(&arguments).await {
        Ok(broken) if broken.is_empty() => {
            say("every promise holds");
            ExitCode::SUCCESS
        }
        Ok(broken) => {
            say(&format!("not as promised:\n{}", broken.join("\n")));
            ExitCode::from(1)
        }
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}

/// What does not hold.
#[expect(clippy::print_stdout, reason = "the tables are what the program is run for")]
async fn run(arguments: &[String]) -> Result<Vec<String>> {
    let options = Options::parse(arguments)?;
    let start = Instant::now();
    say(&format!("seed {}", options.seed));
    let mut stage = Stage::set(&options).await?;
    say(&format!("everything runs after {} s", seconds(start.elapsed())));
    let traffic = Traffic::start(stage.balancer.port, &stage.shops, options.seed).await?;
    let told = Arc::clone(&traffic.told);
    sleep(CALM).await;
    let mut struck = Vec::new();
    if options.is_replacement {
        replacement::replace(&mut stage, &told).await?;
    } else {
        let faults = fault::plan(options.faults, &mut Random::new(options.seed));
        for (number, fault) in (1..).zip(&faults) {
            let result = stage.strike(&told.record, *fault).await?;
            say(&format!("{} {number}/{}: {result}", told.moment(), faults.len()));
            struck.push(result);
        }
        stage.cluster.wait_until_healthy().await?;
    }
    sleep(CALM).await;
    traffic.stop().await?;
    say("reading everything back");
    let compared = stage.compare(&told).await;
    let unread = compared.as_ref().err().map(|error| format!("{error:#}"));
    let findings = compared.unwrap_or_else(|_| told.findings());
    let is_replacement = options.is_replacement;
    let report = Report { struck: &struck, told: &told, findings, is_replacement };
    println!("{}", report.tables());
    say(&format!("{} s in all", seconds(start.elapsed())));
    Ok(report.broken().into_iter().chain(unread).collect())
}
