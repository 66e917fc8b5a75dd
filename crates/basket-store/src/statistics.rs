//! What the store counts about itself, for monitoring. It must never know who reads it.

use std::{
    sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed},
    time::Duration,
};

/// What takes longer than this is slow: with SQLite all other changes wait meanwhile.
const SLOW: Duration = Duration::from_millis(50);

/// Counts since the store was opened.
#[derive(Debug, Default)]
pub struct Statistics {
    waiting: AtomicI64,
    batches: AtomicU64,
    changes: AtomicU64,
    slow: AtomicU64,
    micros: AtomicU64,
    waits: AtomicU64,
    wait_micros: AtomicU64,
    missed_deadlines: AtomicU64,
    retries: AtomicU64,
}

impl Statistics {
    /// How many changes wait to be written, or are being written.
    pub fn waiting(&self) -> i64 {
        self.waiting.load(Relaxed)
    }

    /// How many transactions were made of changes that came together, and of how many changes.
    pub fn batches(&self) -> (u64, u64) {
        (self.batches.load(Relaxed), self.changes.load(Relaxed))
    }

    /// How long these transactions took together, in seconds, and how many took longer than 50 milliseconds.
    pub fn batch_time(&self) -> (f64, u64) {
        (seconds(&self.micros), self.slow.load(Relaxed))
    }

    /// How often a connection to PostgreSQL was requested, and the total waiting time in seconds.
    pub fn pool_waits(&self) -> (u64, f64) {
        (self.waits.load(Relaxed), seconds(&self.wait_micros))
    }

    /// How many connections to PostgreSQL were given up because no answer came in time.
    pub fn missed_deadlines(&self) -> u64 {
        self.missed_deadlines.load(Relaxed)
    }

    /// How often something was tried again after a conflict or a lost connection.
    pub fn retries(&self) -> u64 {
        self.retries.load(Relaxed)
    }

    /// A change begins to wait; it does until this is dropped.
    pub(crate) fn wait(&self) -> Waiting<'_> {
        self.waiting.fetch_add(1, Relaxed);
        Waiting(&self.waiting)
    }

    pub(crate) fn count_batch(&self, changes: usize, took: Duration) {
        self.batches.fetch_add(1, Relaxed);
        self.changes.fetch_add(u64::try_from(changes).unwrap_or_default(), Relaxed);
        self.micros.fetch_add(micros(took), Relaxed);
        self.slow.fetch_add(u64::from(took > SLOW), Relaxed);
    }

    pub(crate) fn count_missed_deadline(&self) {
        self.missed_deadlines.fetch_add(1, Relaxed);
    }

    pub(crate) fn count_retry(&self) {
        self.retries.fetch_add(1, Relaxed);
    }

    pub(crate) fn count_pool_wait(&self, took: Duration) {
        self.waits.fetch_add(1, Relaxed);
        self.wait_micros.fetch_add(micros(took), Relaxed);
    }
}

/// A change that waits.
#[derive(Debug)]
pub(crate) struct Waiting<'a>(&'a AtomicI64);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn seconds(micros: &AtomicU64) -> f64 {
    Duration::from_micros(micros.load(Relaxed)).as_secs_f64()
}
