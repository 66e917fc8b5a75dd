//! `basket doctor`: checks what `basket serve` would run with. It asks the same servers as the service, and changes
//! nothing: no table, no file, no mail, no webhook.

mod clock;
mod database;
mod disk;
mod limits;
mod mail;
mod public;
mod report;
mod stripe;
mod webhooks;

use crate::{FOUND, say, serve};
use anyhow::{Context, Result};
use basket_store::{Inspection, StoreError};
use clap::Args;
use report::Report;
use std::{process::ExitCode, time::Duration};
use tokio::{runtime::Runtime, time::timeout};

/// How long one question to a server may take.
const DEADLINE: Duration = Duration::from_secs(5);

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    flags: serve::Flags,
    /// Print a JSON array of objects with check, status, message and fix
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let runtime = Runtime::new().context("cannot start the async runtime")?;
    let report = runtime.block_on(examine(&arguments.flags));
    // A name that nobody resolves may keep a thread busy for longer than anybody wants to wait.
    runtime.shutdown_background();
    say(&if arguments.json { report.json() } else { report.text() })?;
    Ok(ExitCode::from(if report.has_failure() { FOUND } else { 0 }))
}

async fn examine(flags: &serve::Flags) -> Report {
    let mut report = Report::default();
    let answer = public::check(&mut report, flags).await;
    let location = flags.database.location();
    disk::check(&mut report, location);
    let database = database::check(&mut report, flags).await;
    clock::check(&mut report, answer.as_ref(), database.as_ref()).await;
    mail::check(&mut report, flags).await;
    let shops = database::shops(&mut report, flags, database.as_ref()).await;
    stripe::check(&mut report, flags, shops.as_deref()).await;
    webhooks::check(&mut report, flags, shops.as_deref()).await;
    limits::check(&mut report, flags);
    report
}

/// A database that answers, and whether its tables are those of this program.
struct Opened {
    inspection: Inspection,
    is_current: bool,
}

/// What the database says, unless it takes too long.
async fn in_time<T>(answer: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let late = || {
        let seconds = DEADLINE.as_secs();
        StoreError::Unavailable(format!("no answer within {seconds} seconds"))
    };
    timeout(DEADLINE, answer).await.unwrap_or_else(|_| Err(late()))
}
