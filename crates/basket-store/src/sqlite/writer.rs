//! The one thread that writes. Jobs that wait while a transaction is on its way to the disk share
//! the next one, so that a crowd of shoppers costs one flush instead of one each. It must never know
//! what a job does.

use crate::{Statistics, StoreError, error::TransactionError};
use rusqlite::Connection;
use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::Instant,
};
use tokio::sync::{mpsc, oneshot};

/// How many jobs one transaction may carry; bounds how long the first of them waits for the rest.
const BATCH: usize = 256;
/// How many jobs may wait; beyond it their senders wait instead.
const QUEUE: usize = 1024;

/// A handle to the thread; when it is dropped, waiting jobs are done and the database is closed.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: Option<mpsc::Sender<Box<dyn Job>>>,
    thread: Option<thread::JoinHandle<()>>,
    statistics: Arc<Statistics>,
}

impl Writer {
    pub(super) fn start(connection: Connection, statistics: Arc<Statistics>) -> io::Result<Self> {
        let (jobs, waiting) = mpsc::channel(QUEUE);
        let thread = thread::Builder::new().name("basket-writer".to_owned()).spawn({
            let statistics = Arc::clone(&statistics);
            move || work(&Mutex::new(connection), waiting, &statistics)
        })?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread), statistics })
    }

    /// Runs `work` in a transaction; answers when what it wrote is on the disk.
    pub(super) async fn run<T, W>(&self, work: W) -> Result<T, StoreError>
    where
        T: Send + 'static,
        W: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.run_locking(move |connection| work(&lock(connection))).await
    }

    /// Likewise, for work that locks the connection itself, for each of its statements.
    pub(super) async fn run_locking<T, E, W>(&self, work: W) -> Result<T, E>
    where
        T: Send + 'static,
        E: TransactionError,
        W: FnOnce(&Mutex<Connection>) -> Result<T, E> + Send + 'static,
    {
        let gone = || StoreError::Unavailable("the writer has stopped".to_owned());
        let _waiting = self.statistics.wait();
        let (reply, answer) = oneshot::channel();
        let job = Box::new(Pending { work: Some(work), result: None, reply });
        let jobs = self.jobs.as_ref().ok_or_else(gone)?;
        jobs.send(job).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A job's panic is caught, so there is nothing to learn from the thread's end.
            let _ = thread.join();
        }
    }
}

/// A job whose kind of answer has been forgotten.
trait Job: Send {
    /// Does the work; whether what it wrote may stay.
    fn run(&mut self, connection: &Mutex<Connection>) -> bool;
    /// Tells who waits; a failure of the whole transaction overrules the job's own result.
    fn answer(self: Box<Self>, failure: Option<&StoreError>);
    /// How the database failed the job.
    fn failure(&self) -> Option<&StoreError>;
}

struct Pending<T, E, W> {
    work: Option<W>,
    result: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<T, E, W> Job for Pending<T, E, W>
where
    T: Send,
    E: TransactionError,
    W: FnOnce(&Mutex<Connection>) -> Result<T, E> + Send,
{
    fn run(&mut self, connection: &Mutex<Connection>) -> bool {
        let Some(work) = self.work.take() else { return false };
        // A panic must cost one request, not every later one.
        let result = catch_unwind(AssertUnwindSafe(|| work(connection)))
            .unwrap_or_else(|_| Err(StoreError::Internal("a job panicked".to_owned()).into()));
        self.result.insert(result).is_ok()
    }

    fn answer(self: Box<Self>, failure: Option<&StoreError>) {
        let given_up = || StoreError::Unavailable("the transaction was given up".to_owned());
        let never = || Err(given_up().into());
        let result = match failure {
            Some(failure) => Err(failure.clone().into()),
            None => self.result.unwrap_or_else(never),
        };
        // The caller may have gone away; what is written stays written.
        let _ = self.reply.send(result);
    }

    fn failure(&self) -> Option<&StoreError> {
        self.result.as_ref()?.as_ref().err()?.store_error()
    }
}

/// The connection is this thread's alone. The lock, which nobody ever waits for, is there so that a reference to it may
/// stand in a future that PostgreSQL would send to another thread.
fn work(
    connection: &Mutex<Connection>,
    mut waiting: mpsc::Receiver<Box<dyn Job>>,
    statistics: &Statistics,
) {
    while let Some(first) = waiting.blocking_recv() {
        let mut batch = vec![first];
        while batch.len() < BATCH
            && let Ok(job) = waiting.try_recv()
        {
            batch.push(job);
        }
        let began = Instant::now();
        let failure = transact(connection, &mut batch).err();
        statistics.count_batch(batch.len(), began.elapsed());
        if failure.is_some() && !lock(connection).is_autocommit() {
            // If even this fails the next BEGIN does too, and says so to the caller.
            let _ = execute(connection, "ROLLBACK");
        }
        for job in batch {
            job.answer(failure.as_ref());
        }
    }
}

/// One transaction for the whole batch, within it one savepoint for each job.
fn transact(connection: &Mutex<Connection>, batch: &mut [Box<dyn Job>]) -> Result<(), StoreError> {
    execute(connection, "BEGIN IMMEDIATE")?;
    for job in batch {
        execute(connection, "SAVEPOINT job")?;
        if !job.run(connection) {
            // Out of space or memory, SQLite gives up the whole transaction by itself, and with it
            // what the jobs before this one wrote.
            if lock(connection).is_autocommit() {
                let lost = || StoreError::Internal("the transaction was lost".to_owned());
                return Err(job.failure().cloned().unwrap_or_else(lost));
            }
            execute(connection, "ROLLBACK TO job")?;
        }
        execute(connection, "RELEASE job")?;
    }
    execute(connection, "COMMIT")
}

fn execute(connection: &Mutex<Connection>, statement: &str) -> Result<(), StoreError> {
    lock(connection).prepare_cached(statement)?.execute([])?;
    Ok(())
}

/// The connection. A job that panicked is rolled back like any that failed, so a poisoned lock guards a good one.
pub(crate) fn lock(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
