//! Forgets what nobody needs any more: carts long abandoned, and what became of old requests.

use super::{execute, is_text};
use crate::{
    StoreError,
    lifetime::{self, SWEEP},
    statement::COUNTED_BACK,
};
use deadpool_postgres::GenericClient;

/// Deletes some of it; whether there is more. Several processes may do so at once: each takes rows
/// that no other holds.
pub(super) async fn sweep(client: &impl GenericClient, now: i64) -> Result<bool, StoreError> {
    let replays = "DELETE FROM idempotency WHERE (shop_id, key) IN
                   (SELECT shop_id, key FROM idempotency WHERE created_at < $1
                    LIMIT $2 FOR UPDATE SKIP LOCKED)";
    // What was not counted yet waits for that.
    let carts = "DELETE FROM carts WHERE id IN
                 (SELECT id FROM carts
                  WHERE (touched_at >= 0 AND touched_at < $1 OR touched_at < 0 AND touched_at > $2)
                      AND id <= (SELECT last_row FROM counted WHERE name = 'carts')
                  LIMIT $3 FOR UPDATE SKIP LOCKED)";
    let limit = i64::from(SWEEP);
    let replays = execute(client, replays, &[&lifetime::oldest_replay(now), &limit]).await?;
    let ages = (lifetime::oldest_cart(now), lifetime::oldest_order(now));
    let carts = execute(client, carts, &[&ages.0, &ages.1, &limit]).await?;
    if carts > 0 {
        execute(client, COUNTED_BACK, &[]).await?;
    }
    Ok(replays.max(carts) == u64::from(SWEEP))
}

/// Notes that somebody looked at a cart.
pub(super) async fn touch(
    client: &impl GenericClient,
    token: &str,
    now: i64,
) -> Result<(), StoreError> {
    let sql = "UPDATE carts SET touched_at = greatest(touched_at, $1) WHERE token = $2";
    if is_text(token) {
        execute(client, sql, &[&now, &token]).await?;
    }
    Ok(())
}
