//! Brings a PostgreSQL database up to date.
//!
//! Many service processes share it, and they are never all replaced at one moment: while a new one
//! migrates, old ones go on answering. So a migration only ever expands: it adds tables, columns that
//! may be left out, and indexes. What nobody reads any more is taken away by a later release, when no
//! process that reads it can still be running. Each migration says from which version on a program
//! can work with its result, and a program refuses a database that has left it behind.
//!
//! An index on a table that may be large is made with `CREATE INDEX CONCURRENTLY`, in a migration of its own. It begins with
//! `DROP INDEX CONCURRENTLY IF EXISTS`, because an attempt that was stopped leaves an index that nothing uses.

use super::{Connection, failure, get, pool::Pool};
use crate::{SchemaPolicy, SchemaState, SchemaVersion, StoreError};
use std::time::{Duration, Instant};
use tokio::time::sleep;
use tokio_postgres::{Row, types::Type};

/// Statements, and the oldest version whose programs still work beside their result.
type Migration = (&'static str, i64);

/// One for each version, oldest first. A file that has been released is never edited.
const MIGRATIONS: &[Migration] = &[
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
    (include_str!("migrations/0018_product_revisions.sql"), 1),
    (include_str!("migrations/0019_changes.sql"), 1),
    (include_str!("migrations/0020_costs.sql"), 1),
    (include_str!("migrations/0021_first_prices.sql"), 1),
    (include_str!("migrations/0022_invoices.sql"), 1),
];

/// How long a table may be waited for that others have locked, and how long until it is tried again. Whoever comes
/// behind us waits as long as we do, so we wait briefly and often. And who had to wait must see what was done meanwhile.
const LIMITS: &str = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '200ms';
    SET LOCAL idle_in_transaction_session_timeout = 0";
const PAUSE: Duration = Duration::from_millis(500);
/// When to give up.
const PATIENCE: Duration = Duration::from_mins(1);

/// Names the lock that keeps two processes from migrating at once: "bskt".
const LOCK: i64 = 0x6273_6B74;

/// Marks statements that let others write meanwhile.
const CONCURRENTLY: &str = " CONCURRENTLY ";

const VERSIONS: &str = "CREATE TABLE basket_schema (
    version    bigint      NOT NULL,
    oldest     bigint      NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
)";

/// Applies what is missing, each migration in a transaction of its own. Whoever is stopped halfway goes on there.
pub(super) async fn migrate(pool: &Pool, policy: SchemaPolicy) -> Result<(), StoreError> {
    let client = pool.get_now().await?.without_deadline();
    let is_done = |schema: SchemaVersion| match schema.state {
        SchemaState::Foreign => Err(StoreError::Foreign),
        SchemaState::Newer => Err(StoreError::Newer),
        SchemaState::Current => Ok(true),
        state if policy.allows(state) => Ok(false),
        SchemaState::Empty | SchemaState::Older => Err(StoreError::Older),
    };
    let began = Instant::now();
    while !is_done(inspect(&client).await?)? {
        match apply_next(pool, &client, MIGRATIONS).await {
            Err(StoreError::Conflict(_)) if began.elapsed() < PATIENCE => {
                client.roll_back().await?;
                sleep(PAUSE).await;
            }
            applied => applied?,
        }
    }
    Ok(())
}

/// Applies the next migration, if another process has not. Where there are no tables yet, nobody waits for any, and all of
/// them are made at once.
async fn apply_next(
    pool: &Pool,
    client: &Connection,
    migrations: &[Migration],
) -> Result<(), StoreError> {
    client.begin().await?;
    client.batch(LIMITS).await?;
    client.execute("SELECT pg_advisory_xact_lock($1)", &[(&LOCK, Type::INT8)]).await?;
    let SchemaVersion { state, found, .. } = inspect(client).await?;
    let is_empty = state == SchemaState::Empty;
    let count = if is_empty { migrations.len() } else { 1 };
    if is_empty {
        client.batch(VERSIONS).await?;
    }
    let next = usize::try_from(found).unwrap_or(usize::MAX);
    let migrations = (1_i64..).zip(migrations).skip(next).take(count);
    for (version, (migration, oldest)) in migrations {
        if is_empty {
            client.batch(&migration.replace(CONCURRENTLY, " ")).await?;
        } else if migration.contains(CONCURRENTLY) {
            // What was asked last keeps its snapshot until the next question, and the statements would wait for it.
            client.batch("SELECT 1").await?;
            run_concurrently(pool, migration).await?;
        } else {
            client.batch(migration).await?;
        }
        let sql = "INSERT INTO basket_schema (version, oldest) VALUES ($1, $2)";
        client.execute(sql, &[(&version, Type::INT8), (oldest, Type::INT8)]).await?;
    }
    client.commit().await
}

/// Runs statements one by one while others write, each for as long as it takes; no transaction may contain them. The caller's
/// transaction keeps other processes away. It does not hold these up: between statements it has no snapshot.
async fn run_concurrently(pool: &Pool, migration: &str) -> Result<(), StoreError> {
    let session = pool.unlimited_session().await?;
    for statement in migration.split(';') {
        session.client.batch_execute(statement).await.map_err(|error| failure(&error))?;
    }
    Ok(())
}

/// The version of the database's tables.
pub(crate) async fn inspect(client: &Connection) -> Result<SchemaVersion, StoreError> {
    let latest = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    let sql = "SELECT to_regclass('basket_schema') IS NOT NULL,
                   EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema())";
    let row = one(client, sql).await?;
    let state = match (get(&row, 0)?, get(&row, 1)?) {
        (true, _) => None,
        (false, true) => Some(SchemaState::Foreign),
        (false, false) => Some(SchemaState::Empty),
    };
    if let Some(state) = state {
        return Ok(SchemaVersion { state, found: 0, latest });
    }
    let sql = "SELECT coalesce(max(version), 0), coalesce(max(oldest), 0) FROM basket_schema";
    let row = one(client, sql).await?;
    let (found, oldest): (i64, i64) = (get(&row, 0)?, get(&row, 1)?);
    let state = match SchemaState::compare(found, latest) {
        // It has seen later migrations, and still supports programs as old as this one.
        SchemaState::Newer if oldest <= latest => SchemaState::Current,
        _ if oldest > latest => SchemaState::Newer,
        state => state,
    };
    Ok(SchemaVersion { state, found, latest })
}

/// The one row that a query yields.
pub(crate) async fn one(client: &Connection, sql: &'static str) -> Result<Row, StoreError> {
    let row = client.query(sql, &[]).await?.into_iter().next();
    row.ok_or_else(|| StoreError::Internal("a row is missing".to_owned()))
}

#[cfg(test)]
mod tests;
