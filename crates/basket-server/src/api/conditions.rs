//! The headers that make a request conditional: `If-Match`, `If-None-Match` and `Idempotency-Key`.

use super::Problem;
use crate::state::AppState;
use axum::{
    extract::FromRequestParts,
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, Uri,
        header::{IF_MATCH, IF_NONE_MATCH},
        request::Parts,
    },
};
use basket_model::change::Idempotency;
use basket_web::etag::{has_tag, list};
use sha2::{Digest, Sha256};
use std::convert::Infallible;

/// How long an idempotency key may be.
const MAX_KEY: usize = 255;
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// The entity tag of a cart's version.
pub(super) fn tag(version: i64) -> String {
    format!("\"{version}\"")
}

/// The versions that `If-Match` allows; `None` is any. A weak tag or one that is not ours allows
/// nothing, as the header demands.
pub(super) fn expected_versions(headers: &HeaderMap) -> Option<Vec<i64>> {
    headers.contains_key(IF_MATCH).then_some(())?;
    let tags: Vec<&str> = list(headers, &IF_MATCH).collect();
    if tags.contains(&"*") {
        return None;
    }
    let version = |tag: &str| tag.strip_prefix('"')?.strip_suffix('"')?.parse().ok();
    Some(tags.into_iter().filter_map(version).collect())
}

/// What the caller has already, by `If-None-Match`. To ask for all headers would copy them.
#[derive(Debug)]
pub(crate) struct Held(Vec<HeaderValue>);

impl Held {
    /// Whether what has this tag is among it.
    pub(super) fn has(&self, tag: &str) -> bool {
        has_tag(&self.0, tag)
    }
}

impl FromRequestParts<AppState> for Held {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Infallible> {
        Ok(Self(parts.headers.get_all(IF_NONE_MATCH).into_iter().cloned().collect()))
    }
}

/// The idempotency key with a digest of what it stands for: method, address and body.
pub(super) fn idempotency(
    headers: &HeaderMap,
    method: &Method,
    uri: &Uri,
    body: &str,
) -> Result<Option<Idempotency>, Problem> {
    let Some(key) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let key = key.to_str().ok().filter(|key| !key.is_empty() && key.len() <= MAX_KEY);
    let key = key.ok_or_else(|| {
        let detail = format!("An idempotency key must have 1 to {MAX_KEY} printable characters.");
        Problem::value("Idempotency-Key", detail)
    })?;
    let mut digest = Sha256::new();
    for part in [method.as_str(), uri.path(), body] {
        digest.update(part);
        // Ends the part, so that no two requests run together into one.
        digest.update([0]);
    }
    let digest: [u8; 32] = digest.finalize().into();
    let mut request = [0; 16];
    request.copy_from_slice(&digest[..16]);
    Ok(Some(Idempotency { key: key.to_owned(), request }))
}
