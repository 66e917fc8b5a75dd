//! Brings a PostgreSQL database up to date.
//!
//! Many service processes share it, and they are never all replaced at one moment: while a new one
//! migrates, old ones go on answering. So a migration only ever expands: it adds tables, columns that
//! may be left out, and indexes. What nobody reads any more is taken away by a later release, when no
//! process that reads it can still be running. Each migration says from which version on a program
//! can work with its result, and a program refuses a database that has left it behind.

use super::{failure, get};
use crate::{SchemaState, SchemaVersion, StoreError};
use deadpool_postgres::{GenericClient, Object, Transaction};
use std::time::Duration;
use tokio::time::sleep;

/// One for each version, oldest first, with the oldest version whose programs still work beside it.
/// A file that has been released is never edited.
const MIGRATIONS: &[(&str, i64)] = &[
    (include_str!("migrations/0001_carts.sql"), 1),
    (include_str!("migrations/0002_secret_keys.sql"), 1),
    (include_str!("migrations/0003_carts_by_shop.sql"), 1),
    (include_str!("migrations/0004_operators.sql"), 1),
    (include_str!("migrations/0005_backend.sql"), 1),
    (include_str!("migrations/0006_orders.sql"), 1),
    (include_str!("migrations/0007_payment.sql"), 1),
    (include_str!("migrations/0008_checkout_revisions.sql"), 1),
    (include_str!("migrations/0009_ordered_carts.sql"), 1),
    (include_str!("migrations/0010_builds.sql"), 1),
    (include_str!("migrations/0011_checkout_languages.sql"), 1),
    (include_str!("migrations/0012_taken_stock.sql"), 1),
    (include_str!("migrations/0013_mail_recipients.sql"), 1),
    (include_str!("migrations/0014_empty_carts.sql"), 1),
    (include_str!("migrations/0015_held_stock.sql"), 1),
    (include_str!("migrations/0016_operator_security.sql"), 1),
    (include_str!("migrations/0017_personal_data.sql"), 1),
];

/// How often a locked table is waited for, and how long in between.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_secs(1);

/// Names the lock that keeps two processes from migrating at once: "bskt".
const LOCK: i64 = 0x6273_6B74;

const VERSIONS: &str = "CREATE TABLE basket_schema (
    version    bigint      NOT NULL,
    oldest     bigint      NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
)";

/// Applies what is missing, in one transaction. A long read of a table, such as a backup, must not hold up everyone
/// behind this: it lets go and tries again.
pub(super) async fn migrate(client: &mut Object, may_migrate: bool) -> Result<(), StoreError> {
    let mut tries = 0;
    loop {
        match apply(client, may_migrate).await {
            Err(StoreError::Unavailable(_)) if tries < TRIES => {
                tries += 1;
                sleep(PAUSE).await;
            }
            done => return done,
        }
    }
}

async fn apply(client: &mut Object, may_migrate: bool) -> Result<(), StoreError> {
    let transaction = client.transaction().await.map_err(failure)?;
    // Building an index may take longer than any request is given.
    let times = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '2s'";
    transaction.batch_execute(times).await.map_err(failure)?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(failure)?;
    let version = version(&transaction).await?;
    let latest = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    if (1..latest).contains(&version) && !may_migrate {
        return Err(StoreError::Older);
    }
    for (number, (migration, oldest)) in (1..=latest).zip(MIGRATIONS) {
        if number > version {
            transaction.batch_execute(migration).await.map_err(failure)?;
            let sql = "INSERT INTO basket_schema (version, oldest) VALUES ($1, $2)";
            transaction.execute(sql, &[&number, oldest]).await.map_err(failure)?;
        }
    }
    transaction.commit().await.map_err(failure)
}

/// How many migrations the database has seen; refuses one that is not ours, or has left us behind.
async fn version(transaction: &Transaction<'_>) -> Result<i64, StoreError> {
    let SchemaVersion { state, found, .. } = inspect(transaction).await?;
    match state {
        SchemaState::Foreign => Err(StoreError::Foreign),
        SchemaState::Newer => Err(StoreError::Newer),
        SchemaState::Empty => {
            transaction.batch_execute(VERSIONS).await.map_err(failure)?;
            Ok(0)
        }
        _ => Ok(found),
    }
}

/// The version of the database's tables.
pub(crate) async fn inspect(client: &impl GenericClient) -> Result<SchemaVersion, StoreError> {
    let latest = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    let sql = "SELECT to_regclass('basket_schema') IS NOT NULL,
                   EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema())";
    let row = client.query_one(sql, &[]).await.map_err(failure)?;
    let state = match (get(&row, 0)?, get(&row, 1)?) {
        (true, _) => None,
        (false, true) => Some(SchemaState::Foreign),
        (false, false) => Some(SchemaState::Empty),
    };
    if let Some(state) = state {
        return Ok(SchemaVersion { state, found: 0, latest });
    }
    let sql = "SELECT coalesce(max(version), 0), coalesce(max(oldest), 0) FROM basket_schema";
    let row = client.query_one(sql, &[]).await.map_err(failure)?;
    let (found, oldest): (i64, i64) = (get(&row, 0)?, get(&row, 1)?);
    let state = match SchemaState::compare(found, latest) {
        // It has seen later migrations, and still supports programs as old as this one.
        SchemaState::Newer if oldest <= latest => SchemaState::Current,
        _ if oldest > latest => SchemaState::Newer,
        state => state,
    };
    Ok(SchemaVersion { state, found, latest })
}
