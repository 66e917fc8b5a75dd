//! What each request of a shopper costs on PostgreSQL, and what a number of carts a minute needs: `cargo xtask bench
//! capacity`.
//!
//! Each step of a visit is measured twice: at an eighth of the rate that the service reaches or less, where nearly every request
//! is asked of the database by itself, and saturated, where many requests share round trips and flushes. The model in `model`
//! does sums with these costs; a run of whole visits shows how near the sums are.

mod counters;
mod drive;
mod model;
mod relay;
mod steps;
mod visits;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::database::Database;
use crate::instance::Instance;
use crate::process::Process;
use crate::report::{Limit, Report, say};
use crate::shops;
use crate::traffic::MANY_CALLERS;
use counters::{Counters, REPORT_DELAY};
use drive::{drive, nothing};
use model::{Cost, MACHINES, VISIT, cost_of_cart, need, parts};
use relay::Relay;
use steps::{SHOPS, Step, Target};

/// Of the rate that a saturated service reaches, a moderate load is this part, and at most so many requests a second: they
/// are sent at whole milliseconds, and those of one millisecond would share statements.
const MODERATE: f64 = 1.0 / 8.0;
const MODERATE_RATE: f64 = 500.0;
/// How long a moderate load lasts at most, in seconds.
const MODERATE_SECONDS: f64 = 5.0;
/// How many requests are sent one after the other through the relay.
const ALONE: usize = 200;
/// Carts a minute that the page is about.
const CARTS: [(f64, &str); 3] = [(100.0, "100"), (10_000.0, "10,000"), (1_000_000.0, "1,000,000")];
/// What whole visits cost is at least this part of the costs when saturated, and at most so many times those at a moderate load.
const TOLERANCE: [f64; 2] = [0.67, 1.5];

/// How much is measured.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// By how much there are fewer requests.
    fewer: usize,
    /// How long to wait for late counts.
    delay: Duration,
    /// How long visits are made.
    visits: Duration,
}

impl Effort {
    /// As much as a result needs.
    pub const CAREFUL: Self =
        Self { fewer: 1, delay: REPORT_DELAY, visits: Duration::from_secs(20) };
    /// For trying the benchmark itself out.
    pub const QUICK: Self =
        Self { fewer: 20, delay: Duration::from_millis(100), visits: Duration::from_secs(2) };
}

/// What was measured of a step at one load.
#[derive(Debug, Clone, Copy)]
struct Measured {
    rate: f64,
    each: Counters,
    sent: f64,
}

impl Measured {
    fn cost(&self, kept: &Counters) -> Cost {
        let Counters { processor, wal, flushes, .. } = self.each;
        Cost {
            service: processor.service * 1e6,
            database: processor.server * 1e6,
            wal,
            flushes,
            sent: self.sent,
            // What is left after the space of old versions of rows has been used again.
            kept_a_day: kept.kept_a_day.max(0.0),
            kept_longer: kept.kept_longer.max(0.0),
        }
    }
}

/// The costs of a step: at a moderate load, and saturated.
type Costs = HashMap<&'static str, [Cost; 2]>;
const LOADS: [&str; 2] = ["moderate", "saturated"];

/// Measures every step, and computes the rest.
pub async fn measure(effort: Effort) -> Result<Value> {
    let mut report = Report::default();
    let database = Database::postgres()?;
    report.version(database.name(), &database.version()?);
    counters::prepare(&database)?;
    drop(Process::service(&database.address())?);
    shops::insert(&database, SHOPS, 1)?;
    let instance = Instance::new(database)?;
    let target = Target { address: instance.service.address, database: &instance.database };
    say("     preparing carts and checkouts");
    let mut prepared = Vec::new();
    for step in Step::ALL {
        let count = step.count() / effort.fewer;
        // Connections open, statements are prepared, tables get their first pages; this does not count.
        let warm_up = target.requests(step, count / 10, SHOPS).await?;
        drive(target.address, MANY_CALLERS, None, warm_up, nothing).await.context(step.name())?;
        let saturated = target.requests(step, count, SHOPS).await?;
        prepared.push((step, saturated, target.requests(step, count / 2, SHOPS).await?));
    }
    instance.database.psql("VACUUM ANALYZE")?;
    tokio::time::sleep(effort.delay).await;
    let (mut costs, mut orders_of_a_shop) = (Costs::new(), 0.0);
    for (step, saturated, mut moderate) in prepared {
        let saturated = turn(&instance, None, saturated, effort).await.context(step.name())?;
        let rate = (saturated.rate * MODERATE).min(MODERATE_RATE);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
        moderate.truncate((rate * MODERATE_SECONDS) as usize);
        let moderate = turn(&instance, Some(rate), moderate, effort).await?;
        let kept = &moderate.each;
        costs.insert(step.name(), [moderate.cost(kept), saturated.cost(kept)]);
        for (load, measured) in LOADS.iter().zip([moderate, saturated]) {
            row(&mut report, &format!("{}, {load}", step.name()), &measured);
        }
        report.computed(
            "kept",
            step.name(),
            &[("a day", kept.kept_a_day.max(0.0)), ("longer", kept.kept_longer.max(0.0))],
            &[],
        );
        if step == Step::OrderInOneShop {
            orders_of_a_shop = saturated.rate;
        }
    }
    round_trips(&mut report, &instance, &target).await?;
    let costs = |load: usize| {
        let costs = &costs;
        move |step: Step| costs.get(step.name()).map_or(Cost::default(), |costs| costs[load])
    };
    let cart = [0, 1].map(|load| cost_of_cart(VISIT, costs(load), false));
    check_model(&mut report, &instance, &target, effort, cart).await?;
    compute(&mut report, costs(0), costs(1), orders_of_a_shop);
    Ok(report.json())
}

/// Has an order placed in the demo shop.
pub async fn place_one_order(address: SocketAddr, database: &Database) -> Result<()> {
    let target = Target { address, database };
    let order = target.requests(Step::OrderInOneShop, 1, 1).await?;
    drive(address, 1, None, order, nothing).await.map(drop)
}

/// Sends requests, each once.
pub async fn send_all(address: SocketAddr, requests: Vec<Vec<u8>>) -> Result<()> {
    drive(address, MANY_CALLERS, None, requests, nothing).await.map(drop)
}

/// Sends requests, and counts what they used.
async fn turn(
    instance: &Instance,
    rate: Option<f64>,
    requests: Vec<Vec<u8>>,
    effort: Effort,
) -> Result<Measured> {
    let before = Counters::read(instance)?;
    let address = instance.service.address;
    let driven = drive(address, MANY_CALLERS, rate, requests, nothing).await?;
    let after = Counters::read(instance)?;
    tokio::time::sleep(effort.delay).await;
    let late = Counters::read(instance)?;
    let after = Counters { flushes: late.flushes, ..after };
    // The space of old versions of rows is used again by the next turn.
    instance.database.psql("VACUUM")?;
    let each = after.each(&before, driven.count);
    let rate = driven.count / driven.seconds;
    Ok(Measured { rate, each, sent: driven.received / driven.count })
}

fn row(report: &mut Report, name: &str, measured: &Measured) {
    let Measured { rate, each, .. } = measured;
    let figures = [
        ("rate", *rate),
        ("service", each.processor.service * 1e6),
        ("PostgreSQL", each.processor.server * 1e6),
        ("statements", each.statements),
        ("flushes", each.flushes),
        ("log", each.wal),
    ];
    report.row("costs", name, figures.map(|(column, value)| (column, vec![value])).to_vec());
}

/// Round trips and bytes of single requests, with a relay before the database.
async fn round_trips(report: &mut Report, instance: &Instance, target: &Target<'_>) -> Result<()> {
    let address = instance.database.address();
    let (_, rest) = address.split_once('@').context("an odd address")?;
    let (host, name) = rest.split_once('/').context("an odd address")?;
    let socket = format!("{}/.s.PGSQL.5432", host.replace("%2F", "/"));
    let relay = Relay::open(socket.into()).await?;
    let through = Process::service(&format!("postgres://basket@{}/{name}", relay.address))?;
    let relayed = Target { address: through.address, database: target.database };
    for step in Step::ALL {
        // One shop, whose key the service remembers for a second.
        let warm_up = relayed.requests(step, ALONE / 4, 1).await?;
        let requests = relayed.requests(step, ALONE, 1).await?;
        drive(through.address, 1, None, warm_up, nothing).await?;
        let before = relay.counts();
        let driven = drive(through.address, 1, None, requests, nothing).await?;
        let after = relay.counts();
        let [round_trips, questions, answers] =
            [0, 1, 2].map(|index| (after[index] - before[index]) / driven.count);
        let figures = [
            ("round trips", round_trips),
            ("to PostgreSQL", questions),
            ("from PostgreSQL", answers),
            ("from the shopper", driven.sent / driven.count),
            ("to the shopper", driven.received / driven.count),
        ];
        let figures = figures.map(|(column, value)| (column, vec![value])).to_vec();
        report.row("alone", step.name(), figures);
    }
    Ok(())
}

/// Whole visits at a rate, beside the sums of what their steps cost.
async fn check_model(
    report: &mut Report,
    instance: &Instance,
    target: &Target<'_>,
    effort: Effort,
    [moderate, saturated]: [Cost; 2],
) -> Result<()> {
    // About half of a processor is busy.
    let rate = 0.5e6 / (moderate.service + moderate.database);
    let before = instance.processor()?;
    let carts = visits::make(target, rate, effort.visits).await?;
    let after = instance.processor()?;
    let parts = [
        ("service", moderate.service, saturated.service, after.service - before.service),
        ("PostgreSQL", moderate.database, saturated.database, after.server - before.server),
    ];
    for (part, moderate, saturated, seconds) in parts {
        let measured = seconds * 1e6 / carts;
        let figures = [
            ("saturated", saturated),
            ("measured", measured),
            ("moderate", moderate),
            ("rate", rate * 60.0),
        ];
        let figures = figures.map(|(column, value)| (column, vec![value])).to_vec();
        report.row("visits", part, figures);
        let what = format!("processor time of {part} for a cart");
        let name = format!("{what}, measured to the costs at a moderate load");
        report.ratio(&name, &[measured / moderate], Limit::AtMost(TOLERANCE[1]));
        let name = format!("{what}, measured to the costs when saturated");
        report.ratio(&name, &[measured / saturated], Limit::AtLeast(TOLERANCE[0]));
    }
    Ok(())
}

/// The tables that are sums.
fn compute(
    report: &mut Report,
    moderate: impl Fn(Step) -> Cost,
    saturated: impl Fn(Step) -> Cost,
    orders_of_a_shop: f64,
) {
    for (step, times) in VISIT {
        report.computed("mix", step.name(), &[("requests", *times)], &[]);
    }
    for (name, value, unit) in model::assumptions(&MACHINES) {
        report.computed("machines", name, &[("assumed", value)], &[("unit", unit)]);
    }
    let carts = [
        ("moderate, files from the service", cost_of_cart(VISIT, &moderate, false)),
        ("moderate, files from a CDN", cost_of_cart(VISIT, &moderate, true)),
        ("saturated, files from the service", cost_of_cart(VISIT, &saturated, false)),
        ("saturated, files from a CDN", cost_of_cart(VISIT, &saturated, true)),
    ];
    for (name, cart) in carts {
        let figures = [
            ("service", cart.service),
            ("PostgreSQL", cart.database),
            ("log", cart.wal),
            ("flushes", cart.flushes),
            ("to the shopper", cart.sent / 1000.0),
            ("kept", cart.kept_longer),
        ];
        report.computed("cart", name, &figures, &[]);
    }
    for (number, name) in CARTS {
        for (load, cart) in [carts[1], carts[3]] {
            let load = load.split(',').next().unwrap_or_default();
            let need = need(number, cart, &MACHINES);
            let first = parts(cart, &MACHINES, orders_of_a_shop);
            let ended: Vec<&str> = first
                .iter()
                .filter(|part| part.most_carts < number)
                .map(|part| part.name)
                .collect();
            let ended = if ended.is_empty() { "none".to_owned() } else { ended.join("; ") };
            let figures = [
                ("service", need.service_cores),
                ("machines", need.service_machines),
                ("PostgreSQL", need.database_cores),
                ("databases", need.databases),
                ("log", need.wal / 1e6),
                ("network", need.network * 8.0 / 1e6),
                ("a month", need.a_month / 1e9),
                ("half a year", need.stored / 1e9),
            ];
            let name = format!("{name} carts a minute, {load}");
            report.computed("needs", &name, &figures, &[("over one machine", &ended)]);
        }
    }
    for part in parts(carts[2].1, &MACHINES, orders_of_a_shop) {
        let with_cdn = parts(carts[3].1, &MACHINES, orders_of_a_shop);
        let with_cdn = with_cdn.iter().find(|other| other.name == part.name);
        let with_cdn = with_cdn.map_or(part.most_carts, |other| other.most_carts);
        let figures = [("until", part.most_carts), ("with a CDN", with_cdn)];
        report.computed("ends", part.name, &figures, &[("then", part.then)]);
    }
}
