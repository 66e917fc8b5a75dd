//! A machine between the page and the service, as a CDN is: it hands on whatever is asked for, remembers what that
//! was, and changes a file, or forbids scripts, if the test says so. Nothing of it may be kept, so a browser that loads a file
//! twice asks for it twice.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, ETAG};
use http::{HeaderValue, StatusCode, Uri};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::service::Service;

/// The most that any answer of the service has.
const LIMIT: usize = 1 << 20;

/// What becomes of a file.
pub type Change = fn(&mut Vec<u8>);

/// A running mirror of a service, on a port of its own.
pub struct Mirror {
    shared: Arc<Shared>,
    address: String,
    server: JoinHandle<()>,
}

struct Shared {
    service: String,
    client: Client<HttpConnector, Body>,
    paths: Mutex<Vec<String>>,
    changes: Mutex<Vec<(String, Change)>>,
    next_change: Mutex<Option<(String, Change)>>,
    refused: Mutex<Vec<String>>,
    has_no_scripts: AtomicBool,
}

impl Mirror {
    /// Starts one before this service.
    pub async fn start(service: &Service) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.context("no port for the mirror")?;
        let address = format!("http://127.0.0.1:{}", listener.local_addr()?.port());
        let shared = Arc::new(Shared {
            service: service.address().to_owned(),
            client: Client::builder(TokioExecutor::new()).build_http(),
            paths: Mutex::default(),
            changes: Mutex::default(),
            next_change: Mutex::default(),
            refused: Mutex::default(),
            has_no_scripts: AtomicBool::default(),
        });
        let router = Router::new().fallback(hand_on).with_state(Arc::clone(&shared));
        let server = tokio::spawn(async move {
            // It has no way to end but the abort below.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { shared, address, server })
    }

    /// Where it listens: `http://127.0.0.1:PORT`, without a slash at the end.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Changes every file whose path ends like this, and no other any more.
    pub fn change(&self, ends: &[&str], change: Change) {
        let mut changes = self.shared.changes.lock().unwrap_or_else(PoisonError::into_inner);
        *changes = ends.iter().map(|end| ((*end).to_owned(), change)).collect();
    }

    /// Changes the next file whose path ends like this, and those after it not.
    pub fn change_next(&self, end: &str, change: Change) {
        let mut next = self.shared.next_change.lock().unwrap_or_else(PoisonError::into_inner);
        *next = Some((end.to_owned(), change));
    }

    /// Answers with 503 for every file whose path ends like this, and for no other any more.
    pub fn refuse(&self, ends: &[&str]) {
        let mut refused = self.shared.refused.lock().unwrap_or_else(PoisonError::into_inner);
        *refused = ends.iter().map(|end| (*end).to_owned()).collect();
    }

    /// From now on no page runs any script, as if its reader had switched them off.
    pub fn forbid_scripts(&self) {
        self.shared.has_no_scripts.store(true, Ordering::Relaxed);
    }

    /// The paths that were asked for since the last time, in order.
    pub fn take_paths(&self) -> Vec<String> {
        let mut paths = self.shared.paths.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *paths)
    }
}

impl Drop for Mirror {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn hand_on(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let result = answer(&shared, request).await;
    result.unwrap_or_else(|error| (StatusCode::BAD_GATEWAY, format!("{error:#}")).into_response())
}

async fn answer(shared: &Shared, mut request: Request) -> Result<Response> {
    let path = request.uri().path().to_owned();
    shared.paths.lock().unwrap_or_else(PoisonError::into_inner).push(path.clone());
    let refused = shared.refused.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if refused.iter().any(|end| path.ends_with(end)) {
        return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response());
    }
    let rest = request.uri().path_and_query().map_or("/", |rest| rest.as_str());
    *request.uri_mut() = Uri::try_from(format!("{}{rest}", shared.service))?;
    // What is compressed cannot be changed.
    request.headers_mut().remove(ACCEPT_ENCODING);
    let (mut parts, body) = shared.client.request(request).await?.into_parts();
    let mut bytes = to_bytes(Body::new(body), LIMIT).await?.to_vec();
    let changes = shared.changes.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let next = shared
        .next_change
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take_if(|(end, _)| path.ends_with(&**end));
    if let Some((_, change)) =
        next.as_ref().or_else(|| changes.iter().find(|(end, _)| path.ends_with(&**end)))
    {
        change(&mut bytes);
        parts.headers.remove(CONTENT_LENGTH);
    }
    parts.headers.remove(ETAG);
    parts.headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if shared.has_no_scripts.load(Ordering::Relaxed) {
        // Of several policies each must allow what is to run.
        let none = HeaderValue::from_static("script-src 'none'");
        parts.headers.append(CONTENT_SECURITY_POLICY, none);
    }
    Ok(Response::from_parts(parts, Body::from(bytes)))
}
