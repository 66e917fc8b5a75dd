//! One of the service's connections to PostgreSQL stops answering, as behind a switch that fails: `bench-service frozen`.
//!
//! The process of the server that serves the connection is stopped, and goes on afterwards. That is done only while it is
//! idle, since it would hold its locks as long, and hold up everybody for another reason.

use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::database::Database;
use crate::instance::Instance;
use crate::load::Turn;
use crate::report::{Limit, Report, rates, ratios};
use crate::requests::Kind;
use crate::traffic::MANY_CALLERS;

/// How long a turn is: several times the deadline of a change, and not so long that the lines are full.
const TURN: Duration = Duration::from_secs(10);
/// How far a turn is when the connection stops answering.
const LEAD: Duration = Duration::from_secs(1);
/// How often each of the two has its turn.
const PAIRS: usize = 5;
/// What the rate of answers must be, beside that of a turn in which nothing stops.
const LEAST: f64 = 0.8;
/// How long the service waits for an answer about a cart, in milliseconds: what the server has for it, and two seconds.
const DEADLINE: f64 = 4000.0;
/// A change that missed its deadline is made once more; that may take so long.
const AGAIN: f64 = 1000.0;

/// Compares turns in which a connection stops answering with others.
pub async fn measure() -> Result<Value> {
    let mut report = Report::default();
    let instance = Instance::new(Database::postgres()?)?;
    let turn = || instance.closed(Kind::Change, MANY_CALLERS, TURN);
    // Caches fill; this does not count.
    turn().await?;
    let (mut rest, mut frozen): (Vec<Turn>, Vec<Turn>) = Default::default();
    for _ in 0..PAIRS {
        rest.push(turn().await?);
        let (with, stopped) = tokio::join!(turn(), async {
            tokio::time::sleep(LEAD).await;
            Stopped::find(&instance.database)
        });
        drop(stopped?);
        frozen.push(with?);
    }
    let longest: Vec<f64> = frozen.iter().map(|turn| turn.load.longest).collect();
    let what = "changes while one of sixteen connections does not answer, to all of them";
    report.ratio(what, &ratios(&rates(&frozen), &rates(&rest)), Limit::AtLeast(LEAST));
    report.amount("the longest wait", &longest, "ms", Limit::AtMost(DEADLINE + AGAIN));
    Ok(report.json())
}

/// A process of the server that was stopped. It goes on when this is dropped.
struct Stopped(Pid);

impl Stopped {
    /// Stops the one that was last at work, since it will be asked again.
    fn find(database: &Database) -> Result<Self> {
        let last =
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle'
                    AND pid <> pg_backend_pid() ORDER BY state_change DESC LIMIT 1";
        for _ in 0..100 {
            let process = database.psql(last)?;
            let Ok(number) = process.trim().parse() else { continue };
            let stopped = Self(Pid::from_raw(number).context("no process")?);
            kill_process(stopped.0, Signal::STOP)?;
            let state = format!("SELECT state FROM pg_stat_activity WHERE pid = {number}");
            if database.psql(&state)?.trim() == "idle" {
                return Ok(stopped);
            }
            drop(stopped);
            thread::sleep(Duration::from_millis(1));
        }
        bail!("no connection was idle")
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        let _ = kill_process(self.0, Signal::CONT);
    }
}
