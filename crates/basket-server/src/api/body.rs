//! The body of a request: limited in size and time, JSON, and read into the type that the API's document describes.

mod members;
mod source;

pub(super) use members::{filled, not_null};

use super::Problem;
use crate::state::AppState;
use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, header::CONTENT_TYPE},
};
use basket_core::{
    diagnostic::Code,
    json::{self, Document},
};
use serde::de::DeserializeOwned;
use source::Source;

/// How large a body may be.
const MAX_BODY: usize = 64 * 1024;

/// Why a body was not understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BadBody {
    /// Not JSON, and where the error is.
    Json { line: u32, column: u32 },
    /// JSON, but this member is missing or invalid.
    Value(&'static str),
}

/// Reads a body into its type.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, BadBody> {
    from_document(&parse_json(text)?)
}

/// Parses a body as JSON.
pub(super) fn parse_json(text: &str) -> Result<Document, BadBody> {
    json::parse(text).map_err(|bad| {
        let (line, column) = json::line_column(text, bad.at);
        BadBody::Json { line, column }
    })
}

/// Reads parsed JSON into a body's type.
pub(super) fn from_document<T: DeserializeOwned>(document: &Document) -> Result<T, BadBody> {
    T::deserialize(Source::new(document.root())).map_err(|bad| BadBody::Value(bad.name()))
}

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
            Problem::new(
                Code::BodyTooLarge,
                format!("The body must have at most {MAX_BODY} bytes."),
            )
        } else {
            invalid("The body is incomplete.")
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
