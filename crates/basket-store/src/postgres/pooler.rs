//! Finds out whether a pooler in transaction mode stands before the server, as PgBouncer may: whatever follows a
//! transaction can then meet another session of the server, which knows neither our prepared statements nor our
//! settings.

use super::{failure::failure, session::reach};
use crate::{StoreError, location::PoolMode};
use std::time::Duration;
use tokio::time::timeout;
use tokio_postgres::{Client, Config, SimpleQueryMessage};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long the second connection may take to answer. A pooler with one session leaves it waiting for the first.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is done with our sessions. The second connection asks which process of the server serves it: while the first is
/// in a transaction, and again when the first has left its own process behind for others.
pub(super) async fn mode(config: Config, tls: MakeRustlsConnect) -> Result<PoolMode, StoreError> {
    let (first, _task) = reach(config.clone(), tls.clone()).await?;
    let (second, _task) = reach(config, tls).await?;
    first.batch_execute("BEGIN").await.map_err(|error| failure(&error))?;
    let Ok(alone) = timeout(PATIENCE, process(&second)).await else {
        return Ok(PoolMode::Transaction);
    };
    let alone = alone?;
    first.batch_execute("COMMIT").await.map_err(|error| failure(&error))?;
    // Most poolers hand out the session that was used last, some the one that was used first.
    let is_same = process(&second).await? == alone && process(&second).await? == alone;
    Ok(if is_same { PoolMode::Session } else { PoolMode::Transaction })
}

async fn process(client: &Client) -> Result<Option<String>, StoreError> {
    let answer = client.simple_query("SELECT pg_backend_pid()").await;
    let answer = answer.map_err(|error| failure(&error))?;
    Ok(answer.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
        _ => None,
    }))
}
