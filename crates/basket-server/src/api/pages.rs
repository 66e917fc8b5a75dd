//! Where a page of a list starts.

use super::Problem;

/// The place behind which the page starts, in a query; `None` is the start of the list.
pub(super) fn after(query: &str) -> Result<Option<i64>, Problem> {
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let after = pairs.find(|(name, _)| name == "after");
    after.map(|(_, after)| place(&after)).transpose()
}

/// The place that was answered as `next`.
pub(super) fn place(after: &str) -> Result<i64, Problem> {
    after.parse().map_err(|_| Problem::value("after", "Pass on `next` as it was answered."))
}
