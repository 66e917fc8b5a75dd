//! Where a page of a list starts.

use super::Problem;
use basket_web::fields::Fields;

/// The place behind which the page starts, in a query; `None` is the start of the list.
pub(super) fn after(query: &Fields<'_>) -> Result<Option<i64>, Problem> {
    query.get("after").map(place).transpose()
}

/// The place that was answered as `next`.
pub(super) fn place(after: &str) -> Result<i64, Problem> {
    after
        .parse()
        .map_err(|_| Problem::value("after", "Send `next` of the previous page unchanged."))
}
