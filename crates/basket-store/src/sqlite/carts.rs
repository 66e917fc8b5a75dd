//! Reads carts as they are shown: lines from the cart, everything about a product from the catalogue.

use super::{lines, products::product_type};
use crate::{StoreError, decision::StoredCart};
use basket_core::{
    cart::{Cart, Costs, Line},
    money::Currency,
};
use basket_model::change;
use rusqlite::{Connection, OptionalExtension, Statement, params};
use std::collections::HashMap;

/// A prepared statement is found by its text, so those that run most often have no spaces to spare.
const CART: &str = "SELECT id,version,next_line,revisions,touched_at,lines,ordered_at IS NOT NULL,code FROM carts \
                    WHERE token=?1 AND shop_id=?2";

/// What the catalogue says of a line, and its price if it comes again and again.
const PRODUCT: &str = "SELECT name,type,image,url,stock,revision,price,id,weight,tax_class FROM products \
                       WHERE shop_id=?1 AND sku=?2";
const OFFER: &str = "SELECT price FROM offers WHERE product_id=?1 AND frequency=?2 AND interval=?3";

/// The cart of that id.
pub(super) fn find(
    connection: &Connection,
    shop: i64,
    currency: Currency,
    token: &str,
) -> Result<Option<StoredCart>, StoreError> {
    let mut statement = connection.prepare_cached(CART)?;
    let mut rows = statement.query(params![token, shop])?;
    // As long as this row is held, everything that the connection reads is of the same moment.
    let Some(row) = rows.next()? else { return Ok(None) };
    let lines = lines::read(row.get_ref(5)?.as_str().map_err(rusqlite::Error::from)?)?;
    let seen: Option<i64> = row.get(3)?;
    let mut found = StoredCart {
        row: row.get(0)?,
        cart: Cart {
            id: token.to_owned(),
            version: row.get(1)?,
            currency,
            lines,
            costs: Costs::entered(row.get(7)?),
        },
        next_line: row.get(2)?,
        touched_at: row.get(4)?,
        is_ordered: row.get(6)?,
        revisions: HashMap::new(),
        settled: true,
    };
    let mut statement = connection.prepare_cached(PRODUCT)?;
    for line in &mut found.cart.lines {
        if let Some(revision) = refresh(connection, &mut statement, shop, line)? {
            found.revisions.insert(line.sku.clone(), revision);
        }
    }
    found.compare(seen);
    change::settle(&mut found.cart);
    Ok(Some(found))
}

/// Tells a line what the catalogue has of its product now; the product's revision, if there is one.
fn refresh(
    connection: &Connection,
    statement: &mut Statement<'_>,
    shop: i64,
    line: &mut Line,
) -> Result<Option<i64>, StoreError> {
    let mut rows = statement.query(params![shop, line.sku])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    line.name = row.get(0)?;
    line.product_type = product_type(row, 1)?;
    line.image = row.get(2)?;
    line.url = row.get(3)?;
    line.weight = row.get(8)?;
    line.tax_class = row.get(9)?;
    let price = match line.period {
        None => row.get(6)?,
        Some(period) => {
            let product = row.get::<_, i64>(7)?;
            let offer = params![product, period.frequency().name(), period.interval()];
            connection.prepare_cached(OFFER)?.query_row(offer, |row| row.get(0)).optional()?
        }
    };
    // What is not sold at this period any more cannot be had, and keeps its last price.
    if let Some(price) = price {
        line.unit_price = price;
        line.stock = row.get(4)?;
    }
    Ok(row.get(5)?)
}

/// Notes that a shopper looked at a cart that is not ordered.
pub(super) fn touch(connection: &Connection, token: &str, now: i64) -> Result<(), StoreError> {
    let sql = "UPDATE carts SET touched_at = max(touched_at, ?1)
               WHERE token = ?2 AND ordered_at IS NULL";
    connection.prepare_cached(sql)?.execute(params![now, token])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{StoreOptions, sqlite::schema};
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
