//! What callers ask of the service, as the widget asks it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context as _, Result};
use serde_json::Value;
use tokio::task::JoinSet;

use crate::connection::Connection;
use crate::load::MakeRequest;

/// How many carts callers share out among themselves. A line holds 999, so one cart for each would not last.
const CARTS: usize = 256;
/// How many connections make them.
const MAKERS: usize = 16;

/// Who asks.
#[derive(Debug, Clone, Copy)]
pub struct Caller<'a> {
    /// The key of the shop.
    pub key: &'a str,
}

/// A caller of the demo shop.
pub const DEMO: Caller<'static> = Caller { key: "pk_demo" };

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// A cart is read.
    Read,
    /// A cart is made, with a line.
    New,
    /// One more of what is in a cart.
    Add,
    /// Another quantity.
    Change,
    /// All of them, most of all reads.
    Mixed,
}

impl Kind {
    /// Every one, with the table that it belongs to.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Read, "read"),
        (Self::New, "new"),
        (Self::Add, "add"),
        (Self::Change, "change"),
        (Self::Mixed, "mixed"),
    ];

    /// The requests of so many callers, each for carts that no other caller uses.
    pub fn requests(self, carts: &Arc<[String]>, callers: usize) -> impl MakeRequest {
        let carts = Arc::clone(carts);
        move |caller, time| {
            let cart = &carts[(caller + time * callers) % carts.len()];
            // Each caller begins elsewhere, so that not all of them write at once.
            let kind = match (self, (caller * 7 + time) % 20) {
                (Self::Mixed, 0) => Self::New,
                (Self::Mixed, 5 | 10) => Self::Add,
                (Self::Mixed, 15) => Self::Change,
                (Self::Mixed, _) => Self::Read,
                (kind, _) => kind,
            };
            match kind {
                Self::New => new(DEMO, &["MUG"]),
                Self::Add => add(DEMO, cart, "MUG"),
                Self::Change => quantity(cart, time % 900 + 2),
                Self::Read | Self::Mixed => read(DEMO, cart),
            }
        }
    }
}

/// Carts with one line each; their ids.
pub async fn create_carts(address: SocketAddr) -> Result<Arc<[String]>> {
    create_carts_with(address, CARTS, &["MUG"]).await
}

/// That many carts with those lines each; their ids.
pub async fn create_carts_with(
    address: SocketAddr,
    count: usize,
    skus: &[&str],
) -> Result<Arc<[String]>> {
    let mut makers = JoinSet::new();
    for _ in 0..MAKERS {
        let requests: Vec<Vec<u8>> = (0..count / MAKERS).map(|_| new(DEMO, skus)).collect();
        makers.spawn(async move {
            let mut connection = Connection::open(address).await?;
            let mut carts = Vec::new();
            for request in requests {
                let cart: Value = serde_json::from_slice(connection.call(&request).await?)?;
                carts.push(cart["id"].as_str().context("a cart without an id")?.to_owned());
            }
            anyhow::Ok(carts)
        });
    }
    let mut carts = Vec::new();
    while let Some(maker) = makers.join_next().await {
        carts.extend(maker??);
    }
    Ok(carts.into())
}

/// A read of a cart.
pub fn read(Caller { key }: Caller<'_>, cart: &str) -> Vec<u8> {
    format!("GET /v1/carts/{cart}?key={key} HTTP/1.1\r\nhost: bench\r\n\r\n").into_bytes()
}

/// A new cart.
pub fn new(caller: Caller<'_>, skus: &[&str]) -> Vec<u8> {
    let lines: Vec<String> = skus.iter().map(|sku| format!(r#"{{"sku":"{sku}"}}"#)).collect();
    change(caller, "POST", "/v1/carts", &format!(r#"{{"lines":[{}]}}"#, lines.join(",")))
}

/// One more of something in a cart.
pub fn add(caller: Caller<'_>, cart: &str, sku: &str) -> Vec<u8> {
    let body = format!(r#"{{"sku":"{sku}"}}"#);
    change(caller, "POST", &format!("/v1/carts/{cart}/lines"), &body)
}

/// Another quantity of what came into a cart first.
fn quantity(cart: &str, quantity: usize) -> Vec<u8> {
    let body = format!(r#"{{"quantity":{quantity}}}"#);
    change(DEMO, "PATCH", &format!("/v1/carts/{cart}/lines/1"), &body)
}

/// Any change.
pub fn change(Caller { key: shop }: Caller<'_>, method: &str, path: &str, body: &str) -> Vec<u8> {
    static CHANGES: AtomicU64 = AtomicU64::new(0);
    let (key, length) = (CHANGES.fetch_add(1, Ordering::Relaxed), body.len());
    format!(
        "{method} {path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {shop}\r\n\
         content-type: application/json\r\nidempotency-key: bench-{key}\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}
