//! A shopper of a shop that nobody attacks, at an address of their own.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use tokio::time::{interval, timeout};

use super::Target;
use crate::connection::Connection;
use crate::requests::{Caller, add, new, read};

const SHOPPER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
/// How often the shopper asks: well within what an address may.
const PAUSE: Duration = Duration::from_millis(25);
/// Every so many requests one is a change.
const CHANGES: usize = 5;
/// As many as a line holds, with room.
const FULL: u64 = 900;
/// Longer than anybody waits.
const PATIENCE: Duration = Duration::from_secs(20);

/// A shopper with a cart.
pub struct Shopper {
    address: SocketAddr,
    key: String,
    connection: Connection,
    /// Every cart, with how many pieces the service has confirmed.
    carts: Vec<(String, u64)>,
}

/// How long requests took, in milliseconds, the shortest first.
#[derive(Debug, Default)]
pub struct Waits {
    times: Vec<f64>,
    /// How many were refused or got no answer.
    pub refused: usize,
}

impl Waits {
    /// The wait in the middle.
    pub fn p50(&self) -> f64 {
        self.at(50)
    }

    /// One in a hundred waited at least so long.
    pub fn p99(&self) -> f64 {
        self.at(99)
    }

    fn at(&self, percent: usize) -> f64 {
        let last = self.times.len().saturating_sub(1);
        self.times.get(last * percent / 100).copied().unwrap_or(f64::INFINITY)
    }
}

impl Shopper {
    /// Comes to the shop that is not attacked.
    pub async fn enter(target: &Target) -> Result<Self> {
        let (address, key) = (target.address, target.shoppers_key.clone());
        let connection = Connection::open_from(SHOPPER, address).await?;
        let mut shopper = Self { address, key, connection, carts: Vec::new() };
        shopper.take_cart().await?;
        Ok(shopper)
    }

    fn caller(&self) -> Caller<'_> {
        Caller { key: &self.key }
    }

    async fn take_cart(&mut self) -> Result<()> {
        let request = new(self.caller(), &["MUG"]);
        let cart: Value = serde_json::from_slice(self.connection.call(&request).await?)?;
        let id = cart["id"].as_str().context("a cart without an id")?;
        self.carts.push((id.to_owned(), 1));
        Ok(())
    }

    /// Reads and changes the cart for so long; how long each answer took.
    pub async fn shop(&mut self, time: Duration) -> Result<Waits> {
        let (mut waits, start) = (Waits::default(), Instant::now());
        let mut pace = interval(PAUSE);
        let mut asked = 0;
        while start.elapsed() < time {
            pace.tick().await;
            asked += 1;
            let is_change = asked % CHANGES == 0;
            if self.carts.last().is_some_and(|(_, pieces)| *pieces >= FULL) {
                self.take_cart().await?;
            }
            let (id, _) = self.carts.last().context("no cart")?;
            let request =
                if is_change { add(self.caller(), id, "MUG") } else { read(self.caller(), id) };
            let began = Instant::now();
            let answered = timeout(PATIENCE, self.connection.call(&request)).await;
            waits.times.push(began.elapsed().as_secs_f64() * 1000.0);
            if matches!(answered, Ok(Ok(_))) {
                if let Some((_, pieces)) = self.carts.last_mut().filter(|_| is_change) {
                    *pieces += 1;
                }
            } else {
                waits.refused += 1;
                self.connection = Connection::open_from(SHOPPER, self.address).await?;
            }
        }
        waits.times.sort_by(f64::total_cmp);
        Ok(waits)
    }

    /// Reads every cart: what was confirmed is there. A change without an answer may be there too.
    pub async fn check_that_nothing_is_lost(&mut self) -> Result<()> {
        for (id, pieces) in self.carts.clone() {
            let request = read(self.caller(), &id);
            let cart: Value = serde_json::from_slice(self.connection.call(&request).await?)?;
            let kept = cart["items"].as_u64().unwrap_or_default();
            ensure!(kept >= pieces, "{pieces} pieces were confirmed, and {kept} are in the cart");
        }
        Ok(())
    }
}
