//! Whether the service lives, whether it can work, and what it has counted: for programs that watch it.

use crate::{api::Problem, state::AppState};
use axum::{
    extract::State,
    http::header::CONTENT_TYPE,
    response::{IntoResponse as _, Response},
};

/// Answers as long as the process does.
pub(crate) async fn healthz() -> &'static str {
    "ok"
}

/// Answers well only when the database does.
pub(crate) async fn readyz(State(state): State<AppState>) -> Result<&'static str, Problem> {
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
