//! Reads carts as they are shown: lines from the cart, everything about a product from the catalogue.

use super::products::{period, product_type};
use crate::{
    change,
    store::{
        self, CartPage, ListedCart, StoreError,
        decision::StoredCart,
        statement::{LISTED_CARTS, cart},
    },
};
use basket_core::{
    cart::{Cart, Line},
    money::Currency,
};
use rusqlite::{Connection, Row, params};

const CART: &str = cart!(
    "FROM carts c \
     LEFT JOIN lines l ON l.cart_id=c.id \
     LEFT JOIN products p ON p.shop_id=c.shop_id AND p.sku=l.sku \
     LEFT JOIN offers o ON o.product_id=p.id AND o.frequency=l.frequency AND o.interval=l.interval \
     WHERE c.token=?1 AND c.shop_id=?2 ORDER BY l.number"
);

/// The cart of that id. One statement, so that cart, lines and products are of one moment.
pub(super) fn find(
    connection: &Connection,
    shop: i64,
    currency: Currency,
    token: &str,
) -> Result<Option<StoredCart>, StoreError> {
    let mut statement = connection.prepare_cached(CART)?;
    let mut rows = statement.query(params![token, shop])?;
    let mut found = None;
    while let Some(row) = rows.next()? {
        let found = match &mut found {
            Some(found) => found,
            empty => empty.insert(StoredCart {
                row: row.get(0)?,
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

/// At most `limit` carts of the shop behind the place `after`.
pub(super) fn page(
    connection: &Connection,
    shop: i64,
    after: i64,
    limit: u32,
) -> Result<CartPage, StoreError> {
    let mut statement = connection.prepare_cached(LISTED_CARTS)?;
    let rows = statement.query_map(params![shop, after, i64::from(limit) + 1], |row| {
        let cart = ListedCart {
            id: row.get(1)?,
            version: row.get(4)?,
            items: row.get(5)?,
            created_at: row.get(2)?,
            touched_at: row.get(3)?,
        };
        Ok((row.get(0)?, cart))
    })?;
    let (carts, next) = store::page(rows.collect::<Result<_, _>>()?, limit);
    Ok(CartPage { carts, next })
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
    use crate::store::{StoreOptions, sqlite::schema};
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
