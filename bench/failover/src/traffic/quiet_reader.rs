//! A shopper of a shop that nothing else is done with, who only reads. Every request must be answered in time, with the
//! cart or with 503 and when to try again.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use tokio::task::JoinSet;
use tokio::time::interval;

use super::Told;
use crate::http::{self, Outcome};
use crate::record::{Kind, REQUEST_LIMIT};
use crate::shop::{PRODUCTS, Shop};

/// How often it reads.
const PAUSE: Duration = Duration::from_millis(50);

/// The cart that is read.
pub async fn create_cart(address: SocketAddr, shop: &Shop) -> Result<String> {
    let headers = format!("authorization: Bearer {}\r\n", shop.key);
    let body = format!(r#"{{"lines":[{{"sku":"{}"}}]}}"#, PRODUCTS[0]);
    let request = http::send("POST", "/v1/carts", &headers, "application/json", &body);
    match http::ask_once(address, &request, REQUEST_LIMIT).await {
        Outcome::Answered(answer) if answer.status < 300 => {
            let cart = answer.json()?;
            Ok(cart["id"].as_str().context("a cart without an id")?.to_owned())
        }
        outcome => bail!("there is no cart to read: {outcome:?}"),
    }
}

/// Reads until everything is over; a request that hangs holds no other up.
pub async fn read(told: Arc<Told>, shop: Shop, cart: String) {
    let request: Arc<[u8]> = http::get(&format!("/v1/carts/{cart}?key={}", shop.key), "").into();
    let mut pace = interval(PAUSE);
    let mut tasks = JoinSet::new();
    while !told.is_over() {
        pace.tick().await;
        let (told, request) = (Arc::clone(&told), Arc::clone(&request));
        tasks.spawn(async move {
            let begun = Instant::now();
            let outcome = http::ask_once(told.address, &request, REQUEST_LIMIT).await;
            told.record.note(Kind::QuietRead, begun, &outcome);
        });
        while tasks.try_join_next().is_some() {}
    }
    tasks.join_all().await;
}
