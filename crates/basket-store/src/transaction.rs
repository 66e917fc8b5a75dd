//! Transactions, the same on both engines. It must never know what a transaction is for.

use crate::{
    Engine, Store, StoreError,
    error::TransactionError,
    postgres::{self, Connection, Share},
    query::Query,
    row::{Row, Value},
    sqlite,
};
use std::sync::{
    Mutex,
    atomic::{AtomicBool, Ordering},
};
use tracing::Instrument as _;

/// A transaction under way. What is read in it includes what was written in it before.
#[derive(Debug)]
pub(super) struct Tx<'a> {
    engine: EngineTx<'a>,
    has_message: AtomicBool,
}

#[derive(Debug)]
enum EngineTx<'a> {
    /// The connection of the one thread that writes.
    Sqlite(&'a Mutex<rusqlite::Connection>),
    Postgres(&'a Connection),
}

impl<'a> Tx<'a> {
    fn new(engine: EngineTx<'a>) -> Self {
        Self { engine, has_message: AtomicBool::new(false) }
    }

    /// Runs a statement; how many rows it changed.
    pub(super) async fn execute(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<u64, StoreError> {
        match self.engine {
            EngineTx::Sqlite(writer) => sqlite::execute(&sqlite::lock(writer), sql, &values),
            EngineTx::Postgres(client) => postgres::execute_values(client, sql, &values).await,
        }
    }

    /// Runs a statement that has to change a row; if it changes none, the transaction is refused.
    pub(super) async fn require(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<(), Rollback> {
        if self.execute(sql, values).await? == 0 { Err(Rollback::Refused) } else { Ok(()) }
    }

    /// Holds the rows that a query yields until the transaction ends. On SQLite nobody else writes meanwhile.
    pub(super) async fn hold(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<(), StoreError> {
        match self.engine {
            EngineTx::Sqlite(_) => Ok(()),
            EngineTx::Postgres(client) => {
                postgres::execute_values(client, sql, &values).await.map(drop)
            }
        }
    }

    /// Notes that a message was written: after the commit the dispatcher is woken.
    pub(super) fn wake_dispatcher(&self) {
        self.has_message.store(true, Ordering::Relaxed);
    }
}

impl Query for Tx<'_> {
    async fn rows(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Row>, StoreError> {
        let rows = match self.engine {
            EngineTx::Sqlite(writer) => sqlite::rows(&sqlite::lock(writer), sql, &values),
            EngineTx::Postgres(client) => postgres::rows(client, sql, &values).await,
        };
        Ok(rows?.named())
    }
}

/// When a transaction is run again.
#[derive(Debug, Clone, Copy)]
enum Repeat {
    /// If it certainly was not committed.
    IfUndone,
    /// Also if nobody knows whether it was.
    IfInDoubt,
}

/// Why a transaction was rolled back that either happens or is refused.
#[derive(Debug)]
pub(super) enum Rollback {
    /// Something that it requires is not so.
    Refused,
    /// The database failed.
    Failed(StoreError),
}

impl From<StoreError> for Rollback {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

impl TransactionError for Rollback {
    fn store_error(&self) -> Option<&StoreError> {
        if let Self::Failed(error) = self { Some(error) } else { None }
    }
}

impl Store {
    /// Runs `work` in a transaction, which is committed if it succeeds and rolled back if not. The answer comes when
    /// the commit is durable. On PostgreSQL it is run again if another transaction or a lost connection undid it. If
    /// the connection is lost while it is committed, nobody knows whether it was, and the error says so.
    ///
    /// `work` awaits nothing but statements of its own transaction: on SQLite everybody who writes waits for it, and
    /// on PostgreSQL it holds locks.
    pub(super) async fn transaction<T, E>(
        &self,
        work: impl AsyncFnOnce(&Tx<'_>) -> Result<T, E> + Clone + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: TransactionError,
    {
        self.run(work, Repeat::IfUndone).await
    }

    /// Likewise, for `work` that finds out by what it reads that it was done before, or does no harm if it is done
    /// twice: it is also run again if nobody knows whether it was committed.
    pub(super) async fn repeatable_transaction<T, E>(
        &self,
        work: impl AsyncFnOnce(&Tx<'_>) -> Result<T, E> + Clone + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: TransactionError,
    {
        self.run(work, Repeat::IfInDoubt).await
    }

    async fn run<T, E>(
        &self,
        work: impl AsyncFnOnce(&Tx<'_>) -> Result<T, E> + Clone + Send + 'static,
        repeat: Repeat,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: TransactionError,
    {
        let span = tracing::info_span!("database", engine = self.engine.name());
        let (done, has_message) = self.run_on_engine(work, repeat).instrument(span).await?;
        if has_message {
            self.wake.notify_one();
        }
        Ok(done)
    }

    /// Runs `work`; what it says, and whether there is a message to send now.
    async fn run_on_engine<T, E>(
        &self,
        work: impl AsyncFnOnce(&Tx<'_>) -> Result<T, E> + Clone + Send + 'static,
        repeat: Repeat,
    ) -> Result<(T, bool), E>
    where
        T: Send + 'static,
        E: TransactionError,
    {
        match &self.engine {
            Engine::Sqlite(engine) => {
                let job = async move |writer: &Mutex<rusqlite::Connection>| {
                    let tx = Tx::new(EngineTx::Sqlite(writer));
                    let done = work(&tx).await?;
                    Ok::<_, E>((done, tx.has_message.into_inner()))
                };
                engine.transaction(job).await
            }
            Engine::Postgres(engine) => {
                let attempt = || async {
                    let client = engine.client().await?;
                    client.begin().await?;
                    let tx = Tx::new(EngineTx::Postgres(&client));
                    let done = work.clone()(&tx).await?;
                    let has_message = tx.has_message.into_inner();
                    client.commit().await.map_err(|error| match repeat {
                        Repeat::IfUndone => error,
                        Repeat::IfInDoubt => error.before_commit(),
                    })?;
                    Ok((done, has_message))
                };
                // Large, and those on SQLite would carry it around.
                Box::pin(engine.persist(attempt)).await
            }
        }
    }

    /// Waits for leave to hold one of a shop's connections, for a transaction that locks what others of the shop want: its
    /// row or its products. They wait for each other there, and other shops go on meanwhile. SQLite has one writer, which nobody holds.
    pub(super) async fn share(&self, shop: i64) -> Result<Option<Share>, StoreError> {
        match &self.engine {
            Engine::Sqlite(_) => Ok(None),
            Engine::Postgres(engine) => engine.share(shop).await.map(Some),
        }
    }

    /// Runs a transaction that either happens or is refused; whether it happened.
    pub(super) async fn attempt(
        &self,
        work: impl AsyncFnOnce(&Tx<'_>) -> Result<(), Rollback> + Clone + Send + 'static,
    ) -> Result<bool, StoreError> {
        match self.transaction(work).await {
            Ok(()) => Ok(true),
            Err(Rollback::Refused) => Ok(false),
            Err(Rollback::Failed(error)) => Err(error),
        }
    }

    /// Runs one statement as a transaction of its own; how many rows it changed.
    pub(super) async fn execute(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<u64, StoreError> {
        self.transaction(async move |tx| tx.execute(sql, values).await).await
    }
}

#[cfg(test)]
mod tests;
