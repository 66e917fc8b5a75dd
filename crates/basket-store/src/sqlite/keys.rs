//! Keys of shops.

use crate::StoreError;
use basket_model::key::{Key, KeyKind, NewKey};
use rusqlite::{Connection, params};

/// Every key of a shop, oldest first.
pub(super) fn all(connection: &Connection, shop: i64) -> Result<Vec<Key>, StoreError> {
    let sql = "SELECT key, digest IS NOT NULL, created_at, expires_at FROM keys
               WHERE shop_id = ?1 ORDER BY created_at, key";
    let mut statement = connection.prepare_cached(sql)?;
    let keys = statement.query_map([shop], |row| {
        let is_secret: bool = row.get(1)?;
        Ok(Key {
            name: row.get(0)?,
            kind: if is_secret { KeyKind::Secret } else { KeyKind::Publishable },
            created_at: row.get(2)?,
            expires_at: row.get(3)?,
        })
    })?;
    Ok(keys.collect::<Result<_, _>>()?)
}

/// Adds a key to a shop.
pub(super) fn create(
    connection: &Connection,
    shop: i64,
    key: &NewKey,
    now: i64,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO keys (key, shop_id, created_at, digest) VALUES (?1, ?2, ?3, ?4)";
    connection.prepare_cached(sql)?.execute(params![key.name, shop, now, key.digest])?;
    Ok(())
}

/// Lets a key end, never later than it would have; whether it was there and good.
pub(super) fn end(
    connection: &Connection,
    shop: i64,
    name: &str,
    at: i64,
    now: i64,
) -> Result<bool, StoreError> {
    let sql = "UPDATE keys SET expires_at = min(?3, coalesce(expires_at, ?3))
               WHERE shop_id = ?1 AND key = ?2 AND (expires_at IS NULL OR expires_at > ?4)";
    Ok(connection.prepare_cached(sql)?.execute(params![shop, name, at, now])? > 0)
}
