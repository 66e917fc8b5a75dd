//! Forgets what nobody needs any more: carts long abandoned, and what became of old requests.

use crate::{
    StoreError,
    lifetime::{self, SWEEP},
    statement::COUNTED_BACK,
};
use rusqlite::{Connection, params};

/// Deletes some of it; whether there is more. It shares a transaction with shoppers who wait.
pub(super) fn sweep(connection: &Connection, now: i64) -> Result<bool, StoreError> {
    let replays = "DELETE FROM idempotency WHERE (shop_id, key) IN
                   (SELECT shop_id, key FROM idempotency WHERE created_at < ?1 LIMIT ?2)";
    // What was not counted yet waits for that.
    let carts = "DELETE FROM carts WHERE id IN
                 (SELECT id FROM carts
                  WHERE (touched_at >= 0 AND touched_at < ?1 OR touched_at < 0 AND touched_at > ?2)
                      AND id <= (SELECT last_row FROM counted WHERE name = 'carts') LIMIT ?3)";
    let replays = connection.execute(replays, params![lifetime::oldest_replay(now), SWEEP])?;
    let carts = connection
        .execute(carts, params![lifetime::oldest_cart(now), lifetime::oldest_order(now), SWEEP])?;
    if carts > 0 {
        connection.execute(COUNTED_BACK, [])?;
    }
    Ok(replays.max(carts) == usize::from(SWEEP))
}

/// Notes that somebody looked at a cart.
pub(super) fn touch(connection: &Connection, token: &str, now: i64) -> Result<(), StoreError> {
    let sql = "UPDATE carts SET touched_at = max(touched_at, ?1) WHERE token = ?2";
    connection.prepare_cached(sql)?.execute(params![now, token])?;
    Ok(())
}
