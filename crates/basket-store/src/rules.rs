//! The rules by which a shop's orders cost more or less than their lines, in a column of shops and of checkouts. It must never
//! know what they say.

use crate::{StoreError, row::Row};
use basket_model::pricing::{self, Rules};
use std::sync::Arc;

/// The rules in the column `pricing`, if there are any.
pub(super) fn read(
    text: Option<&str>,
    corrupt: impl FnOnce() -> StoreError,
) -> Result<Option<Arc<Rules>>, StoreError> {
    let Some(text) = text else { return Ok(None) };
    pricing::read_rules(text).map(|rules| Some(Arc::new(rules))).ok_or_else(corrupt)
}

/// The rules in the column `pricing` of a row.
pub(super) fn of(row: &Row) -> Result<Option<Arc<Rules>>, StoreError> {
    let text: Option<String> = row.get("pricing")?;
    read(text.as_deref(), || row.corrupt("pricing", "holds other JSON"))
}
