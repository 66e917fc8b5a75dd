//! The end of a shop: asked for, cancelled, and done in small steps. It must never know who may ask.

use super::Shops;
use crate::{StoreError, carts, lifetime::DAY, query::Query, recent, row::values, transaction::Tx};
use basket_model::privacy::DELETION_DAYS;

/// How many rows a step deletes, so that shoppers of other shops never wait for it.
const AT_ONCE: i64 = 100;

/// Deletes some rows of a shop.
macro_rules! part {
    ($table:literal, $key:literal) => {
        concat!(
            "DELETE FROM ",
            $table,
            " WHERE shop_id = $1 AND ",
            $key,
            " IN (SELECT ",
            $key,
            " FROM ",
            $table,
            " WHERE shop_id = $1 LIMIT $2)"
        )
    };
}

/// Without keys, nobody finds the shop any more.
const KEYS: &str = part!("keys", "key");

/// Every table with rows of a shop: first what opens the shop, so that nothing new comes, then what names people.
const PARTS: [&str; 16] = [
    KEYS,
    part!("members", "operator_id"),
    part!("links", "digest"),
    part!("events", "id"),
    part!("orders", "id"),
    part!("checkouts", "token"),
    part!("activity", "id"),
    part!("carts", "id"),
    part!("idempotency", "key"),
    part!("discounts", "id"),
    part!("prices", "id"),
    part!("products", "id"),
    part!("days", "day"),
    part!("imports", "id"),
    part!("designs", "name"),
    part!("origins", "origin"),
];

impl Shops<'_> {
    /// When the shop is deleted, if its deletion was requested.
    pub async fn deletion(self, shop: i64) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT delete_at FROM shops WHERE id = $1";
        let row = self.0.row(sql, values![shop]).await?;
        row.map_or(Ok(None), |row| row.get("delete_at"))
    }

    /// Has the shop deleted after the waiting time, or as soon as may be; an earlier date stays. When that is.
    pub async fn request_deletion(self, shop: i64, at_once: bool) -> Result<i64, StoreError> {
        let wait = if at_once { 0 } else { DELETION_DAYS * DAY };
        let at = self.0.now() + wait;
        let sql = "UPDATE shops SET delete_at = CASE WHEN delete_at < $2 THEN delete_at ELSE $2 END
                   WHERE id = $1";
        self.0.execute(sql, values![shop, at]).await?;
        Ok(self.deletion(shop).await?.unwrap_or(at))
    }

    /// Keeps a shop that was to be deleted; whether it was, and its time had not come.
    pub async fn cancel_deletion(self, shop: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE shops SET delete_at = NULL WHERE id = $1 AND delete_at > $2";
        Ok(self.0.execute(sql, values![shop, self.0.now()]).await? > 0)
    }

    /// Deletes a part of a shop whose time has come; whether anything is left of it.
    pub async fn delete_some(self, shop: i64) -> Result<bool, StoreError> {
        self.delete_some_at(shop, self.0.now()).await
    }

    async fn delete_some_at(self, shop: i64, now: i64) -> Result<bool, StoreError> {
        let delete = async move |tx: &Tx<'_>| {
            // Other processes that delete the same shop wait here.
            let due = "UPDATE shops SET delete_at = delete_at WHERE id = $1 AND delete_at <= $2";
            if tx.execute(due, values![shop, now]).await? == 0 {
                return Ok::<_, StoreError>(false);
            }
            for part in PARTS {
                if tx.execute(part, values![shop, AT_ONCE]).await? > 0 {
                    if part == KEYS {
                        recent::count_change(tx).await?;
                    }
                    tx.execute(carts::COUNT_BACK, values![]).await?;
                    return Ok(true);
                }
            }
            tx.execute("DELETE FROM shops WHERE id = $1", values![shop]).await?;
            Ok(false)
        };
        let is_left = self.0.transaction(delete).await?;
        self.0.recent.forget();
        Ok(is_left)
    }

    /// Deletes a part of a shop whose time has come, if there is one; whether there was.
    pub(crate) async fn delete_due(self, now: i64) -> Result<bool, StoreError> {
        let sql = "SELECT id FROM shops WHERE delete_at <= $1 ORDER BY id LIMIT 1";
        let Some(row) = self.0.row(sql, values![now]).await? else { return Ok(false) };
        self.delete_some_at(row.get("id")?, now).await?;
        Ok(true)
    }
}
