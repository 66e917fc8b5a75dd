//! Waiting for something outside this process: ask, pause, ask again, give up at a deadline.

use std::time::Duration;

use anyhow::{Result, bail};
use tokio::time::{Instant, sleep};

/// How long anything on a page may take. How fast it is, benchmarks say; a machine that others use may stand still for
/// ten seconds.
pub(crate) const PAGE: Duration = Duration::from_secs(30);

/// How long a program may take to start. Two cold browsers on two busy cores need most of it.
pub(crate) const START: Duration = Duration::from_mins(1);

const PAUSE: Duration = Duration::from_millis(20);

/// What one attempt found.
pub(crate) enum Attempt<T> {
    /// It is there.
    Done(T),
    /// Not yet, and this is what there is instead.
    NotYet(String),
}

/// Repeats `attempt` until it is done or `patience` has passed; then the error says what was
/// awaited and what the last attempt found.
pub(crate) async fn until<T>(
    patience: Duration,
    awaited: &str,
    mut attempt: impl AsyncFnMut() -> Result<Attempt<T>>,
) -> Result<T> {
    let deadline = Instant::now() + patience;
    loop {
        match attempt().await? {
            Attempt::Done(value) => return Ok(value),
            Attempt::NotYet(last) if Instant::now() >= deadline => {
                bail!("waited {} s for {awaited}; last seen: {last}", patience.as_secs())
            }
            Attempt::NotYet(_) => sleep(PAUSE).await,
        }
    }
}
