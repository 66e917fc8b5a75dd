//! How statements name several products, and how many pieces of each. It must never know what is done with them.

use basket_core::json::Writer;
use std::collections::BTreeMap;

/// How a statement for many products begins: the value of that name says how many pieces of which, as [`pieces`] writes
/// it.
macro_rules! wanted {
    ($value:literal) => {
        concat!(
            "WITH wanted AS (SELECT key AS wanted_sku, CAST(CAST(value AS text) AS bigint) AS pieces
                             FROM json_each(",
            $value,
            ")) "
        )
    };
}
pub(crate) use wanted;

/// Pieces by sku, for [`wanted`].
pub(crate) fn pieces<S: AsRef<str>>(pieces: &BTreeMap<S, i64>) -> String {
    let mut writer = Writer::new();
    writer.open('{');
    for (sku, quantity) in pieces {
        writer.name(sku.as_ref()).number(*quantity);
    }
    writer.close('}');
    writer.finish()
}
