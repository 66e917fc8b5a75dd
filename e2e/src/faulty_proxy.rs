//! A bad line between page and service: requests and answers get lost, come late, come twice and out of order, in a
//! way that is the same every time.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use http::{Method, StatusCode, Uri};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::TokioExecutor;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::service::Service;

/// No request or answer of ours is larger.
const LARGEST: usize = 1 << 20;

/// A running proxy.
pub struct FaultyProxy {
    address: String,
    line: Arc<Line>,
    server: JoinHandle<()>,
}

struct Line {
    service: String,
    client: Client<HttpConnector, Body>,
    /// How many requests there were; with the seed it decides what befalls the next one.
    count: AtomicU64,
    seed: u64,
    /// How many of a hundred requests something befalls.
    share: AtomicU64,
    faults: AtomicU64,
}

impl FaultyProxy {
    /// Starts a proxy before a service.
    pub async fn start(service: &Service, seed: u64) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.context("no port for the proxy")?;
        let address = format!("http://127.0.0.1:{}", listener.local_addr()?.port());
        let line = Arc::new(Line {
            service: service.address().to_owned(),
            client: Client::builder(TokioExecutor::new()).build_http(),
            count: AtomicU64::new(0),
            seed,
            share: AtomicU64::new(60),
            faults: AtomicU64::new(0),
        });
        let router = Router::new().fallback(pass).with_state(Arc::clone(&line));
        let server = tokio::spawn(async move {
            // It has no way to end but the abort below.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { address, line, server })
    }

    /// Where it listens, without a slash at the end.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// From now on nothing befalls anything.
    pub fn heal(&self) {
        self.line.share.store(0, Ordering::Relaxed);
    }

    /// How many requests or answers something has befallen.
    pub fn faults(&self) -> u64 {
        self.line.faults.load(Ordering::Relaxed)
    }
}

impl Drop for FaultyProxy {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Well spread numbers from consecutive ones (`SplitMix64`).
fn spread(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

async fn pass(State(line): State<Arc<Line>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, LARGEST).await else { return lost() };
    let forward = async |line: &Line| {
        let mut copy = http::Request::new(Body::from(body.clone()));
        *copy.method_mut() = parts.method.clone();
        *copy.headers_mut() = parts.headers.clone();
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        *copy.uri_mut() = format!("{}{path}", line.service).parse::<Uri>().ok()?;
        let (parts, body) = line.client.request(copy).await.ok()?.into_parts();
        let body = to_bytes(Body::new(body), LARGEST).await.ok()?;
        Some(Response::from_parts(parts, Body::from(body)))
    };
    let number = spread(line.seed ^ line.count.fetch_add(1, Ordering::Relaxed));
    // A lost preflight would only be a lost request in other words.
    let is_spared =
        parts.method == Method::OPTIONS || number % 100 >= line.share.load(Ordering::Relaxed);
    if is_spared {
        return forward(&line).await.unwrap_or_else(lost);
    }
    line.faults.fetch_add(1, Ordering::Relaxed);
    let late = Duration::from_millis((number >> 32) % 40);
    match (number >> 8) % 6 {
        // The request is lost.
        0 => lost(),
        // The answer is lost.
        1 => {
            forward(&line).await;
            lost()
        }
        // It comes twice, the second time after whatever else has come by then.
        2 => {
            let answer = forward(&line).await;
            hold_up(late).await;
            forward(&line).await;
            answer.unwrap_or_else(lost)
        }
        // The same, and it is the second answer that arrives.
        3 => {
            forward(&line).await;
            hold_up(late).await;
            forward(&line).await.unwrap_or_else(lost)
        }
        // The request comes late.
        4 => {
            hold_up(late).await;
            forward(&line).await.unwrap_or_else(lost)
        }
        // The answer comes late.
        _ => {
            let answer = forward(&line).await;
            hold_up(late).await;
            answer.unwrap_or_else(lost)
        }
    }
}

/// Lets what comes meanwhile overtake.
async fn hold_up(late: Duration) {
    // It never comes, so this is always the time that was given.
    let _ = timeout(late, pending::<()>()).await;
}

/// An answer that no page may read, which to a script is none at all.
fn lost() -> Response {
    StatusCode::BAD_GATEWAY.into_response()
}
