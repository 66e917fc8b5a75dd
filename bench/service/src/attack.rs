//! Attacks on a running service, each from one address or a few, while a shopper of another shop reads and changes a
//! cart. What counts is how much longer that shopper waits than at rest, and whether anything they were told is lost.
//!
//! The service runs as hosts run it: `basket serve` with its own limits.

mod attacks;
mod shopper;

use std::net::SocketAddr;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::database::Database;
use crate::process::{Process, basket, basket_program};
use crate::report::say;
use attacks::ATTACKS;
use shopper::{Shopper, Waits};

/// How much longer than at rest the shopper may wait under attack.
const LIMIT: f64 = 3.0;
/// How much is found out about each attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// How much longer the shopper waits than at rest right before it.
    Careful,
    /// The same, from fewer requests.
    Quick,
    /// Only whether the shopper gets every answer: for tests, in which no time counts.
    Check,
}

impl Depth {
    /// How long the shopper is watched at rest, and under each attack.
    fn watched(self) -> Duration {
        Duration::from_secs(if self == Self::Careful { 12 } else { 3 })
    }
}

/// How long an attack goes on before the shopper is watched.
const LEAD: Duration = Duration::from_secs(1);

/// A service with two shops: the attacker's has the demo's key, the shopper's another.
pub struct Target {
    /// Where it listens.
    pub address: SocketAddr,
    /// Where everything is kept.
    pub database: String,
    service: Process,
    shoppers_key: String,
}

impl Target {
    fn start(database: &Database) -> Result<Self> {
        let location = database.address();
        // The demo shop is the attacker's: its key and its products are known.
        drop(Process::service(&location)?);
        let shop =
            basket(&["shop", "create", "Quiet", "--currency", "EUR", "--database", &location])?;
        let key = shop.split_whitespace().find(|word| word.starts_with("pk_"));
        let shoppers_key = key.context("the new shop has no key")?.to_owned();
        let products = tempfile::Builder::new().suffix(".csv").tempfile()?;
        std::fs::write(&products, "sku,name,price\nMUG,Mug,1800\n")?;
        let file = products.path().to_str().context("an odd path")?;
        basket(&["product", "import", file, "--shop", "2", "--database", &location])?;
        let mut command = Command::new(basket_program()?);
        command.args(["serve", "--listen", "127.0.0.1:0", "--log", "off", "--database", &location]);
        let service = Process::start(command, b"")?;
        Ok(Self { address: service.address, database: location, service, shoppers_key })
    }
}

/// Attacks a service on each engine, in all ways or in those named.
pub async fn measure(depth: Depth, named: &[&str]) -> Result<Value> {
    for name in named {
        let is_known = ATTACKS.iter().any(|attack| attack.name == *name);
        ensure!(is_known, "there is no attack `{name}`");
    }
    let watched = depth.watched();
    let (mut ratios, mut failures) = (Vec::new(), Vec::new());
    for database in Database::both()? {
        let engine = database.name();
        let target = Target::start(&database)?;
        let mut shopper = Shopper::enter(&target).await?;
        // Caches fill; this does not count.
        shopper.shop(watched / 3).await?;
        let mut rest = shopper.shop(watched).await?;
        for attack in ATTACKS.iter().filter(|it| named.is_empty() || named.contains(&it.name)) {
            if depth != Depth::Check {
                rest = shopper.shop(watched).await?;
            }
            let attacking = tokio::spawn((attack.begin)(attacks::Aim::of(&target)));
            tokio::time::sleep(LEAD).await;
            let under_attack = shopper.shop(watched).await?;
            attacking.abort();
            let what = format!("{engine}, {}", attack.name);
            let memory = target.service.memory()?;
            say(&format!(
                "     {what}: {}; memory {memory:.0} MiB",
                describe(&rest, &under_attack)
            ));
            if depth != Depth::Check {
                ratios.push(json!({
                    "what": format!("{what}: p99 of another shop, to rest"),
                    "values": [under_attack.p99() / rest.p99()],
                    "at_most": LIMIT,
                }));
            } else if under_attack.refused > 0 {
                failures.push(format!(
                    "{what}: another shop was refused {} times",
                    under_attack.refused
                ));
            }
            // What the attack has begun shall end before the next.
            tokio::time::sleep(LEAD).await;
        }
        match shopper.check_that_nothing_is_lost().await {
            Ok(()) => say(&format!("     {engine}: nothing that the shopper was told is lost")),
            Err(error) => failures.push(format!("{engine}: {error:#}")),
        }
    }
    Ok(json!({ "ratios": ratios, "failures": failures }))
}

fn describe(rest: &Waits, under_attack: &Waits) -> String {
    format!(
        "p50 {:.1} ms and p99 {:.1} ms at rest, {:.1} and {:.1} under attack, {} refused",
        rest.p50(),
        rest.p99(),
        under_attack.p50(),
        under_attack.p99(),
        under_attack.refused
    )
}
