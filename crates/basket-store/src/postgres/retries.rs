//! How often and how long something is tried again that a conflict or a lost connection undid. It must never know what
//! is tried.

use crate::StoreError;
use std::{
    hash::{BuildHasher as _, RandomState},
    time::{Duration, Instant},
};
use tokio::time::sleep;

/// Nothing is begun again later than this after it was begun first: somebody waits for an answer.
const PATIENCE: Duration = Duration::from_secs(8);
const FIRST_PAUSE: Duration = Duration::from_millis(4);
const LONGEST_PAUSE: Duration = Duration::from_millis(250);

/// The tries of one request.
#[derive(Debug)]
pub(crate) struct Retries {
    began: Instant,
    pause: Duration,
}

impl Retries {
    pub(crate) fn new() -> Self {
        Self { began: Instant::now(), pause: FIRST_PAUSE }
    }

    /// Waits a moment; whether it is to be tried again after such an error.
    pub(crate) async fn wait_after(&mut self, error: &StoreError) -> bool {
        let is_undone = matches!(error, StoreError::Conflict(_) | StoreError::Lost(_));
        if !is_undone || self.began.elapsed() + self.pause > PATIENCE {
            return false;
        }
        sleep(spread(self.pause)).await;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        true
    }
}

/// Between half and all of a time, by chance: those who collided would otherwise meet again.
pub(super) fn spread(pause: Duration) -> Duration {
    let chance = RandomState::new().hash_one(0) % 1000;
    pause / 2 + pause.mul_f64(f64::from(u32::try_from(chance).unwrap_or_default()) / 2000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_what_was_undone_is_tried_again() {
        let mut retries = Retries::new();
        assert!(retries.wait_after(&StoreError::Conflict(String::new())).await);
        assert!(retries.wait_after(&StoreError::Lost(String::new())).await);
        assert!(!retries.wait_after(&StoreError::InDoubt(String::new())).await);
        assert!(!retries.wait_after(&StoreError::Unavailable(String::new())).await);
        let mut tired = Retries { began: Instant::now(), pause: PATIENCE * 2 };
        assert!(!tired.wait_after(&StoreError::Lost(String::new())).await);
    }

    #[test]
    fn pauses_differ() {
        let pause = Duration::from_millis(100);
        let pauses: Vec<Duration> = (0..20).map(|_| spread(pause)).collect();
        assert!(pauses.iter().all(|it| (pause / 2..=pause).contains(it)), "{pauses:?}");
        assert!(pauses.iter().any(|it| *it != pauses[0]), "{pauses:?}");
    }
}
