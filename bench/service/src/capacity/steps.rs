//! What a shopper asks for in a visit, step by step, and the requests for each step. A step that needs carts or checkouts
//! gets new ones, so that all of its requests cost the same.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::drive::{cart, checkout, drive};
use crate::database::Database;
use crate::requests::{Caller, add, change, new, read};
use crate::shops;

/// How many shops there are; requests go to them in turn.
pub const SHOPS: u32 = 100;
/// How many carts are read or changed again and again.
const CARTS: usize = 4096;
/// How long to wait until the service has stored its files.
const PATIENCE: Duration = Duration::from_secs(30);
/// How many callers prepare carts and checkouts.
const MAKERS: usize = 64;

/// A step of a visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    File,
    Read,
    Create,
    Add,
    Quantity,
    StartCheckout,
    ReadCheckout,
    Order,
    /// The same, but all orders are of one shop.
    OrderInOneShop,
}

impl Step {
    /// Every one, in the order of a visit.
    pub const ALL: [Self; 9] = [
        Self::File,
        Self::Read,
        Self::Create,
        Self::Add,
        Self::Quantity,
        Self::StartCheckout,
        Self::ReadCheckout,
        Self::Order,
        Self::OrderInOneShop,
    ];

    /// For rows of tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "load a file of the basket",
            Self::Read => "read a cart",
            Self::Create => "create a cart with a line",
            Self::Add => "add a line",
            Self::Quantity => "set a quantity",
            Self::StartCheckout => "start a checkout",
            Self::ReadCheckout => "load the checkout page",
            Self::Order => "place an order",
            Self::OrderInOneShop => "place an order, all in one shop",
        }
    }

    /// How many requests are sent to a saturated service. They take about a second and more.
    pub fn count(self) -> usize {
        match self {
            Self::File | Self::Read => 60_000,
            Self::Create | Self::Add | Self::Quantity => 24_000,
            Self::StartCheckout | Self::ReadCheckout | Self::Order | Self::OrderInOneShop => 6_000,
        }
    }
}

/// Where requests go.
pub struct Target<'a> {
    /// Where the service listens.
    pub address: SocketAddr,
    /// Its database, with [`SHOPS`] shops.
    pub database: &'a Database,
}

impl Target<'_> {
    /// So many requests for a step, to that many shops.
    pub async fn requests(&self, step: Step, count: usize, shops: u32) -> Result<Vec<Vec<u8>>> {
        let shops = if step == Step::OrderInOneShop { 1 } else { shops };
        let keys: Vec<String> = (1..=shops).map(shops::key).collect();
        let key = |index: usize| Caller { key: &keys[index % keys.len()] };
        let requests = 0..count;
        Ok(match step {
            Step::File => {
                let files = self.files().await?;
                requests.map(|index| get(self.address, &files[index % files.len()])).collect()
            }
            Step::Create => requests.map(|index| new(key(index), &["SKU-1"])).collect(),
            Step::Read | Step::Add | Step::Quantity => {
                let carts = self.carts(&keys, CARTS).await?;
                let cart = |index: usize| &carts[index % carts.len()];
                let ask = |index: usize| match step {
                    Step::Read => read(key(cart(index).0), &cart(index).1),
                    Step::Add => {
                        let sku = 2 + index / carts.len() % (shops::PRODUCTS as usize - 1);
                        add(key(cart(index).0), &cart(index).1, &format!("SKU-{sku}"))
                    }
                    _ => {
                        let path = format!("/v1/carts/{}/lines/1", cart(index).1);
                        let body = format!(r#"{{"quantity":{}}}"#, index / carts.len() + 2);
                        change(key(cart(index).0), "PATCH", &path, &body)
                    }
                };
                requests.map(ask).collect()
            }
            Step::StartCheckout => self.start_checkouts(&keys, count).await?,
            Step::ReadCheckout | Step::Order | Step::OrderInOneShop => {
                let starts = self.start_checkouts(&keys, count).await?;
                let tokens = drive(self.address, MAKERS, None, starts, checkout).await?.found;
                let ask = |(index, token): (usize, &String)| match step {
                    Step::ReadCheckout => get(self.address, &format!("/checkout/{token}")),
                    _ => order(self.address, token, index),
                };
                tokens.iter().enumerate().map(ask).collect()
            }
        })
    }

    /// New carts with one line each, with the number of their shop's key.
    async fn carts(&self, keys: &[String], count: usize) -> Result<Vec<(usize, String)>> {
        let mut carts = Vec::new();
        for (index, key) in keys.iter().enumerate() {
            let requests = (0..count.div_ceil(keys.len())).map(|_| new(Caller { key }, &["SKU-1"]));
            let made = drive(self.address, MAKERS, None, requests.collect(), cart).await?;
            carts.extend(made.found.into_iter().map(|cart| (index, cart)));
        }
        // Those of one shop are not neighbours.
        carts.sort_by(|one, other| one.1.cmp(&other.1));
        carts.truncate(count);
        Ok(carts)
    }

    async fn start_checkouts(&self, keys: &[String], count: usize) -> Result<Vec<Vec<u8>>> {
        let start = |(shop, cart): &(usize, String)| {
            let path = format!("/v1/carts/{cart}/checkout");
            change(Caller { key: &keys[*shop] }, "POST", &path, "{}")
        };
        Ok(self.carts(keys, count).await?.iter().map(start).collect())
    }

    /// The files of a first view with texts of a language, and the script that follows them.
    pub async fn files(&self) -> Result<Vec<String>> {
        let names = "SELECT name FROM build_files WHERE name ~ '^basket-[0-9a-f]+\\.(wasm|page\\.js|de\\.txt)$'";
        let start = Instant::now();
        loop {
            // The service stores them some time after its start.
            let said = self.database.psql(names)?;
            let mut files: Vec<String> = said.lines().map(|name| format!("/v1/{name}")).collect();
            if files.len() == 3 {
                files.push("/v1/basket.js".to_owned());
                return Ok(files);
            }
            ensure!(start.elapsed() < PATIENCE, "the files of a first view are not known: {said}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

/// As a browser asks.
pub fn get(host: SocketAddr, path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: {host}\r\naccept-encoding: gzip, deflate, br\r\n\r\n")
        .into_bytes()
}

/// Sends the checkout page's form.
pub fn order(host: SocketAddr, token: &str, number: usize) -> Vec<u8> {
    let body = format!(
        "email=ann{number}%40example.com&name=Ann&address-line1=Main+Street+1&postal-code=12345&\
         address-level2=Town&country=DE"
    );
    let length = body.len();
    format!(
        "POST /checkout/{token} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}
