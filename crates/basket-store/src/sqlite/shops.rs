//! Shops and where their baskets may stand.

use super::keys;
use crate::StoreError;
use basket_core::money::Currency;
use basket_model::shop::{Checkout, NewShop, Shop, ShopChange};
use rusqlite::{Connection, OptionalExtension, Row, params};

/// The shop of the key of that name, if the key has that digest.
pub(super) fn find(
    connection: &Connection,
    name: &str,
    digest: Option<&[u8]>,
    now: i64,
) -> Result<Option<Shop>, StoreError> {
    let sql = "SELECT shops.id, name, currency, checkout
               FROM keys JOIN shops ON shops.id = keys.shop_id
               WHERE key = ?1 AND digest IS ?2 AND (expires_at IS NULL OR expires_at > ?3)";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row(params![name, digest, now], columns).optional()?;
    found.map(|columns| read(connection, columns)).transpose()
}

/// Every shop, oldest first.
pub(super) fn all(connection: &Connection) -> Result<Vec<Shop>, StoreError> {
    let sql = "SELECT id, name, currency, checkout FROM shops ORDER BY id";
    let mut statement = connection.prepare_cached(sql)?;
    let shops = statement.query_map([], columns)?.collect::<Result<Vec<_>, _>>()?;
    shops.into_iter().map(|columns| read(connection, columns)).collect()
}

type Columns = (i64, String, String, String);

fn columns(row: &Row<'_>) -> rusqlite::Result<Columns> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
}

fn read(
    connection: &Connection,
    (id, name, currency, checkout): Columns,
) -> Result<Shop, StoreError> {
    let corrupt = |what: &str| StoreError::Internal(format!("shop {id} has an corrupt {what}"));
    Ok(Shop {
        id,
        name,
        currency: Currency::parse(&currency).ok_or_else(|| corrupt("currency"))?,
        origins: origins(connection, id)?,
        checkout: Checkout::parse(&checkout).ok_or_else(|| corrupt("checkout"))?,
    })
}

fn origins(connection: &Connection, shop: i64) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT origin FROM origins WHERE shop_id = ?1 ORDER BY origin";
    let mut statement = connection.prepare_cached(sql)?;
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
    set_origins(connection, id, &shop.origins)?;
    keys::create(connection, id, &shop.key, now)?;
    Ok(id)
}

/// Changes a shop; whether there is one of that number.
pub(super) fn change(
    connection: &Connection,
    shop: i64,
    change: &ShopChange,
) -> Result<bool, StoreError> {
    let ShopChange { name, origins, checkout } = change;
    let sql = "UPDATE shops SET name = coalesce(?2, name), checkout = coalesce(?3, checkout)
               WHERE id = ?1";
    let is_there = connection.execute(sql, params![shop, name, checkout.map(Checkout::name)])? > 0;
    if let (true, Some(origins)) = (is_there, origins) {
        connection.execute("DELETE FROM origins WHERE shop_id = ?1", [shop])?;
        set_origins(connection, shop, origins)?;
    }
    Ok(is_there)
}

fn set_origins(connection: &Connection, shop: i64, origins: &[String]) -> Result<(), StoreError> {
    for origin in origins {
        connection.execute(
            "INSERT OR IGNORE INTO origins (shop_id, origin) VALUES (?1, ?2)",
            params![shop, origin],
        )?;
    }
    Ok(())
}
