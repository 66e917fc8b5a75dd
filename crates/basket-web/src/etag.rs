//! Entity tags, and other headers that list items.

use http::{HeaderMap, HeaderName, HeaderValue, header::IF_NONE_MATCH};

/// Whether `If-None-Match` names this tag: the caller has what we would send.
pub fn matches_tag(headers: &HeaderMap, tag: &str) -> bool {
    has_tag(headers.get_all(IF_NONE_MATCH), tag)
}

/// Whether one of these values of `If-None-Match` names this tag.
pub fn has_tag<'a>(values: impl IntoIterator<Item = &'a HeaderValue>, tag: &str) -> bool {
    items(values).any(|found| found == "*" || found.strip_prefix("W/").unwrap_or(found) == tag)
}

/// The items of a header that lists them. No item that means anything here holds a comma, so a comma
/// always separates.
pub fn list<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    items(headers.get_all(name))
}

fn items<'a>(values: impl IntoIterator<Item = &'a HeaderValue>) -> impl Iterator<Item = &'a str> {
    let values = values.into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}
