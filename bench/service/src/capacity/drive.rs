//! Sends a list of requests, each once: as fast as the service answers, or at a rate.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use tokio::task::JoinSet;
use tokio::time::sleep_until;

use crate::connection::Connection;

/// Finds what is needed later in an answer, such as the id of a new cart.
pub type Find = fn(&str) -> Option<String>;

/// What came of a list of requests.
#[derive(Debug, Default)]
pub struct Driven {
    /// How long all of them took, in seconds.
    pub seconds: f64,
    /// How many there were.
    pub count: f64,
    /// What was found in their answers, in no order.
    pub found: Vec<String>,
    /// Bytes of all requests and of all answers, headers included.
    pub sent: f64,
    pub received: f64,
}

/// Sends the requests by that many callers; at a rate in requests a second, or each caller as soon as it is answered.
#[expect(clippy::cast_precision_loss, reason = "it is a rate, not an account")]
pub async fn drive(
    address: SocketAddr,
    callers: usize,
    rate: Option<f64>,
    requests: Vec<Vec<u8>>,
    find: Find,
) -> Result<Driven> {
    let requests: Arc<[Vec<u8>]> = requests.into();
    let next = Arc::new(AtomicUsize::new(0));
    let mut connections = Vec::new();
    for _ in 0..callers.min(requests.len()) {
        connections.push(Connection::open(address).await?);
    }
    let mut tasks = JoinSet::new();
    let start = Instant::now();
    for mut connection in connections {
        let (requests, next) = (Arc::clone(&requests), Arc::clone(&next));
        tasks.spawn(async move {
            let (mut found, mut sent, mut received) = (Vec::new(), 0, 0);
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(request) = requests.get(index) else { break };
                if let Some(rate) = rate {
                    let due = start + Duration::from_secs_f64(index as f64 / rate);
                    sleep_until(due.into()).await;
                }
                call(&mut connection, request).await?;
                sent += request.len();
                received += connection.answer().len();
                found.extend(find(&String::from_utf8_lossy(connection.answer())));
            }
            anyhow::Ok((found, sent, received))
        });
    }
    let mut driven = Driven { count: requests.len() as f64, ..Driven::default() };
    while let Some(task) = tasks.join_next().await {
        let (found, sent, received) = task??;
        driven.found.extend(found);
        driven.sent += sent as f64;
        driven.received += received as f64;
    }
    driven.seconds = start.elapsed().as_secs_f64();
    Ok(driven)
}

/// An order is answered with the address of another page.
async fn call(connection: &mut Connection, request: &[u8]) -> Result<()> {
    let answered = connection.call(request).await.map(drop);
    if connection.answer().starts_with(b"HTTP/1.1 303") {
        return Ok(());
    }
    answered.with_context(|| String::from_utf8_lossy(request).into_owned())
}

/// Nothing is needed later.
pub fn nothing(_: &str) -> Option<String> {
    None
}

/// The id of the cart that is the answer.
pub fn cart(answer: &str) -> Option<String> {
    between(answer, r#""id":""#, "\"")
}

/// The token of the checkout whose address is the answer.
pub fn checkout(answer: &str) -> Option<String> {
    between(answer, "/checkout/", "\"")
}

fn between(text: &str, start: &str, end: &str) -> Option<String> {
    let (_, rest) = text.split_once(start)?;
    Some(rest.split_once(end)?.0.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_tokens_are_found() {
        assert_eq!(cart(r#"{"id":"abc","version":1}"#).as_deref(), Some("abc"));
        assert_eq!(checkout(r#"{"url":"http://a/checkout/x1"}"#).as_deref(), Some("x1"));
        assert_eq!(cart("nothing"), None);
    }
}
