//! Whether the service lives, and whether it can work: for whoever starts and watches it.

use crate::api::{Api, Problem};
use axum::extract::State;

/// Answers as long as the process does.
pub(crate) async fn healthz() -> &'static str {
    "ok"
}

/// Answers well only when the database does.
pub(crate) async fn readyz(State(api): State<Api>) -> Result<&'static str, Problem> {
    api.store.check().await?;
    Ok("ok")
}
