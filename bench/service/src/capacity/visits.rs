//! Whole visits, as the mix of the model has them: each step as often as it says, spread over the visits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use tokio::task::JoinSet;
use tokio::time::sleep_until;

use super::drive;
use super::model::VISIT;
use super::steps::{SHOPS, Step, Target};
use crate::connection::Connection;
use crate::requests::{Caller, add, change, new, read};
use crate::shops;

/// How many shoppers are in a shop at once.
const SHOPPERS: usize = 32;

/// Lets shoppers come at a rate in carts a second, for so long; how many carts there were.
pub async fn make(target: &Target<'_>, rate: f64, time: Duration) -> Result<f64> {
    let files: Arc<[String]> = target.files().await?.into();
    let next = Arc::new(AtomicU32::new(0));
    let mut shoppers = JoinSet::new();
    let start = Instant::now();
    for _ in 0..SHOPPERS {
        let connection = Connection::open(target.address).await?;
        let (next, files, address) = (Arc::clone(&next), Arc::clone(&files), target.address);
        shoppers.spawn(async move {
            let mut visitor = Visitor { connection, files, address, made: 0 };
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let due = Duration::from_secs_f64(f64::from(number) / rate);
                if due > time {
                    return anyhow::Ok(visitor.made);
                }
                sleep_until((start + due).into()).await;
                visitor.visit(number).await.with_context(|| format!("visit {number}"))?;
            }
        });
    }
    let mut carts = 0;
    while let Some(shopper) = shoppers.join_next().await {
        carts += shopper??;
    }
    ensure!(carts > 0, "nobody came");
    Ok(f64::from(carts))
}

/// One shopper after another, on a connection that is kept, as those of a proxy are.
struct Visitor {
    connection: Connection,
    files: Arc<[String]>,
    address: std::net::SocketAddr,
    made: u32,
}

impl Visitor {
    async fn visit(&mut self, number: u32) -> Result<()> {
        let (mut cart, mut checkout) = (String::new(), String::new());
        for (step, times) in VISIT {
            for time in 0..repeats(*times, number) {
                let request = self.request(*step, number, time, &cart, &checkout);
                let answered = self.connection.call(&request).await.map(drop);
                let answer = String::from_utf8_lossy(self.connection.answer()).into_owned();
                if !answer.starts_with("HTTP/1.1 303") {
                    answered.context(step.name())?;
                }
                match step {
                    Step::Create => {
                        cart = drive::cart(&answer).context("a cart without an id")?;
                        self.made += 1;
                    }
                    Step::StartCheckout => {
                        checkout = drive::checkout(&answer).context("no checkout")?;
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn request(&self, step: Step, number: u32, time: u32, cart: &str, checkout: &str) -> Vec<u8> {
        let key = shops::key(number % SHOPS + 1);
        let caller = Caller { key: &key };
        match step {
            Step::File => {
                super::steps::get(self.address, &self.files[time as usize % self.files.len()])
            }
            Step::Create => new(caller, &["SKU-1"]),
            Step::Read => read(caller, cart),
            Step::Add => add(caller, cart, "SKU-2"),
            Step::Quantity => {
                change(caller, "PATCH", &format!("/v1/carts/{cart}/lines/1"), r#"{"quantity":2}"#)
            }
            Step::StartCheckout => {
                change(caller, "POST", &format!("/v1/carts/{cart}/checkout"), "{}")
            }
            Step::ReadCheckout => super::steps::get(self.address, &format!("/checkout/{checkout}")),
            Step::Order | Step::OrderInOneShop => {
                super::steps::order(self.address, checkout, number as usize)
            }
        }
    }
}

/// How often a step is in one visit, so that it is in all visits as often as the mix says. Rare steps fall on the same
/// visits: nobody orders without a checkout.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "both are small")]
fn repeats(times: f64, visit: u32) -> u32 {
    let part = times.fract();
    let more = f64::from(visit % 10) < (part * 10.0).round();
    times as u32 + u32::from(more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_as_frequent_as_the_mix_says() {
        for (times, expected) in [(40.0, 4000), (1.0, 100), (0.5, 50), (0.3, 30), (0.2, 20)] {
            let sum: u32 = (0..100).map(|visit| repeats(times, visit)).sum();
            assert_eq!(sum, expected, "{times}");
        }
    }

    #[test]
    fn who_orders_has_been_at_the_checkout() {
        for visit in 0..100 {
            assert!(repeats(0.2, visit) <= repeats(0.3, visit));
        }
    }
}
