//! The catalogue. Every change is counted, so that a cart can tell whether what it shows has moved.

use crate::{ProductPage, StoreError, product_search};
use basket_core::product::{Frequency, Offer, Period, Product, ProductType};
use rusqlite::{Connection, OptionalExtension, Row, params, types::Type};

/// Those of the products named that the shop has, in the order named.
pub(super) fn named(
    connection: &Connection,
    shop: i64,
    skus: &[String],
) -> Result<Vec<Product>, StoreError> {
    let found = skus.iter().map(|sku| find(connection, shop, sku));
    Ok(found.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// Removes a product; whether there was one.
pub(super) fn remove(connection: &Connection, shop: i64, sku: &str) -> Result<bool, StoreError> {
    let sql = "DELETE FROM products WHERE shop_id = ?1 AND sku = ?2";
    Ok(connection.execute(sql, params![shop, sku])? > 0)
}

/// The product of that sku.
fn find(connection: &Connection, shop: i64, sku: &str) -> Result<Option<Product>, StoreError> {
    let sql = "SELECT id, sku, name, image, url, type, price, stock
               FROM products WHERE shop_id = ?1 AND sku = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row(params![shop, sku], read).optional()?;
    found.map(|(id, product)| with_offers(connection, id, product)).transpose()
}

/// At most `limit` products behind the place `after`.
pub(super) fn page(
    connection: &Connection,
    shop: i64,
    after: i64,
    limit: u32,
) -> Result<ProductPage, StoreError> {
    let sql = "SELECT id, sku, name, image, url, type, price, stock
               FROM products WHERE shop_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3";
    let mut statement = connection.prepare_cached(sql)?;
    // One more than wanted tells whether there is a next page.
    let rows = statement.query_map(params![shop, after, i64::from(limit) + 1], read)?;
    let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
    let rows =
        rows.into_iter().map(|(id, product)| Ok((id, with_offers(connection, id, product)?)));
    let (products, next) = crate::page(rows.collect::<Result<_, StoreError>>()?, limit);
    Ok(ProductPage { products, next })
}

/// Adds a product, or changes the one that has its sku.
pub(super) fn put(connection: &Connection, shop: i64, product: &Product) -> Result<(), StoreError> {
    let count = "UPDATE shops SET catalogue = catalogue + 1 WHERE id = ?1 RETURNING catalogue";
    let revision: i64 = connection.query_row(count, [shop], |row| row.get(0))?;
    let sql = "INSERT INTO products (shop_id, sku, name, image, url, type, price, stock, revision, search)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
               ON CONFLICT (shop_id, sku) DO UPDATE SET
                   name = excluded.name, image = excluded.image, url = excluded.url,
                   type = excluded.type, price = excluded.price, stock = excluded.stock,
                   revision = excluded.revision, search = excluded.search
               RETURNING id";
    let Product { sku, name, image, url, product_type, price, subscriptions, stock } = product;
    let search = product_search::text(product);
    let values =
        params![shop, sku, name, image, url, product_type.name(), price, stock, revision, search];
    let id: i64 = connection.query_row(sql, values, |row| row.get(0))?;
    connection.execute("DELETE FROM offers WHERE product_id = ?1", [id])?;
    let sql = "INSERT INTO offers (product_id, frequency, interval, price) VALUES (?1, ?2, ?3, ?4)";
    for Offer { period, price } in subscriptions {
        connection
            .execute(sql, params![id, period.frequency().name(), period.interval(), price])?;
    }
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<(i64, Product)> {
    let product = Product {
        sku: row.get(1)?,
        name: row.get(2)?,
        image: row.get(3)?,
        url: row.get(4)?,
        product_type: product_type(row, 5)?,
        price: row.get(6)?,
        subscriptions: Vec::new(),
        stock: row.get(7)?,
    };
    Ok((row.get(0)?, product))
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
