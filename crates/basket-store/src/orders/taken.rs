//! What an order took from the stock, and gives back if it is cancelled.

use crate::{StoreError, query::Query, row::values};
use basket_core::json::{self, Node, Writer};
use basket_model::order::{self, Order};
use std::collections::BTreeMap;

/// Pieces of products whose stock is counted, by their skus.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Taken(pub(super) BTreeMap<String, i64>);

impl Taken {
    /// What an order took. One of an earlier release did not note it: what was ordered counts as taken.
    pub(super) async fn of(on: &impl Query, order: &Order) -> Result<Self, StoreError> {
        let row = on.row("SELECT taken FROM orders WHERE id = $1", values![order.id]).await?;
        let noted = match &row {
            Some(row) => row.get::<Option<String>>("taken")?,
            None => None,
        };
        if let Some(text) = noted {
            let unknown = || StoreError::Internal("what an order took cannot be read".to_owned());
            return Self::read(&text).ok_or_else(unknown);
        }
        let ordered = order::quantities(&order.cart).into_iter();
        Ok(Self(ordered.map(|(sku, quantity)| (sku.to_owned(), quantity)).collect()))
    }

    pub(super) fn write(&self) -> String {
        let mut writer = Writer::new();
        writer.open('[');
        for (sku, quantity) in &self.0 {
            writer.open('[').string(sku).number(*quantity).close(']');
        }
        writer.close(']');
        writer.finish()
    }

    fn read(text: &str) -> Option<Self> {
        let document = json::parse(text).ok()?;
        let read = |pair: Node<'_>| Some((pair.at(0).string()?.to_owned(), pair.at(1).integer()?));
        document.root().items().map(read).collect::<Option<_>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let taken = Taken(BTreeMap::from([("MUG".to_owned(), 2), ("a \"b\"".to_owned(), 999)]));
        assert_eq!(taken.write(), r#"[["MUG",2],["a \"b\"",999]]"#);
        assert_eq!(Taken::read(&taken.write()), Some(taken));
        assert_eq!(Taken::read(&Taken::default().write()), Some(Taken::default()));
        assert_eq!(Taken::read(r#"[["MUG"]]"#), None);
    }
}
