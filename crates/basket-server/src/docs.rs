//! The documentation at `/docs`: the site's files and a designer for everybody. It must never know a shop.

mod designer;
mod site;

pub(crate) use designer::{change, check, preview, read};
pub(crate) use site::{read_file, to_api, to_start};

use axum::http::{
    HeaderMap, HeaderName, HeaderValue,
    header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY},
};

/// Where the designer is, which the site starts with.
pub(crate) const DESIGNER: &str = "/docs/design";

/// What a page may load: the service's own files. The preview has a policy of its own.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

/// Adds the headers that every page has.
fn guard(headers: &mut HeaderMap, policy: &'static str) {
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, policy),
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
