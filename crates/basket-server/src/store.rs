//! Where shops, products and carts are kept. All SQL of the service stands below this module; what
//! goes in and comes out are the domain's own types, so that another engine can stand beside this
//! one. It must never know HTTP.

mod carts;
mod changes;
mod error;
mod idempotency;
mod lines;
mod products;
mod readers;
mod schema;
mod shops;
mod tidy;
mod writer;

pub use carts::FoundCart;
pub use error::StoreError;
pub use products::ProductPage;
pub use tidy::{IDLE_DAYS, REPLAY_DAYS};

use crate::clock::Clock;
use readers::Readers;
use std::{path::Path, time::Duration};
use writer::Writer;

/// How a database is opened.
#[derive(Debug, Clone)]
pub struct StoreOptions {
    /// Tells the time.
    pub clock: Clock,
    /// How long to wait for another process that holds the database.
    pub busy_timeout: Duration,
    /// How many pages of 4 KiB the file may have; `None` is as many as the disk holds.
    pub max_pages: Option<u32>,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self { clock: Clock::system(), busy_timeout: Duration::from_secs(5), max_pages: None }
    }
}

/// An open SQLite database. Writes are answered when they are durable; reads never wait for them.
#[derive(Debug)]
pub struct Store {
    // Dropped in this order: the writer's connection closes last and folds the log into the file.
    readers: Readers,
    writer: Writer,
    clock: Clock,
}

impl Store {
    /// Opens the database file, creates it when there is none, and brings it up to date.
    pub fn open(path: &Path, options: StoreOptions) -> Result<Self, StoreError> {
        let connection = schema::open_writer(path, &options)?;
        let failed = |error: std::io::Error| StoreError::Unavailable(error.to_string());
        let writer = Writer::start(connection).map_err(failed)?;
        let clock = options.clock.clone();
        Ok(Self { readers: Readers::new(path.to_owned(), options), writer, clock })
    }

    /// Reads something small, to know that the database answers.
    pub fn check(&self) -> Result<(), StoreError> {
        self.readers.read(|connection| {
            connection.prepare_cached("SELECT count(*) FROM shops")?.query_row([], |_| Ok(()))?;
            Ok(())
        })
    }
}
