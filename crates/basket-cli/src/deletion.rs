//! What `basket shop delete` and `basket operator delete` share.

use anyhow::Result;
use clap::Args;
use jiff::Timestamp;
use std::{thread, time::Instant};

/// When something is deleted.
#[derive(Debug, Clone, Copy, Args)]
#[group(skip)]
pub(crate) struct When {
    /// Delete it now, without the waiting time of 14 days
    #[arg(long)]
    pub(crate) now: bool,
    /// Cancel a deletion that was requested
    #[arg(long, conflicts_with = "now")]
    pub(crate) cancel: bool,
}

/// Deletes in small steps until nothing is left, so that a service on the same database goes on meanwhile.
pub(crate) fn in_steps(mut step: impl FnMut() -> Result<bool>) -> Result<()> {
    loop {
        let began = Instant::now();
        if !step()? {
            return Ok(());
        }
        // Pause as long as the step took: on SQLite, a waiting writer checks the lock only now and then.
        thread::sleep(began.elapsed());
    }
}

/// The day of a moment, in UTC: `2027-01-15`.
pub(crate) fn day(milliseconds: i64) -> String {
    Timestamp::from_millisecond(milliseconds).unwrap_or_default().strftime("%Y-%m-%d").to_string()
}
