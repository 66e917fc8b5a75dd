//! A line in the log for every request, under an id that the caller gets too. A cart's id opens the
//! cart, so the log gets the pattern of an address and never the address.

use crate::api::{self, Api};
use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderName, HeaderValue, Method, header::X_CONTENT_TYPE_OPTIONS},
    middleware::Next,
    response::Response,
};
use std::{
    hash::{BuildHasher as _, Hasher as _, RandomState},
    time::Instant,
};
use tracing::Instrument as _;

/// How long an id may be that somebody before us has given the request.
const MAX_ID: usize = 64;
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Notes and counts method, pattern, status and how long it took.
pub(crate) async fn requests(State(api): State<Api>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let method = known(request.method());
    let pattern = request.extensions().get::<MatchedPath>().cloned();
    let route = pattern.as_ref().map_or("unknown", MatchedPath::as_str);
    let id = id(&request);
    let span = tracing::info_span!("request", id);
    let mut response = api::cross_origin(request, next).instrument(span.clone()).await;
    let (status, took) = (response.status().as_u16(), start.elapsed());
    api.metrics.answered(method, route, status, took);
    span.in_scope(|| {
        tracing::info!(method, route, status, microseconds = took.as_micros(), "answered");
    });
    let headers = response.headers_mut();
    // No answer may be taken for another type than it says.
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Ok(id) = HeaderValue::try_from(id) {
        headers.insert(REQUEST_ID, id);
    }
    response
}

/// The id that a proxy has given the request, if it is one that a log can bear, or a new one.
fn id(request: &Request) -> String {
    let given = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let is_plain = |id: &&str| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        !id.is_empty() && id.len() <= MAX_ID && id.bytes().all(plain)
    };
    match given.filter(is_plain) {
        Some(id) => id.to_owned(),
        // Not a secret, only unlike all others: it comes from no more than what the standard library keeps
        // its maps apart by.
        None => format!("{:016x}", RandomState::new().build_hasher().finish()),
    }
}

/// The method by name. Callers may make methods up, and each would be counted apart.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
