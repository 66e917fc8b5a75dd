//! Whether the service lives, whether it can work, and what it has counted: for programs that watch it.

use crate::{api::Problem, state::AppState};
use axum::{
    extract::State,
    http::header::CONTENT_TYPE,
    response::{IntoResponse as _, Response},
};
use basket_core::diagnostic::Code;
use std::sync::atomic::Ordering::Relaxed;

/// Answers as long as the process does.
pub(crate) async fn healthz() -> &'static str {
    "ok"
}

/// Answers well only while the service is to get requests, and its database takes changes.
pub(crate) async fn readyz(State(state): State<AppState>) -> Result<&'static str, Problem> {
    if state.is_stopping.load(Relaxed) {
        return Err(Problem::new(Code::Unavailable, "The service is stopping."));
    }
    state.store.check().await?;
    Ok("ok")
}

/// `GET /metrics`: everything counted so far.
pub(crate) async fn metrics(State(state): State<AppState>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    // A database that is away must not take the other figures along.
    let backlog = state.store.outbox().backlog().await.ok();
    ([(CONTENT_TYPE, kind)], state.metrics.text(state.store.statistics(), backlog)).into_response()
}
