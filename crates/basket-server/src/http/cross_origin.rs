//! Lets pages of other origins call the API. Who may is decided by the shop's list when the call
//! comes in; a preflight carries no key, so nothing can be decided there, and a refusal must reach
//! the page with its code.

use axum::{
    extract::Request,
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, StatusCode,
        header::{
            ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
            ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
        },
    },
    response::{IntoResponse, Response},
};

const PREFLIGHT: [(HeaderName, &str); 4] = [
    (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    (ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, PUT, PATCH, DELETE"),
    (
        ACCESS_CONTROL_ALLOW_HEADERS,
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match",
    ),
    (ACCESS_CONTROL_MAX_AGE, "86400"),
];

/// A header that files have, and nothing else below `/v1`.
const OF_FILES: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Whom the answer to a request is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// A page that asks what it may ask; the answer is [`Reach::permission`].
    Preflight,
    /// Pages of any origin.
    Pages,
    /// No page of another origin.
    Home,
}

/// Every answer below `/v1` may be read by any page. What is the shop's own is not for pages: a secret key has no
/// business in a browser.
pub(crate) fn reach(request: &Request) -> Reach {
    let path = request.uri().path();
    if !path.starts_with("/v1") || path.starts_with("/v1/admin/") {
        Reach::Home
    } else if request.method() == Method::OPTIONS {
        Reach::Preflight
    } else {
        Reach::Pages
    }
}

impl Reach {
    /// What pages may send.
    pub(crate) fn permission() -> Response {
        (StatusCode::NO_CONTENT, PREFLIGHT).into_response()
    }

    /// Lets pages read an answer that is for them.
    pub(crate) fn mark(self, headers: &mut HeaderMap) {
        if self == Self::Pages {
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
            // A page loads files for what is in them; only answers of the API have headers that a script reads.
            let is_file = headers.contains_key(OF_FILES);
            if !is_file {
                let exposed = HeaderValue::from_static("ETag, Retry-After");
                headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
            }
        }
    }
}
