//! The keys of shops.

use crate::{
    Store, StoreError,
    query::Query,
    recent,
    row::values,
    transaction::{Rollback, Tx},
};
use basket_model::key::{Key, KeyKind, NewKey, Rights, read_secret};
use std::time::Duration;

/// The keys of shops.
#[derive(Debug, Clone, Copy)]
pub struct Keys<'a>(pub(crate) &'a Store);

impl Keys<'_> {
    /// Every key that the shop has or had, oldest first.
    pub async fn all(self, shop: i64) -> Result<Vec<Key>, StoreError> {
        let sql = "SELECT key, digest, scopes, created_at, expires_at FROM keys
                   WHERE shop_id = $1 ORDER BY created_at, key";
        let rows = self.0.rows(sql, values![shop]).await?;
        let keys = rows.iter().map(|row| {
            let digest: Option<Vec<u8>> = row.get("digest")?;
            Ok(Key {
                name: row.get("key")?,
                kind: if digest.is_some() { KeyKind::Secret } else { KeyKind::Publishable },
                rights: Rights::parse(row.get::<Option<String>>("scopes")?.as_deref()),
                created_at: row.get("created_at")?,
                expires_at: row.get("expires_at")?,
            })
        });
        keys.collect()
    }

    /// The name and the digest of the shop's oldest secret key that is still good, if there is one. A key that is new,
    /// for another server or in place of this one, is not yet where a signature is checked.
    pub async fn signing(self, shop: i64) -> Result<Option<(String, Vec<u8>)>, StoreError> {
        let sql = "SELECT key, digest FROM keys WHERE shop_id = $1 AND digest IS NOT NULL
                   AND (expires_at IS NULL OR expires_at > $2) ORDER BY created_at, key LIMIT 1";
        let row = self.0.row(sql, values![shop, self.0.now()]).await?;
        row.map(|row| Ok((row.get("key")?, row.get("digest")?))).transpose()
    }

    /// What a secret key from a request may do.
    pub async fn rights(self, key: &str) -> Result<Rights, StoreError> {
        let Some((name, digest)) = read_secret(key) else { return Ok(Rights::Only(vec![])) };
        let sql = "SELECT scopes FROM keys WHERE key = $1 AND digest = $2";
        let row = self.0.row(sql, values![name, digest]).await?;
        let Some(row) = row else { return Ok(Rights::Only(vec![])) };
        Ok(Rights::parse(row.get::<Option<String>>("scopes")?.as_deref()))
    }

    /// Gives the shop one more key.
    pub async fn create(self, shop: i64, key: NewKey) -> Result<(), StoreError> {
        let now = self.0.now();
        self.0.transaction(async move |tx| create(tx, shop, &key, now).await).await
    }

    /// Ends a key at once; whether the shop has it.
    pub async fn revoke(self, shop: i64, name: &str) -> Result<bool, StoreError> {
        self.end(shop, name, self.0.now(), None).await
    }

    /// Gives a key a successor and lets it end a while later; whether the shop has it.
    pub async fn rotate(
        self,
        shop: i64,
        name: &str,
        successor: NewKey,
        overlap: Duration,
    ) -> Result<bool, StoreError> {
        let overlap = i64::try_from(overlap.as_millis()).unwrap_or(i64::MAX);
        let at = self.0.now().saturating_add(overlap);
        self.end(shop, name, at, Some(successor)).await
    }

    /// Lets a key end, never later than it would have.
    async fn end(
        self,
        shop: i64,
        name: &str,
        at: i64,
        successor: Option<NewKey>,
    ) -> Result<bool, StoreError> {
        let sql =
            "UPDATE keys SET expires_at = CASE WHEN expires_at < $3 THEN expires_at ELSE $3 END
                   WHERE shop_id = $1 AND key = $2 AND (expires_at IS NULL OR expires_at > $4)";
        let now = self.0.now();
        let values = values![shop, name, at, now];
        let end = async move |tx: &Tx<'_>| {
            tx.require(sql, values).await?;
            recent::count_change(tx).await?;
            if let Some(key) = &successor {
                create(tx, shop, key, now).await?;
            }
            Ok::<_, Rollback>(())
        };
        let is_there = self.0.attempt(end).await?;
        self.0.recent.forget();
        Ok(is_there)
    }
}

/// Adds a key to a shop.
pub(super) async fn create(
    tx: &Tx<'_>,
    shop: i64,
    key: &NewKey,
    now: i64,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO keys (key, shop_id, created_at, digest, scopes)
               VALUES ($1, $2, $3, $4, $5)";
    let digest = key.digest.as_ref().map(|digest| &digest[..]);
    tx.execute(sql, values![&key.name, shop, now, digest, key.rights.names()]).await.map(drop)
}
