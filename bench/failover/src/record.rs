//! Every request that was sent, how long it took and what became of it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::http::Outcome;

/// No request may take longer than this.
pub const REQUEST_LIMIT: Duration = Duration::from_secs(20);

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Another cart, quantity or order.
    Change,
    /// A shopper's look at the cart.
    Read,
    /// A read of the shop that nothing else is done with.
    QuietRead,
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// The status, and whether it says when to try again.
    Answered { status: u16, retry_after: bool },
    /// The connection was refused or closed.
    Lost,
    /// There was no answer within the limit.
    TimedOut,
}

impl Fate {
    /// Whether it is done.
    pub fn is_success(self) -> bool {
        matches!(self, Self::Answered { status: 200..=399, .. })
    }

    /// Whether the caller got an answer that it can work with.
    pub fn is_proper(self) -> bool {
        self.is_success() || matches!(self, Self::Answered { status: 503, retry_after: true })
    }
}

impl From<&Outcome> for Fate {
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Answered(answer) => {
                Self::Answered { status: answer.status, retry_after: answer.retry_after.is_some() }
            }
            Outcome::Lost => Self::Lost,
            Outcome::TimedOut => Self::TimedOut,
        }
    }
}

/// One request.
#[derive(Debug, Clone, Copy)]
pub struct Sent {
    pub kind: Kind,
    pub begun: Instant,
    pub took: Duration,
    pub fate: Fate,
}

/// All requests, in the order in which they ended.
#[derive(Debug, Default)]
pub struct Record(Mutex<Vec<Sent>>);

impl Record {
    /// Notes a request that has just ended.
    pub fn note(&self, kind: Kind, begun: Instant, outcome: &Outcome) {
        self.lock().push(Sent { kind, begun, took: begun.elapsed(), fate: outcome.into() });
    }

    /// How long after a moment the first change was acknowledged that was begun after it.
    pub fn first_change_after(&self, moment: Instant) -> Option<Duration> {
        let sent = self.lock();
        let ended = sent
            .iter()
            .rev()
            .take_while(|sent| sent.begun + sent.took > moment)
            .filter(|sent| sent.kind == Kind::Change && sent.fate.is_success())
            .filter(|sent| sent.begun >= moment)
            .map(|sent| sent.begun + sent.took);
        ended.min().map(|ended| ended - moment)
    }

    /// All of one kind.
    pub fn of_kind(&self, kind: Kind) -> Vec<Sent> {
        self.lock().iter().filter(|sent| sent.kind == kind).copied().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Sent>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_acknowledged_change_that_was_begun_later_counts() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let sent = |kind, begun, ended, status| Sent {
            kind,
            begun: at(begun),
            took: at(ended) - at(begun),
            fate: Fate::Answered { status, retry_after: false },
        };
        let record = Record::default();
        record.lock().extend([
            sent(Kind::Change, 0, 50, 200),
            sent(Kind::Change, 90, 120, 200),
            sent(Kind::Change, 110, 130, 503),
            sent(Kind::Read, 110, 140, 200),
        ]);
        assert_eq!(record.first_change_after(at(100)), None);
        record.lock().push(sent(Kind::Change, 105, 150, 200));
        assert_eq!(record.first_change_after(at(100)), Some(Duration::from_millis(50)));
    }

    #[test]
    fn an_outage_is_proper_only_if_it_says_when_to_try_again() {
        assert!(Fate::Answered { status: 503, retry_after: true }.is_proper());
        assert!(!Fate::Answered { status: 503, retry_after: false }.is_proper());
        assert!(!Fate::Answered { status: 500, retry_after: true }.is_proper());
        assert!(!Fate::Lost.is_proper() && !Fate::TimedOut.is_proper());
    }
}
