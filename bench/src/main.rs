//! Measures the service against what it is built from, in one run, so that the machine matters little: each pair is
//! measured in turns, and what counts is the ratio of the medians.

mod backend;
mod baseline;
mod database;
mod load;
mod process;

use std::env;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use database::Database;
use load::{Line, Load, add, change, crowd, read};
use process::Process;
use serde_json::Value;

/// How many callers there are at once.
const CALLERS: usize = 64;
/// How long they go on in each turn.
const TURN: Duration = Duration::from_secs(2);
/// How often each side has its turn.
const TURNS: usize = 5;

#[expect(clippy::print_stdout, reason = "a benchmark is its output")]
fn say(line: &str) {
    println!("{line}");
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["bare", _] => baseline::bare().await,
        ["single", database] => baseline::single(database).await,
        ref parts => measure(parts).await,
    }
}

/// What was measured and is not as promised.
#[derive(Default)]
struct Judge(Vec<String>);

impl Judge {
    fn at_least(&mut self, what: &str, value: f64, limit: f64) {
        self.tell(what, value, value >= limit, &format!("at least {limit}"));
    }

    fn at_most(&mut self, what: &str, value: f64, limit: f64) {
        self.tell(what, value, value <= limit, &format!("at most {limit}"));
    }

    fn tell(&mut self, what: &str, value: f64, is_fine: bool, limit: &str) {
        let line = format!("{what}: {value:.2}, {limit}");
        say(&format!("{} {line}", if is_fine { "    " } else { "OVER" }));
        if !is_fine {
            self.0.push(line);
        }
    }
}

/// Measures the parts named, or all of them.
async fn measure(parts: &[&str]) -> Result<()> {
    let is_wanted = |part| parts.is_empty() || parts.contains(&part);
    let mut judge = Judge::default();
    for database in Database::both()? {
        if is_wanted("start") {
            start_and_memory(&database, &mut judge).await?;
        }
        if is_wanted("reads") {
            reads(&database, &mut judge).await?;
        }
    }
    if is_wanted("file") {
        additions_to_a_file(&mut judge).await?;
    }
    if is_wanted("server") {
        additions_to_a_server(&mut judge).await?;
    }
    if is_wanted("growth") {
        growth(&mut judge).await?;
    }
    // The shop that it needs takes longer to fill than all the others take.
    if parts.contains(&"backend") {
        backend::measure(&mut judge).await?;
    }
    anyhow::ensure!(judge.0.is_empty(), "not as promised:\n{}", judge.0.join("\n"));
    Ok(())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A turn, and how many seconds of a processor it took those who answered.
type Turn = (Load, f64);

async fn turn(
    process: &Process,
    database: &Database,
    load: impl Future<Output = Result<Load>>,
) -> Result<Turn> {
    let uses_server = matches!(database, Database::Postgres(..));
    let before = process.effort(uses_server)?;
    let load = load.await?;
    Ok((load, process.effort(uses_server)? - before))
}

/// Tells a rate with its waits; the tail must not be long.
fn tell(judge: &mut Judge, what: &str, turns: &[Turn]) -> f64 {
    let loads: Vec<Load> = turns.iter().map(|(load, _)| *load).collect();
    #[expect(clippy::cast_precision_loss, reason = "it is a rate, not an account")]
    let each = |(load, effort): &Turn| effort * 1e6 / load.answers as f64;
    let effort = median(turns.iter().map(each).collect());
    let rate = median(loads.iter().map(|load| load.rate).collect());
    let wait = |one: fn(&Load) -> Duration| {
        median(loads.iter().map(|load| one(load).as_secs_f64() * 1000.0).collect())
    };
    let (p50, p99) = (wait(|load| load.p50), wait(|load| load.p99));
    say(&format!(
        "     {what}: {rate:.0} a second, waits p50 {p50:.2} ms, p99 {p99:.2} ms, processor {effort:.0} µs"
    ));
    judge.at_most(&format!("{what}, p99 to p50"), p99 / p50, 10.0);
    rate
}

async fn start_and_memory(database: &Database, judge: &mut Judge) -> Result<()> {
    // The first start makes the tables.
    drop(Process::service(&database.address())?);
    let mut starts = Vec::new();
    for _ in 0..TURNS {
        let start = Instant::now();
        let service = Process::service(&database.address())?;
        let shop = b"GET /v1/shop?key=pk_demo HTTP/1.1\r\nhost: bench\r\n\r\n";
        Line::open(service.address).await?.call(shop).await?;
        starts.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    let service = Process::service(&database.address())?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    #[expect(clippy::cast_precision_loss, reason = "it is far from where precision ends")]
    let memory = service.memory()? as f64 / 1024.0;
    let name = database.name();
    judge.at_most(&format!("{name}, start to first answer, ms"), median(starts), 150.0);
    judge.at_most(&format!("{name}, idle memory, MiB"), memory, 40.0);
    Ok(())
}

/// New carts with a line in each; their tokens.
async fn carts(service: &Process, count: usize) -> Result<Vec<String>> {
    let mut line = Line::open(service.address).await?;
    let mut tokens = Vec::new();
    for number in 0..count {
        let key = format!("new {number} {:?}", Instant::now());
        let body = r#"{"lines":[{"sku":"MUG"}]}"#;
        let cart: Value =
            serde_json::from_slice(line.call(&change("/v1/carts", body, &key)).await?)?;
        tokens.push(cart["id"].as_str().context("a cart without an id")?.to_owned());
    }
    Ok(tokens)
}

async fn reads(database: &Database, judge: &mut Judge) -> Result<()> {
    let service = Process::service(&database.address())?;
    let tokens = carts(&service, CALLERS).await?;
    let ask = {
        let tokens = tokens.clone();
        move |caller: usize, _: usize| read(&tokens[caller])
    };
    let mut line = Line::open(service.address).await?;
    let bare = Process::part("bare", "", line.call(&read(&tokens[0])).await?)?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        let load = crowd(service.address, CALLERS, TURN, ask.clone());
        ours.push(turn(&service, database, load).await?);
        let load = crowd(bare.address, CALLERS, TURN, ask.clone());
        theirs.push(turn(&bare, database, load).await?);
    }
    let name = database.name();
    let rate = tell(judge, &format!("{name}, reading a cart"), &ours);
    let bare = tell(judge, "bare axum, the same bytes", &theirs);
    judge.at_least(&format!("{name}, reading a cart, to bare axum"), rate / bare, 0.5);
    Ok(())
}

/// Every caller adds to a cart of its own, with a key that is new each time.
async fn additions(service: &Process, address: std::net::SocketAddr) -> Result<Load> {
    let tokens = carts(service, CALLERS).await?;
    let turn = format!("{:?}", Instant::now());
    let ask =
        move |caller: usize, time: usize| add(&tokens[caller], &format!("{turn} {caller} {time}"));
    // A line holds 999, so a turn of additions is shorter.
    crowd(address, CALLERS, TURN / 2, ask).await
}

async fn additions_to_a_file(judge: &mut Judge) -> Result<()> {
    let database = Database::sqlite()?;
    let service = Process::service(&database.address())?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        ours.push(turn(&service, &database, additions(&service, service.address)).await?);
        // It is there for its turn only, since two writers would wait for each other.
        let single = Process::part("single", &database.address(), b"")?;
        theirs.push(turn(&single, &database, additions(&service, single.address)).await?);
    }
    say(&format!("     the disk flushes a page in {:.2} ms", database.flush()?));
    let rate = tell(judge, "SQLite, adding", &ours);
    let single = tell(judge, "one transaction for each addition", &theirs);
    judge.at_least("SQLite, adding, to one transaction each", rate / single, 15.0);
    Ok(())
}

async fn additions_to_a_server(judge: &mut Judge) -> Result<()> {
    let database = Database::postgres()?;
    let service = Process::service(&database.address())?;
    database.psql("CREATE TABLE bench (id bigserial PRIMARY KEY, client int, text text)")?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        ours.push(turn(&service, &database, additions(&service, service.address)).await?);
        theirs.push(database.pgbench(CALLERS, TURN.as_secs())?);
    }
    let rate = tell(judge, "PostgreSQL, adding", &ours);
    let pgbench = median(theirs);
    say(&format!("     pgbench, inserting one row: {pgbench:.0} a second"));
    judge.at_least("PostgreSQL, adding, to pgbench", rate / pgbench, 0.25);
    Ok(())
}

/// The same work with a thousand carts and with a million.
async fn growth(judge: &mut Judge) -> Result<()> {
    for (few, many) in Database::both()?.into_iter().zip(Database::both()?) {
        let mut sides = Vec::new();
        for (database, count) in [(&few, 1000), (&many, 1_000_000)] {
            drop(Process::service(&database.address())?);
            say(&format!("     {}: storing {count} carts", database.name()));
            let tokens = database.fill(count)?;
            sides.push((Process::service(&database.address())?, tokens));
        }
        let (mut reads, mut adds) = ([vec![], vec![]], [vec![], vec![]]);
        for turn in 0..TURNS {
            for (side, (service, tokens)) in sides.iter().enumerate() {
                let pick = {
                    let tokens = tokens.clone();
                    move |caller: usize, time: usize| {
                        tokens[(caller * 101 + time * 7) % tokens.len()].clone()
                    }
                };
                let picked = pick.clone();
                let ask = move |caller: usize, time: usize| read(&picked(caller, time));
                reads[side].push(crowd(service.address, CALLERS, TURN, ask).await?.rate);
                let ask = move |caller: usize, time: usize| {
                    add(&pick(caller, time), &format!("{turn} {caller} {time}"))
                };
                adds[side].push(crowd(service.address, CALLERS, TURN / 4, ask).await?.rate);
            }
        }
        for (what, [one, other]) in [("reading", reads), ("adding", adds)] {
            let what = format!("{}, {what}, 1,000 carts to 1,000,000", few.name());
            judge.at_most(&what, median(one) / median(other), 1.3);
        }
    }
    Ok(())
}
