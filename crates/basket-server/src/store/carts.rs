//! Reads carts as they are shown: lines from the cart, everything about a product from the catalogue.

use super::{
    Store, StoreError,
    products::{period, product_type},
    tidy,
};
use crate::{
    change::{self, Refused},
    shop::Shop,
};
use basket_core::{
    cart::{Cart, Line},
    money::Currency,
};
use rusqlite::{Connection, Row, params};

/// A cart with its lines, and what the catalogue says of them.
const CART: &str = "SELECT c.id, c.version, c.next_line, c.catalogue, c.touched_at,
           l.number, l.sku, l.quantity, l.frequency, l.interval,
           coalesce(p.name, l.name), coalesce(p.type, l.type), l.unit_price,
           CASE WHEN l.frequency IS NULL THEN p.price ELSE o.price END,
           p.image, p.url, p.stock, p.revision
    FROM carts c
    LEFT JOIN lines l ON l.cart_id = c.id
    LEFT JOIN products p ON p.shop_id = c.shop_id AND p.sku = l.sku
    LEFT JOIN offers o ON o.product_id = p.id
        AND o.frequency = l.frequency AND o.interval = l.interval
    WHERE c.token = ?1 AND c.shop_id = ?2
    ORDER BY l.number";

/// A cart as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCart {
    /// The cart.
    pub cart: Cart,
    /// Whether everything that it shows is as it was when it got its version. If not, the catalogue
    /// has moved since, and two carts of this version may differ.
    pub settled: bool,
    /// Whether it is time to note that somebody still looks at it.
    pub fading: bool,
}

/// A cart with what only the database needs to know.
pub(super) struct CartRow {
    pub(super) id: i64,
    pub(super) cart: Cart,
    pub(super) next_line: i64,
    pub(super) touched_at: i64,
    settled: bool,
}

impl Store {
    /// The cart of that id, if it is the shop's.
    pub fn cart(&self, shop: &Shop, id: &str) -> Result<FoundCart, Refused> {
        let now = self.clock.now();
        let found = self.readers.read(|connection| find(connection, shop.id, shop.currency, id))?;
        let row = found.ok_or(Refused::CartUnknown)?;
        if tidy::is_expired(row.touched_at, now) {
            return Err(Refused::CartExpired);
        }
        let fading = tidy::is_fading(row.touched_at, now);
        Ok(FoundCart { cart: row.cart, settled: row.settled, fading })
    }
}

/// The cart of that id. One statement, so that cart, lines and products are of one moment.
pub(super) fn find(
    connection: &Connection,
    shop: i64,
    currency: Currency,
    token: &str,
) -> Result<Option<CartRow>, StoreError> {
    let mut statement = connection.prepare_cached(CART)?;
    let mut rows = statement.query(params![token, shop])?;
    let mut found = None;
    while let Some(row) = rows.next()? {
        let found = match &mut found {
            Some(found) => found,
            empty => empty.insert(CartRow {
                id: row.get(0)?,
                cart: Cart {
                    id: token.to_owned(),
                    version: row.get(1)?,
                    currency,
                    lines: Vec::new(),
                },
                next_line: row.get(2)?,
                touched_at: row.get(4)?,
                settled: true,
            }),
        };
        // An empty cart is one row without a line.
        if row.get::<_, Option<i64>>(5)?.is_some() {
            let (line, revision) = read_line(row)?;
            let seen: i64 = row.get(3)?;
            found.settled &= revision.is_some_and(|revision| revision <= seen);
            found.cart.lines.push(line);
        }
    }
    if let Some(found) = &mut found {
        change::settle(&mut found.cart);
    }
    Ok(found)
}

/// The line in a row, and the revision of its product if there is one.
fn read_line(row: &Row<'_>) -> rusqlite::Result<(Line, Option<i64>)> {
    let last_price: i64 = row.get(12)?;
    let price: Option<i64> = row.get(13)?;
    let line = Line {
        id: row.get::<_, i64>(5)?.to_string(),
        sku: row.get(6)?,
        name: row.get(10)?,
        image: row.get(14)?,
        url: row.get(15)?,
        product_type: product_type(row, 11)?,
        quantity: row.get(7)?,
        unit_price: price.unwrap_or(last_price),
        period: period(row, 8, 9)?,
        available: true,
        // What is no longer sold, or not at this period, cannot be had at all.
        stock: if price.is_some() { row.get(16)? } else { Some(0) },
    };
    Ok((line, row.get(17)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{StoreOptions, schema};
    use rusqlite::StatementStatus;

    #[test]
    fn reading_carts_parses_the_statement_once() {
        let folder = tempfile::tempdir().unwrap();
        let options = StoreOptions::default();
        let connection = schema::open_writer(&folder.path().join("test.db"), &options).unwrap();
        for token in ["one", "another"] {
            assert!(find(&connection, 1, Currency::EUR, token).unwrap().is_none());
        }
        let statement = connection.prepare_cached(CART).unwrap();
        assert_eq!(statement.get_status(StatementStatus::RePrepare), 0);
        assert_eq!(statement.get_status(StatementStatus::Run), 2);
    }
}
