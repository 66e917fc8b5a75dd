//! The body of a request: small, JSON, and there in time.

use super::Problem;
use crate::state::AppState;
use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, header::CONTENT_TYPE},
};
use basket_core::diagnostic::Code;

/// How large a body may be.
const MAX_BODY: usize = 64 * 1024;

/// The text of a body; empty when there is none.
pub(super) async fn read(
    state: &AppState,
    headers: &HeaderMap,
    body: Body,
) -> Result<String, Problem> {
    let invalid = |detail| Problem::new(Code::BodyInvalid, detail);
    let read = tokio::time::timeout(state.body_timeout, to_bytes(body, MAX_BODY));
    let read = read.await.map_err(|_| invalid("The body did not arrive in time."))?;
    let bytes = read.map_err(|error| {
        if is_too_large(&error) {
            Problem::new(Code::BodyTooLarge, format!("A body may have {MAX_BODY} bytes."))
        } else {
            invalid("The body did not arrive whole.")
        }
    })?;
    if !bytes.is_empty() && !is_json(headers) {
        let detail = "Send the body as `Content-Type: application/json`.";
        return Err(Problem::new(Code::BodyType, detail));
    }
    String::from_utf8(bytes.into()).map_err(|_| invalid("The body is not UTF-8."))
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let essence = value.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    essence == "application/json"
        || (essence.starts_with("application/") && essence.ends_with("+json"))
}

/// Whether a body was longer than allowed; the only other reason is that it broke off.
fn is_too_large(error: &axum::Error) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        if error.is::<http_body_util::LengthLimitError>() {
            return true;
        }
        source = error.source();
    }
    false
}
