//! A line in the log for every request. A cart's id opens the cart, so the log gets the pattern of
//! an address and never the address.

use axum::{
    extract::{MatchedPath, Request},
    middleware::Next,
    response::Response,
};
use std::time::Instant;

/// Notes method, pattern, status and how long it took.
pub(crate) async fn requests(request: Request, next: Next) -> Response {
    let start = Instant::now();
    let method = request.method().clone();
    let pattern = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    tracing::info!(
        %method,
        route = pattern.as_ref().map_or("unknown", MatchedPath::as_str),
        status = response.status().as_u16(),
        microseconds = start.elapsed().as_micros(),
        "answered"
    );
    response
}
