//! What service and PostgreSQL have used up so far: processor time, statements, transactions, write-ahead log, tables.

use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::database::Database;
use crate::instance::Instance;
use crate::process::Processor;

/// PostgreSQL's sessions report some of their counts up to ten seconds later, when they have nothing to do.
pub const REPORT_DELAY: Duration = Duration::from_millis(10_500);

/// The tables whose rows are kept for a day.
const KEPT_A_DAY: &str = "'idempotency'";

/// Everything at one moment, since the server started.
#[derive(Debug, Clone, Copy)]
pub struct Counters {
    /// In seconds.
    pub processor: Processor,
    /// Statements, `BEGIN` and `COMMIT` included.
    pub statements: f64,
    /// Bytes of the write-ahead log.
    pub wal: f64,
    /// How often the log was flushed to the disk.
    pub flushes: f64,
    /// Bytes in tables and indexes whose rows are kept for a day, and in all others.
    pub kept_a_day: f64,
    pub kept_longer: f64,
}

impl Counters {
    /// Reads all of them.
    pub fn read(instance: &Instance) -> Result<Self> {
        let said = instance.database.psql(&format!(
            "SELECT (SELECT sum(calls) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
                     WHERE d.datname = current_database() AND query NOT LIKE '%pg_stat%'),
                 pg_current_wal_insert_lsn() - '0/0'::pg_lsn,
                 (SELECT wal_sync FROM pg_stat_wal),
                 (SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname IN ({KEPT_A_DAY})),
                 (SELECT sum(pg_total_relation_size(oid)) FROM pg_class
                  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT IN ({KEPT_A_DAY}))"
        ))?;
        let numbers: Vec<f64> = said
            .trim()
            .split('|')
            .map(str::parse)
            .collect::<Result<_, _>>()
            .with_context(|| format!("PostgreSQL counts {said}"))?;
        let [statements, wal, flushes, kept_a_day, kept_longer] =
            numbers[..].try_into().context("PostgreSQL says something else")?;
        let processor = instance.processor()?;
        Ok(Self { processor, statements, wal, flushes, kept_a_day, kept_longer })
    }

    /// For each of so many requests, what was used up since an earlier moment.
    pub fn each(&self, earlier: &Self, requests: f64) -> Self {
        let each = |later: f64, earlier: f64| (later - earlier) / requests;
        let processor = Processor {
            service: each(self.processor.service, earlier.processor.service),
            server: each(self.processor.server, earlier.processor.server),
        };
        Self {
            processor,
            statements: each(self.statements, earlier.statements),
            wal: each(self.wal, earlier.wal),
            flushes: each(self.flushes, earlier.flushes),
            kept_a_day: each(self.kept_a_day, earlier.kept_a_day),
            kept_longer: each(self.kept_longer, earlier.kept_longer),
        }
    }
}

/// Lets the server count statements, and keeps its checkpoints out of short turns.
pub fn prepare(database: &Database) -> Result<()> {
    database.configure(&[
        ("shared_preload_libraries", "pg_stat_statements"),
        ("shared_buffers", "1GB"),
        ("checkpoint_timeout", "1h"),
        ("max_wal_size", "16GB"),
    ])?;
    database.psql("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")?;
    Ok(())
}
