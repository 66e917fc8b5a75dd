//! Keys of shops.

use super::{execute, get, is_text, query};
use crate::StoreError;
use basket_model::key::{Key, KeyKind, NewKey};
use deadpool_postgres::GenericClient;

/// Every key of a shop, oldest first.
pub(super) async fn all(client: &impl GenericClient, shop: i64) -> Result<Vec<Key>, StoreError> {
    let sql = "SELECT key, digest IS NOT NULL, created_at, expires_at FROM keys
               WHERE shop_id = $1 ORDER BY created_at, key";
    let rows = query(client, sql, &[&shop]).await?;
    let keys = rows.iter().map(|row| {
        let is_secret: bool = get(row, 1)?;
        Ok(Key {
            name: get(row, 0)?,
            kind: if is_secret { KeyKind::Secret } else { KeyKind::Publishable },
            created_at: get(row, 2)?,
            expires_at: get(row, 3)?,
        })
    });
    keys.collect()
}

/// Adds a key to a shop.
pub(super) async fn create(
    client: &impl GenericClient,
    shop: i64,
    key: &NewKey,
    now: i64,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO keys (key, shop_id, created_at, digest) VALUES ($1, $2, $3, $4)";
    execute(client, sql, &[&key.name, &shop, &now, &key.digest]).await.map(drop)
}

/// Lets a key end, never later than it would have; whether it was there and good.
pub(super) async fn end(
    client: &impl GenericClient,
    shop: i64,
    name: &str,
    at: i64,
    now: i64,
) -> Result<bool, StoreError> {
    let sql = "UPDATE keys SET expires_at = least($3, expires_at)
               WHERE shop_id = $1 AND key = $2 AND (expires_at IS NULL OR expires_at > $4)";
    Ok(is_text(name) && execute(client, sql, &[&shop, &name, &at, &now]).await? > 0)
}
