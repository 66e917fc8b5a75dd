//! Connections for reading. A read takes microseconds and never waits for the writer, so it runs on the thread that asks,
//! on a connection that nobody uses or on a new one. As many are kept as there are processors: each has a cache, and more
//! of them would hold memory for moments in which many threads read.

use super::schema;
use crate::{StoreError, StoreOptions};
use rusqlite::Connection;
use std::{
    num::NonZero,
    path::PathBuf,
    sync::{Mutex, PoisonError},
    thread::available_parallelism,
};

#[derive(Debug)]
pub(super) struct Readers {
    path: PathBuf,
    options: StoreOptions,
    #[expect(clippy::vec_box, reason = "they come and go with every read, and are large")]
    idle: Mutex<Vec<Box<Connection>>>,
    /// How many of them are kept.
    kept: usize,
}

impl Readers {
    pub(super) fn new(path: PathBuf, options: StoreOptions) -> Self {
        let kept = available_parallelism().map_or(1, NonZero::get);
        Self { path, options, idle: Mutex::default(), kept }
    }

    pub(super) fn read<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        // A connection is never left in a broken state here, so a poisoned lock guards good ones.
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = idle().pop();
        let connection = match waiting {
            Some(connection) => connection,
            None => Box::new(schema::open_reader(&self.path, &self.options)?),
        };
        let result = work(&connection);
        // One that failed may have lost its file; the next read opens it anew.
        if result.is_ok() {
            let mut idle = idle();
            if idle.len() < self.kept {
                idle.push(connection);
            }
        }
        result
    }
}
