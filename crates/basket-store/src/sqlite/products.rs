//! Products that a change to a cart names.

use crate::{StoreError, StoredProduct};
use basket_core::product::{Frequency, Offer, Period, Product, ProductType};
use rusqlite::{Connection, OptionalExtension, Row, params, types::Type};

/// Those of the products named that the shop has, in the order named.
pub(super) fn named(
    connection: &Connection,
    shop: i64,
    skus: &[String],
) -> Result<Vec<StoredProduct>, StoreError> {
    let found = skus.iter().map(|sku| find(connection, shop, sku));
    Ok(found.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// The product of that sku.
fn find(
    connection: &Connection,
    shop: i64,
    sku: &str,
) -> Result<Option<StoredProduct>, StoreError> {
    let sql = "SELECT id, sku, name, image, url, type, price, stock, revision, weight, tax_class
               FROM products WHERE shop_id = ?1 AND sku = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row(params![shop, sku], read).optional()?;
    let Some((id, version, product)) = found else { return Ok(None) };
    Ok(Some(StoredProduct { product: with_offers(connection, id, product)?, version }))
}

fn read(row: &Row<'_>) -> rusqlite::Result<(i64, i64, Product)> {
    let product = Product {
        sku: row.get(1)?,
        name: row.get(2)?,
        image: row.get(3)?,
        url: row.get(4)?,
        product_type: product_type(row, 5)?,
        price: row.get(6)?,
        subscriptions: Vec::new(),
        stock: row.get(7)?,
        weight: row.get(9)?,
        tax_class: row.get(10)?,
    };
    Ok((row.get(0)?, row.get(8)?, product))
}

fn with_offers(
    connection: &Connection,
    id: i64,
    mut product: Product,
) -> Result<Product, StoreError> {
    let sql = "SELECT frequency, interval, price FROM offers WHERE product_id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let offers = statement
        .query_map([id], |row| Ok(period(row, 0, 1)?.map(|period| (period, row.get(2)))))?;
    for offer in offers {
        if let Some((period, price)) = offer? {
            product.subscriptions.push(Offer { period, price: price? });
        }
    }
    product.subscriptions.sort_by_key(|offer| offer.period);
    Ok(product)
}

/// The product type in a column of text.
pub(super) fn product_type(row: &Row<'_>, column: usize) -> rusqlite::Result<ProductType> {
    let name: String = row.get(column)?;
    ProductType::parse(&name).ok_or_else(|| corrupt(column, &name))
}

/// The period in two columns; `None` when they are null.
pub(super) fn period(
    row: &Row<'_>,
    frequency: usize,
    interval: usize,
) -> rusqlite::Result<Option<Period>> {
    let Some(name) = row.get::<_, Option<String>>(frequency)? else { return Ok(None) };
    let known = Frequency::parse(&name).ok_or_else(|| corrupt(frequency, &name))?;
    Period::new(known, row.get(interval)?).map(Some).ok_or_else(|| corrupt(interval, "0"))
}

fn corrupt(column: usize, found: &str) -> rusqlite::Error {
    let message = format!("unexpected value {found:?}");
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, message.into())
}
