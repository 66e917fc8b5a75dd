//! Shops and their keys.

use crate::{
    shop::{Checkout, NewShop, Shop},
    store::StoreError,
};
use basket_core::money::Currency;
use rusqlite::{Connection, OptionalExtension, params};

/// The shop that a publishable key names.
pub(super) fn find(
    connection: &Connection,
    key: &str,
    now: i64,
) -> Result<Option<Shop>, StoreError> {
    let sql = "SELECT shops.id, name, currency, checkout
               FROM keys JOIN shops ON shops.id = keys.shop_id
               WHERE key = ?1 AND (expires_at IS NULL OR expires_at > ?2)";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row(params![key, now], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get::<_, String>(2)?, row.get::<_, String>(3)?))
    });
    let Some((id, name, currency, checkout)) = found.optional()? else { return Ok(None) };
    let odd = |what: &str| StoreError::Internal(format!("shop {id} has an odd {what}"));
    Ok(Some(Shop {
        id,
        name,
        currency: Currency::parse(&currency).ok_or_else(|| odd("currency"))?,
        origins: origins(connection, id)?,
        checkout: Checkout::parse(&checkout).ok_or_else(|| odd("checkout"))?,
    }))
}

fn origins(connection: &Connection, shop: i64) -> Result<Vec<String>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT origin FROM origins WHERE shop_id = ?")?;
    let origins = statement.query_map([shop], |row| row.get(0))?;
    Ok(origins.collect::<Result<_, _>>()?)
}

/// Opens a shop with its first key; its number.
pub(super) fn create(connection: &Connection, shop: &NewShop, now: i64) -> Result<i64, StoreError> {
    connection.execute(
        "INSERT INTO shops (name, currency, checkout) VALUES (?1, ?2, ?3)",
        params![shop.name, shop.currency.code(), shop.checkout.name()],
    )?;
    let id = connection.last_insert_rowid();
    for origin in &shop.origins {
        connection.execute(
            "INSERT OR IGNORE INTO origins (shop_id, origin) VALUES (?1, ?2)",
            params![id, origin],
        )?;
    }
    connection.execute(
        "INSERT INTO keys (key, shop_id, created_at) VALUES (?1, ?2, ?3)",
        params![shop.key, id, now],
    )?;
    Ok(id)
}
