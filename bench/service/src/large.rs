//! Ten million carts and ten thousand shops on PostgreSQL: `cargo xtask bench large`. Reads and adds take turns with the same
//! at a thousand carts; a shopper is there while the service sweeps; the backend's pages are asked for.

mod fill;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::backend::{self, PAGES};
use crate::capacity;
use crate::connection::Connection;
use crate::database::Database;
use crate::instance::{Instance, Pace};
use crate::load::Turn;
use crate::report::{Figures, Limit, Report, rates, ratios, say};
use crate::requests::{Caller, add, read};
use crate::traffic::MANY_CALLERS;
use fill::Size;

/// What is compared with: carts of one shop with those of one shop, and carts of many with those of many. In one shop, those
/// who read at the same time share its products, so their carts cost less.
const SMALL: Size = Size { carts: 1_000, shops: 1 };
const SMALL_SHOPS: Size = Size { carts: 1_000, shops: 1_000 };
/// How many times as long as with few carts a request may take.
const LIMIT: f64 = 1.5;
/// How many carts are read and changed.
const SAMPLE: u32 = 20_000;
/// How many turns each side has.
const TURNS: usize = 9;
/// How long the slowest statement of a sweep may take, in milliseconds. After ten seconds it would be cancelled.
const SLOWEST_STEP: f64 = 1000.0;
/// How much longer than at rest a shopper may wait while the service sweeps.
const SWEEP_LIMIT: f64 = 3.0;
/// How often that shopper asks.
const PAUSE: Duration = Duration::from_millis(25);
/// How long the shopper is watched at rest.
const REST: Duration = Duration::from_secs(12);
/// How long a sweep may go on: the next one begins after an hour.
const SWEEP_TIME: Duration = Duration::from_hours(1);

/// Pages that only a shop with orders has.
const ORDER_PAGES: [(&str, &str); 3] = [
    ("orders, in the middle", "/admin/orders?before=5000"),
    ("orders, a name that all have", "/admin/orders?q=ann"),
    ("orders, nothing to be found", "/admin/orders?q=zebra"),
];

/// Reads `--carts N` and `--shops N`.
fn parse(mut arguments: &[&str]) -> Result<Size> {
    let mut size = Size { carts: 10_000_000, shops: 10_000 };
    while let [name, value, rest @ ..] = arguments {
        let number = value.parse().with_context(|| format!("{name} must be a whole number"))?;
        match *name {
            "--carts" => size.carts = number,
            "--shops" => size.shops = number,
            _ => break,
        }
        arguments = rest;
    }
    if let [unknown, ..] = arguments {
        bail!("unexpected argument `{unknown}`; use --carts N and --shops N");
    }
    ensure!(size.carts >= 10_000, "--carts must be 10000 or more");
    ensure!(size.shops >= 2, "--shops must be 2 or more");
    Ok(size)
}

/// Carts that are read and changed, and what was measured.
struct Side<'a> {
    name: String,
    instance: &'a Instance,
    /// The key of each cart's shop, and its token.
    carts: Arc<[(String, String)]>,
    reads: Vec<Turn>,
    adds: Vec<Turn>,
    /// Bytes of the write-ahead log for each change.
    log: Vec<f64>,
}

impl<'a> Side<'a> {
    /// Carts of one shop, or of all others. Each is read once, which notes the visit.
    async fn open(instance: &'a Instance, size: Size, is_one_shop: bool) -> Result<Self> {
        let carts: Arc<[(String, String)]> = size.sample(SAMPLE, is_one_shop).into();
        let visits = carts.iter().map(|(key, cart)| read(Caller { key }, cart)).collect();
        capacity::send_all(instance.service.address, visits).await?;
        let shops =
            if is_one_shop { "one shop".to_owned() } else { format!("{} shops", size.shops) };
        let name = format!("{} carts in all, those of {shops}", size.carts);
        let (reads, adds, log) = Default::default();
        Ok(Self { name, instance, carts, reads, adds, log })
    }

    async fn turn(&mut self, pace: Pace) -> Result<()> {
        let at = |caller: usize, time: usize| caller * 7919 + time * 104_729;
        let (carts, others) = (Arc::clone(&self.carts), Arc::clone(&self.carts));
        let ask = move |caller, time| {
            let (key, cart) = &carts[at(caller, time) % carts.len()];
            read(Caller { key }, cart)
        };
        self.reads.push(self.instance.ask(MANY_CALLERS, pace.turn, ask).await?);
        let ask = move |caller, time| {
            let (key, cart) = &others[at(caller, time) % others.len()];
            add(Caller { key }, cart, "SKU-1")
        };
        let before = log(&self.instance.database)?;
        // A line holds 999, so a turn of additions is shorter.
        let turn = self.instance.ask(MANY_CALLERS, pace.turn / 2, ask).await?;
        self.log.push((log(&self.instance.database)? - before) / turn.load.answers);
        self.adds.push(turn);
        Ok(())
    }

    fn forget(&mut self) {
        (self.reads, self.adds, self.log) = Default::default();
    }

    fn figures(&self) -> Figures {
        let cpu = |turns: &[Turn]| turns.iter().map(Turn::cpu_micros_each).collect();
        vec![
            ("get", rates(&self.reads)),
            ("add", rates(&self.adds)),
            ("processor, get", cpu(&self.reads)),
            ("processor, add", cpu(&self.adds)),
            ("log, add", self.log.clone()),
        ]
    }
}

/// Bytes of the write-ahead log so far.
fn log(database: &Database) -> Result<f64> {
    Ok(database.psql("SELECT pg_current_wal_insert_lsn() - '0/0'")?.trim().parse()?)
}

/// Fills both databases, and measures.
pub async fn measure(arguments: &[&str]) -> Result<Value> {
    let size = parse(arguments)?;
    let mut report = Report::default();
    let [small, small_shops, large] = [(); 3].map(|()| Database::postgres());
    let (small, small_shops, large) = (small?, small_shops?, large?);
    report.version(large.name(), &large.version()?);
    large.configure(&[
        ("shared_preload_libraries", "pg_stat_statements"),
        ("shared_buffers", "2GB"),
        ("max_wal_size", "8GB"),
        ("max_parallel_maintenance_workers", "2"),
    ])?;
    large.psql("CREATE EXTENSION pg_stat_statements")?;
    let start = Instant::now();
    fill::fill(&small, SMALL).await?;
    fill::fill(&small_shops, SMALL_SHOPS).await?;
    fill::fill(&large, size).await?;
    let bytes: f64 = large.psql("SELECT pg_database_size(current_database())")?.trim().parse()?;
    let took = start.elapsed().as_secs_f64();
    report.computed("filled", "database", &[("size", bytes / 1e9), ("filled", took)], &[]);
    large.psql("SELECT pg_stat_statements_reset()")?;
    let instance = Instance::new(large)?;
    sweep(&mut report, &instance, size).await?;
    backend_pages(&mut report, &instance, size).await?;
    let few = [Instance::new(small)?, Instance::new(small_shops)?];
    compare(&mut report, &few, &instance, size).await?;
    Ok(report.json())
}

/// Lets the service sweep, which it does when it starts, while a shopper reads and adds.
async fn sweep(report: &mut Report, instance: &Instance, size: Size) -> Result<()> {
    let (start, mut waits) = (Instant::now(), Vec::new());
    let carts = size.sample(1000, false);
    let mut shopper = Shopper::new(instance, carts);
    let left = format!(
        "SELECT (SELECT count(*) FROM carts WHERE id <= {}) +
             (SELECT count(*) FROM idempotency WHERE created_at < 1000 * extract(epoch FROM now()) - 86400000 - 600000)
             + CASE WHEN (SELECT last_row FROM counted) < {} THEN 1 ELSE 0 END",
        size.expired(),
        // Carts of the last ten minutes are counted later.
        size.carts - size.uncounted() / 2
    );
    loop {
        waits.extend(shopper.shop(Duration::from_secs(2)).await?);
        let left: f64 = instance.database.psql(&left)?.trim().parse().unwrap_or(1.0);
        if left == 0.0 {
            break;
        }
        ensure!(start.elapsed() < SWEEP_TIME, "after an hour, {left} rows are still to be deleted");
    }
    let took = start.elapsed().as_secs_f64();
    tokio::time::sleep(Duration::from_secs(2)).await;
    let rest = shopper.shop(REST).await?;
    let slowest: f64 = instance
        .database
        .psql(
            "SELECT max(max_exec_time) FROM pg_stat_statements WHERE query ~ '^(DELETE|INSERT INTO days|SELECT max\\(id\\) AS last)'",
        )?
        .trim()
        .parse()?;
    for line in slow_statements(&instance.database)?.lines() {
        say(&format!("     {line}"));
    }
    let figures = vec![
        ("took", vec![took]),
        ("slowest step", vec![slowest]),
        ("p99 meanwhile", vec![p99(&waits)]),
        ("p99 at rest", vec![p99(&rest)]),
    ];
    let what = format!("{} carts counted, {} deleted", size.uncounted(), size.expired());
    report.row("sweep", &what, figures);
    let what = "sweep, the slowest statement";
    report.amount(what, &[slowest], "ms", Limit::AtMost(SLOWEST_STEP));
    let what = "sweep, p99 of a shopper, to rest";
    report.ratio(what, &[p99(&waits) / p99(&rest)], Limit::AtMost(SWEEP_LIMIT));
    Ok(())
}

/// The statements that took longest, for the terminal.
fn slow_statements(database: &Database) -> Result<String> {
    database.psql(
        "SELECT round(max_exec_time) || ' ms at most, ' || calls || ' calls: ' || left(regexp_replace(query, '\\s+', ' ', 'g'), 90)
         FROM pg_stat_statements WHERE query !~ 'pg_stat' ORDER BY max_exec_time DESC LIMIT 6",
    )
}

fn p99(waits: &[f64]) -> f64 {
    let mut waits = waits.to_vec();
    waits.sort_by(f64::total_cmp);
    waits.get(waits.len() * 99 / 100).copied().unwrap_or_default()
}

/// A shopper who reads and changes a cart now and then, as one of many shops has them.
struct Shopper {
    address: SocketAddr,
    carts: Vec<(String, String)>,
    requests: usize,
}

impl Shopper {
    fn new(instance: &Instance, carts: Vec<(String, String)>) -> Self {
        Self { address: instance.service.address, carts, requests: 0 }
    }

    /// How long each request took, in milliseconds.
    async fn shop(&mut self, time: Duration) -> Result<Vec<f64>> {
        // The service closes connections that are old.
        let mut connection = Connection::open(self.address).await?;
        let (start, mut waits) = (Instant::now(), Vec::new());
        while start.elapsed() < time {
            tokio::time::sleep(PAUSE).await;
            let (key, cart) = &self.carts[self.requests / 2 % self.carts.len()];
            let caller = Caller { key };
            let request = match self.requests % 2 {
                0 => read(caller, cart),
                _ => add(caller, cart, "SKU-1"),
            };
            self.requests += 1;
            let asked = Instant::now();
            connection.call(&request).await?;
            waits.push(asked.elapsed().as_secs_f64() * 1000.0);
        }
        Ok(waits)
    }
}

/// The pages of the demo shop, which has a tenth of the carts, and all orders.
async fn backend_pages(report: &mut Report, instance: &Instance, size: Size) -> Result<()> {
    let address = instance.service.address;
    let cookie = backend::sign_in(address, backend::DEMO_PASSWORD)?;
    let carts = size.sample(10, true);
    let (_, cart) = carts.last().context("no carts")?;
    let others = [("a cart", format!("/admin/carts/{cart}"))];
    let pages = PAGES.iter().filter(|(what, _)| size.carts >= 1_000_000 || *what != "a product");
    let pages = pages.chain(&ORDER_PAGES).map(|(what, path)| (*what, (*path).to_owned()));
    backend::ask_for(report, address, &cookie, "PostgreSQL", pages.chain(others)).await
}

/// Reads and adds, in turns.
async fn compare(
    report: &mut Report,
    [small, small_shops]: &[Instance; 2],
    large: &Instance,
    size: Size,
) -> Result<()> {
    let mut sides = [
        Side::open(small, SMALL, true).await?,
        Side::open(large, size, true).await?,
        Side::open(small_shops, SMALL_SHOPS, false).await?,
        Side::open(large, size, false).await?,
    ];
    // Caches fill; this does not count.
    for side in &mut sides {
        side.turn(Pace::CAREFUL).await?;
        side.forget();
    }
    for _ in 0..TURNS {
        for side in &mut sides {
            side.turn(Pace::CAREFUL).await?;
        }
    }
    for side in &sides {
        report.row("large", &side.name, side.figures());
    }
    let [one_of_few, one_of_many, shops_of_few, shops_of_many] = &sides;
    for (few, many) in [(one_of_few, one_of_many), (shops_of_few, shops_of_many)] {
        let pairs = [("reading", &few.reads, &many.reads), ("adding", &few.adds, &many.adds)];
        for (what, few_turns, many_turns) in pairs {
            let what = format!("{what}, {} to {}", few.name, many.name);
            let ratios = ratios(&rates(few_turns), &rates(many_turns));
            report.ratio(&what, &ratios, Limit::AtMost(LIMIT));
        }
    }
    // The first change of a page after a checkpoint writes the whole page into the log.
    let mut after_checkpoint = Vec::new();
    let mut others = Side::open(large, size, false).await?;
    for _ in 0..3 {
        large.database.psql("CHECKPOINT")?;
        others.turn(Pace::CAREFUL).await?;
        after_checkpoint.extend(others.log.last());
    }
    report.row("checkpoint", "add, right after a checkpoint", vec![("log", after_checkpoint)]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_parsed() {
        let size = parse(&[]).unwrap();
        assert_eq!((size.carts, size.shops), (10_000_000, 10_000));
        let size = parse(&["--carts", "20000", "--shops", "5"]).unwrap();
        assert_eq!((size.carts, size.shops), (20_000, 5));
        for wrong in [&["--carts", "1"][..], &["--carts"], &["--carts", "x"], &["fast"]] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn one_in_a_hundred_waits_longer() {
        let waits: Vec<f64> = (0..200).map(f64::from).collect();
        assert!((p99(&waits) - 198.0).abs() < 1e-9);
    }
}
