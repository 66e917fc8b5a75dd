//! A connection to PostgreSQL for as long as somebody has it. Every question has a deadline on our side: a server or a
//! network that froze says nothing at all. It must never know what is asked.

use super::{
    failure::{ends_connection, failure},
    pool::Pool,
    session::Session,
};
use crate::StoreError;
use std::{
    sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    time::Duration,
};
use tokio::{runtime::Handle, sync::OwnedSemaphorePermit, time::timeout};
use tokio_postgres::{
    Error, Row,
    types::{ToSql, Type},
};

/// A value of a statement, and its type.
pub(crate) type Param<'a> = (&'a (dyn ToSql + Sync), Type);

/// A connection that goes back to its pool when it is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    /// Present until it is dropped.
    session: Option<Session>,
    pool: Pool,
    permit: Option<OwnedSemaphorePermit>,
    /// How long an answer may take; `None` is for ever.
    deadline: Option<Duration>,
    /// How many questions have no answer yet.
    unanswered: AtomicU32,
    in_transaction: AtomicBool,
    is_broken: AtomicBool,
}

impl Connection {
    pub(super) fn new(session: Session, pool: Pool, permit: OwnedSemaphorePermit) -> Self {
        let deadline = Some(pool.deadline());
        Self {
            session: Some(session),
            pool,
            permit: Some(permit),
            deadline,
            unanswered: AtomicU32::new(0),
            in_transaction: AtomicBool::new(false),
            is_broken: AtomicBool::new(false),
        }
    }

    /// Lets answers take as long as they need, as those of migrations may.
    pub(super) fn without_deadline(mut self) -> Self {
        self.deadline = None;
        self
    }

    /// The rows that a statement yields.
    pub(crate) async fn query(
        &self,
        sql: &'static str,
        values: &[Param<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        let session = self.session()?;
        self.ask(async {
            match session.prepare(sql).await? {
                Some(statement) => session.client.query(&statement, &untyped(values)).await,
                None => session.client.query_typed(sql, values).await,
            }
        })
        .await
    }

    /// Runs a statement; how many rows it changed.
    pub(crate) async fn execute(
        &self,
        sql: &'static str,
        values: &[Param<'_>],
    ) -> Result<u64, StoreError> {
        let session = self.session()?;
        self.ask(async {
            match session.prepare(sql).await? {
                Some(statement) => session.client.execute(&statement, &untyped(values)).await,
                None => session.client.execute_typed(sql, values).await,
            }
        })
        .await
    }

    /// Runs several statements without values.
    pub(crate) async fn batch(&self, sql: &str) -> Result<(), StoreError> {
        let session = self.session()?;
        self.ask(session.client.batch_execute(sql)).await
    }

    /// Begins a transaction.
    pub(crate) async fn begin(&self) -> Result<(), StoreError> {
        self.in_transaction.store(true, Relaxed);
        let begin = self.session()?.begin();
        self.batch(&begin).await
    }

    /// Commits the transaction. Where no answer comes, nobody knows whether it is.
    pub(crate) async fn commit(&self) -> Result<(), StoreError> {
        let committed = self.batch("COMMIT").await.map_err(StoreError::in_doubt);
        if committed.is_ok() {
            self.in_transaction.store(false, Relaxed);
        }
        committed
    }

    /// Undoes the transaction.
    pub(crate) async fn roll_back(&self) -> Result<(), StoreError> {
        self.batch("ROLLBACK").await?;
        self.in_transaction.store(false, Relaxed);
        Ok(())
    }

    /// Has the server refuse changes from here on. Behind a pooler it would refuse those of others, so it does not.
    pub(crate) async fn refuse_changes(&self) -> Result<(), StoreError> {
        if !self.session()?.is_ours() {
            return Ok(());
        }
        self.batch("SET default_transaction_read_only = on").await
    }

    fn session(&self) -> Result<&Session, StoreError> {
        self.session.as_ref().ok_or_else(|| StoreError::Internal("no session".to_owned()))
    }

    /// Waits for an answer until the deadline.
    async fn ask<T>(
        &self,
        question: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, StoreError> {
        self.unanswered.fetch_add(1, Relaxed);
        let answer = match self.deadline {
            Some(deadline) => timeout(deadline, question).await.ok(),
            None => Some(question.await),
        };
        // Who gives up before this leaves a question unanswered.
        self.unanswered.fetch_sub(1, Relaxed);
        match answer {
            Some(Ok(answer)) => Ok(answer),
            Some(Err(error)) => {
                if ends_connection(&error) {
                    self.abandon();
                }
                Err(failure(&error))
            }
            None => {
                self.abandon();
                self.pool.statistics().count_missed_deadline();
                Err(StoreError::late())
            }
        }
    }

    /// Nobody is to use this connection again, nor others that are as old: they lead to the same server.
    pub(super) fn abandon(&self) {
        self.is_broken.store(true, Relaxed);
        if let Some(session) = &self.session {
            self.pool.distrust(session);
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let Some(session) = self.session.take() else { return };
        if *self.is_broken.get_mut() {
            return;
        }
        if *self.unanswered.get_mut() == 0 && !*self.in_transaction.get_mut() {
            self.pool.give_back(session);
            return;
        }
        // Whoever had it went away in the middle: the next one must not wait for that, nor go on in its transaction.
        let (pool, permit) = (self.pool.clone(), self.permit.take());
        let Ok(runtime) = Handle::try_current() else { return };
        runtime.spawn(async move {
            let rollback = session.client.batch_execute("ROLLBACK");
            if matches!(timeout(pool.deadline(), rollback).await, Ok(Ok(()))) {
                pool.give_back(session);
            }
            drop(permit);
        });
    }
}

fn untyped<'a>(values: &[Param<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    values.iter().map(|(value, _)| *value).collect()
}
