//! Failures of the database in the log: one line a second, and how many there were besides. While a database is away,
//! every request fails, and thousands of equal lines a second would fill a disk.

use std::{
    fmt::Display,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// How often the log has a line.
const PAUSE: Duration = Duration::from_secs(1);

static LAST: Mutex<Reported> = Mutex::new(Reported { at: None, left_out: 0 });

#[derive(Debug)]
struct Reported {
    at: Option<Instant>,
    left_out: u64,
}

impl Reported {
    /// How many were left out since the last line, if it is time for one.
    fn next(&mut self, now: Instant) -> Option<u64> {
        if self.at.is_some_and(|at| now.duration_since(at) < PAUSE) {
            self.left_out += 1;
            return None;
        }
        self.at = Some(now);
        Some(std::mem::take(&mut self.left_out))
    }
}

/// Writes a failure of the database to the log, unless it has just had one.
pub fn report(error: &dyn Display) {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(left_out) = last.next(Instant::now()) {
        tracing::error!(%error, left_out, "database failed");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_has_one_line_and_the_next_says_how_many_there_were() {
        let mut reported = Reported { at: None, left_out: 0 };
        let start = Instant::now();
        assert_eq!(reported.next(start), Some(0));
        for _ in 0..5000 {
            assert_eq!(reported.next(start + PAUSE / 2), None);
        }
        assert_eq!(reported.next(start + PAUSE), Some(5000));
        assert_eq!(reported.next(start + 2 * PAUSE), Some(0));
    }
}
