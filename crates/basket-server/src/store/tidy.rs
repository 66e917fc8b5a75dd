//! Forgets what nobody needs any more: carts long abandoned, and what became of old requests.

use super::{Store, StoreError};
use rusqlite::{Connection, params};

/// After so many days without a visit a cart expires.
pub const IDLE_DAYS: i64 = 90;
/// For so many days a repeated request is recognised.
pub const REPLAY_DAYS: i64 = 7;

/// For so many days more an expired cart is told apart from one that never was.
const GRAVE_DAYS: i64 = 90;
const DAY: i64 = 24 * 60 * 60 * 1000;
/// How much one sweep may delete; it shares a transaction with shoppers who wait.
const SWEEP: i64 = 500;

impl Store {
    /// Deletes some of what has outlived its use; whether there is more.
    pub async fn tidy(&self) -> Result<bool, StoreError> {
        let now = self.clock.now();
        self.writer.run(move |connection| sweep(connection, now)).await
    }

    /// Notes that somebody looked at a cart.
    pub async fn touch_cart(&self, id: String) -> Result<(), StoreError> {
        let now = self.clock.now();
        let sql = "UPDATE carts SET touched_at = max(touched_at, ?1) WHERE token = ?2";
        let touch = move |connection: &Connection| {
            connection.prepare_cached(sql)?.execute(params![now, id])?;
            Ok(())
        };
        self.writer.run(touch).await
    }
}

pub(super) fn is_expired(touched_at: i64, now: i64) -> bool {
    now - touched_at > IDLE_DAYS * DAY
}

/// Reading a cart is a visit too, but noting it once a day is enough.
pub(super) fn is_fading(touched_at: i64, now: i64) -> bool {
    now - touched_at > DAY
}

fn sweep(connection: &Connection, now: i64) -> Result<bool, StoreError> {
    let replays = "DELETE FROM idempotency WHERE (shop_id, key) IN
                   (SELECT shop_id, key FROM idempotency WHERE created_at < ?1 LIMIT ?2)";
    let carts = "DELETE FROM carts WHERE id IN
                 (SELECT id FROM carts WHERE touched_at < ?1 LIMIT ?2)";
    let replays = connection.execute(replays, params![now - REPLAY_DAYS * DAY, SWEEP])?;
    let graves = now - (IDLE_DAYS + GRAVE_DAYS) * DAY;
    let carts = connection.execute(carts, params![graves, SWEEP])?;
    let full = usize::try_from(SWEEP).unwrap_or(usize::MAX);
    Ok(replays == full || carts == full)
}
