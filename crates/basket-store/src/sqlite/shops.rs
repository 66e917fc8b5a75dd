//! Finds the shop of a key.

use crate::{StoreError, engine::ShopOfKey, rules};
use basket_core::money::Currency;
use basket_model::shop::{Checkout, Shop};
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::sync::Arc;

/// The shop of the key of that name, if the key has that digest.
pub(super) fn find(
    connection: &Connection,
    name: &str,
    digest: Option<&[u8]>,
    now: i64,
) -> Result<Option<ShopOfKey>, StoreError> {
    let sql = "SELECT shops.id, name, currency, checkout, expires_at, pricing,
                   EXISTS (SELECT 1 FROM discounts WHERE discounts.shop_id = shops.id)
               FROM keys JOIN shops ON shops.id = keys.shop_id
               WHERE key = ?1 AND digest IS ?2 AND (expires_at IS NULL OR expires_at > ?3)";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row(params![name, digest, now], columns).optional()?;
    found.map(|columns| read(connection, columns)).transpose()
}

type Columns = (i64, String, String, String, Option<i64>, Option<String>, bool);

fn columns(row: &Row<'_>) -> rusqlite::Result<Columns> {
    let codes = row.get(6)?;
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?, codes))
}

fn read(
    connection: &Connection,
    (id, name, currency, checkout, expires_at, pricing, takes_codes): Columns,
) -> Result<ShopOfKey, StoreError> {
    let corrupt = |what: &str| StoreError::Internal(format!("shop {id} has a corrupt {what}"));
    let shop = Shop {
        id,
        name,
        currency: Currency::parse(&currency).ok_or_else(|| corrupt("currency"))?,
        origins: origins(connection, id)?,
        checkout: Checkout::parse(&checkout).ok_or_else(|| corrupt("checkout"))?,
        rules: rules::read(pricing.as_deref(), || corrupt("pricing"))?,
        takes_codes,
    };
    Ok(ShopOfKey { shop: Arc::new(shop), expires_at })
}

fn origins(connection: &Connection, shop: i64) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT origin FROM origins WHERE shop_id = ?1 ORDER BY origin";
    let mut statement = connection.prepare_cached(sql)?;
    let origins = statement.query_map([shop], |row| row.get(0))?;
    Ok(origins.collect::<Result<_, _>>()?)
}
