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
use crate::process::{Process, basket_program};
use crate::report::say;
use attacks::ATTACKS;
use shopper::{Shopper, Waits};

/// How much longer than at rest the shopper may wait under attack.
const LIMIT: f64 = 3.0;
/// How long the shopper is watched at rest, and under each attack.
const WATCHED: Duration = Duration::from_secs(12);
const WATCHED_QUICKLY: Duration = Duration::from_secs(3);
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

/// Runs the program to its end; what it says.
pub fn basket(arguments: &[&str]) -> Result<String> {
    let output = Command::new(basket_program()?).args(arguments).output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let problem = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "basket {arguments:?}: {problem}{said}");
    Ok(said)
}

/// Attacks a service on each engine, in all ways or in those named.
pub async fn measure(is_quick: bool, named: &[&str]) -> Result<Value> {
    for name in named {
        let is_known = ATTACKS.iter().any(|attack| attack.name == *name);
        ensure!(is_known, "there is no attack `{name}`");
    }
    let watched = if is_quick { WATCHED_QUICKLY } else { WATCHED };
    let mut ratios = Vec::new();
    for database in Database::both()? {
        let engine = database.name();
        let target = Target::start(&database)?;
        let mut shopper = Shopper::enter(&target).await?;
        // Caches fill; this does not count.
        shopper.shop(watched / 3).await?;
        for attack in ATTACKS.iter().filter(|it| named.is_empty() || named.contains(&it.name)) {
            let rest = shopper.shop(watched).await?;
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
            ratios.push(json!({
                "what": format!("{what}: p99 of another shop, to rest"),
                "values": [under_attack.p99() / rest.p99()],
                "at_most": LIMIT,
            }));
            // What the attack has begun shall end before the next.
            tokio::time::sleep(LEAD).await;
        }
        shopper.check_that_nothing_is_lost().await?;
        say(&format!("     {engine}: nothing that the shopper was told is lost"));
    }
    Ok(json!({ "ratios": ratios }))
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
