//! Hours of everyday use, with everything switched on: shoppers who come, order and go, operators, changed products, metrics,
//! messages to shops and mails, some of which are not taken at once. What counts is that nothing piles up: not memory,
//! not files, not open connections.

mod callers;
mod receivers;

use std::fs::{self, File};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::database::Database;
use crate::process::{Process, basket_program};
use crate::report::{Limit, Report, say};
use callers::{Aim, CALLERS, Failures};
use receivers::Receivers;

/// How much more memory a service may hold after another hour, in MiB.
const MOST_GROWTH: f64 = 1.0;
/// How many more files and connections may be open than at the start; callers come and go.
const MOST_OPENED: f64 = 16.0;
/// The file with what it logs: a line for each message that is not taken.
const LOG: &str = "log";
/// How often memory is looked at.
const PAUSE: Duration = Duration::from_secs(10);
const LOOKS_PER_MINUTE: usize = 6;
/// How often it is told.
const TOLD: usize = 30;
/// For the first of so many parts of the time, caches fill and buffers grow; it does not count.
const PARTS: u32 = 4;

/// Carts that are there before, and how many of them are used while caches fill: more than the caches have room for.
const OLD_CARTS: u32 = 200_000;
const OLD_CARTS_USED: u32 = 40_000;

/// A service on one engine.
struct Soaked {
    engine: &'static str,
    service: Process,
    aim: Aim,
    /// Where it would leave files behind. Its log is there too.
    folder: TempDir,
    failures: Arc<Failures>,
    /// Hours since the start, and memory in MiB.
    memory: Vec<(f64, f64)>,
    /// How many files and connections were open.
    open: Vec<u32>,
    /// Goes with the service.
    _database: Database,
}

impl Soaked {
    async fn start(
        database: Database,
        receivers: &Receivers,
        callers: &mut JoinSet<()>,
        time: Duration,
    ) -> Result<Self> {
        let location = database.address();
        // It makes the demo shop, whose products and operator are known.
        drop(Process::service(&location)?);
        let old_carts = database.insert_carts(OLD_CARTS, OLD_CARTS_USED)?.into();
        let secret_key = callers::create_key(&location)?;
        let folder = tempfile::tempdir()?;
        let internal = free_address()?;
        let mut command = Command::new(basket_program()?);
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--log-format", "json"])
            .args(["--allow-private-webhooks", "--mail-from", "shop@example.com"])
            .args(["--database", &location, "--internal", &internal.to_string()])
            .args(["--smtp", &format!("smtp://{}", receivers.mails)])
            .current_dir(folder.path())
            .env("TMPDIR", folder.path())
            .stderr(File::create(folder.path().join(LOG))?);
        let service = Process::start(command, b"")?;
        let warm_up = time / PARTS;
        let aim = Aim { address: service.address, internal, secret_key, warm_up, old_carts };
        callers::set_up(&aim, &location, receivers.webhooks).await?;
        let failures = Arc::new(Failures::default());
        for call in CALLERS {
            callers.spawn(call(aim.clone(), Arc::clone(&failures)));
        }
        let engine = database.name();
        let (memory, open) = (Vec::new(), Vec::new());
        Ok(Self { engine, service, aim, folder, failures, memory, open, _database: database })
    }

    fn look(&mut self, since: Instant) -> Result<()> {
        self.memory.push((since.elapsed().as_secs_f64() / 3600.0, self.service.memory()?));
        self.open.push(self.service.open_files()?);
        if self.memory.len().is_multiple_of(TOLD)
            && let Some((hours, memory)) = self.memory.last()
        {
            let (engine, minutes) = (self.engine, hours * 60.0);
            say(&format!("     {engine}: {memory:.1} MiB after {minutes:.0} minutes"));
        }
        Ok(())
    }

    /// What is to be said about it at the end.
    async fn conclude(&self, report: &mut Report) -> Result<Value> {
        let engine = self.engine;
        let warm_up = self.aim.warm_up.as_secs_f64() / 3600.0;
        let counted = self.memory.partition_point(|(hours, _)| *hours < warm_up);
        let slope = slope(&floors(&self.memory[counted..]));
        let growth = format!("{engine}: memory, another hour");
        report.amount(&growth, &[slope], "MiB", Limit::AtMost(MOST_GROWTH));
        let opened = most(&self.open[counted..]) - most(&self.open[..counted]);
        let what = format!("{engine}: more files and connections open than at the start");
        report.amount(&what, &[opened], "", Limit::AtMost(MOST_OPENED));
        let what = format!("{engine}: requests without the answer they should have");
        report.amount(&what, &[f64::from(self.failures.count())], "", Limit::AtMost(0.0));
        let left = files(self.folder.path())?;
        let what = format!("{engine}: bytes in files other than database and log");
        report.amount(
            &what,
            &[total(left.iter().filter(|(name, _)| name != LOG).map(|(_, size)| *size))],
            "bytes",
            Limit::AtMost(0.0),
        );
        let metrics = callers::read_metrics(&self.aim).await?;
        let of_store = metrics.lines().filter(|line| line.starts_with("basket_store_"));
        Ok(json!({
            "engine": engine,
            "failed": self.failures.all(),
            "files": left.iter().map(|(name, size)| format!("{name}: {size}")).collect::<Vec<_>>(),
            "memory": self.memory.iter().step_by(TOLD).map(|(_, memory)| memory.round()).collect::<Vec<_>>(),
            "store": of_store.collect::<Vec<_>>(),
        }))
    }
}

/// Uses both engines at once, for so long.
pub async fn measure(minutes: u64) -> Result<Value> {
    let time = Duration::from_mins(minutes);
    let receivers = Receivers::open().await?;
    let mut callers = JoinSet::new();
    let mut soaked = Vec::new();
    for database in Database::both()? {
        soaked.push(Soaked::start(database, &receivers, &mut callers, time).await?);
    }
    let start = Instant::now();
    while start.elapsed() < time {
        tokio::time::sleep(PAUSE).await;
        soaked.iter_mut().try_for_each(|soaked| soaked.look(start))?;
    }
    callers.shutdown().await;
    let mut report = Report::default();
    let mut details = Vec::new();
    for soaked in &soaked {
        details.push(soaked.conclude(&mut report).await?);
    }
    let mut measured = report.json();
    measured["details"] = Value::from(details);
    measured["received"] = receivers.counts();
    Ok(measured)
}

/// The least memory of each minute: a password takes 19 MiB for the moment in which it is checked.
fn floors(memory: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let least = |minute: &[(f64, f64)]| minute.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1));
    memory.chunks(LOOKS_PER_MINUTE).filter_map(least).collect()
}

/// How fast a value grows: the line that fits best, by least squares.
fn slope(points: &[(f64, f64)]) -> f64 {
    let count = total(points.iter().map(|_| 1));
    let middle_x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
    let middle_y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
    let spread: f64 = points.iter().map(|(x, _)| (x - middle_x).powi(2)).sum();
    let common: f64 = points.iter().map(|(x, y)| (x - middle_x) * (y - middle_y)).sum();
    common / spread
}

fn most(open: &[u32]) -> f64 {
    f64::from(open.iter().max().copied().unwrap_or_default())
}

fn total(numbers: impl Iterator<Item = u32>) -> f64 {
    // The sum of nothing would be -0.
    numbers.map(f64::from).fold(0.0, |sum, number| sum + number)
}

/// The files in a folder, with their sizes.
fn files(folder: &Path) -> Result<Vec<(String, u32)>> {
    let entries = fs::read_dir(folder)?.map(|entry| {
        let entry = entry?;
        Ok((entry.file_name().display().to_string(), u32::try_from(entry.metadata()?.len())?))
    });
    entries.collect()
}

/// An address that nobody listens at just now.
fn free_address() -> Result<SocketAddr> {
    TcpListener::bind("127.0.0.1:0")?.local_addr().context("no address")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_through_points_has_their_slope() {
        let points: Vec<_> = (0..10).map(|x| (f64::from(x), 3.0 + 2.0 * f64::from(x))).collect();
        assert!((slope(&points) - 2.0).abs() < 1e-9);
    }
}
