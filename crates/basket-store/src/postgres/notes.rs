//! What became of earlier requests, by their idempotency keys.

use super::{
    changes::Job,
    connection::{Connection, Param},
    get,
};
use crate::{
    StoreError, lifetime,
    outcome::{self, Outcome},
};
use basket_model::change::Idempotency;
use tokio_postgres::types::Type;

/// What became of the first request with each key, if there was one.
pub(super) async fn recall(
    client: &Connection,
    jobs: &[&Job],
) -> Result<Vec<Option<Outcome>>, StoreError> {
    let sql = "SELECT i.request, i.outcome, i.created_at
               FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS q (shop_id, key, nth)
               LEFT JOIN LATERAL (
                   SELECT * FROM idempotency WHERE shop_id = q.shop_id AND key = q.key OFFSET 0
               ) i ON true
               ORDER BY q.nth";
    let shops: Vec<i64> = jobs.iter().map(|job| job.shop).collect();
    let key = |job: &&Job| job.change.idempotency.as_ref().map(|it| it.key.clone());
    let keys: Vec<Option<String>> = jobs.iter().map(key).collect();
    let values: [Param<'_>; 2] = [(&shops, Type::INT8_ARRAY), (&keys, Type::TEXT_ARRAY)];
    let rows = client.query(sql, &values).await?;
    let mut recalled = Vec::with_capacity(jobs.len());
    for (job, row) in jobs.iter().zip(&rows) {
        let outcome = match (&job.change.idempotency, get::<Option<&str>>(row, 1)?) {
            (Some(idempotency), Some(text)) => {
                if get::<i64>(row, 2)? < lifetime::oldest_replay(job.now) {
                    forget(client, job, idempotency).await?;
                    None
                } else {
                    Some(outcome::recall(idempotency, get(row, 0)?, text)?)
                }
            }
            _ => None,
        };
        recalled.push(outcome);
    }
    Ok(recalled)
}

/// Rarely is a key used again after a day, and then it must be free.
async fn forget(
    client: &Connection,
    job: &Job,
    idempotency: &Idempotency,
) -> Result<(), StoreError> {
    let sql = "DELETE FROM idempotency WHERE shop_id = $1 AND key = $2 AND created_at < $3";
    let oldest = lifetime::oldest_replay(job.now);
    let values: [Param<'_>; 3] =
        [(&job.shop, Type::INT8), (&idempotency.key, Type::TEXT), (&oldest, Type::INT8)];
    client.execute(sql, &values).await.map(drop)
}

/// Notes what became of a change that changed nothing; whether nobody else was quicker.
pub(super) async fn note(
    client: &Connection,
    job: &Job,
    note: Option<(&Idempotency, String)>,
) -> Result<bool, StoreError> {
    let Some((Idempotency { key, request }, text)) = note else { return Ok(true) };
    let sql = "INSERT INTO idempotency (shop_id, key, request, outcome, created_at)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
    let request = &request[..];
    let values: [Param<'_>; 5] = [
        (&job.shop, Type::INT8),
        (key, Type::TEXT),
        (&request, Type::BYTEA),
        (&text, Type::TEXT),
        (&job.now, Type::INT8),
    ];
    Ok(client.execute(sql, &values).await.map_err(StoreError::in_doubt)? > 0)
}
