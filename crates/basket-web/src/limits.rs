//! Rate limits. Each caller has an allowance that refills steadily; a burst may use it up at once. It must never know
//! who the callers are, nor HTTP.
//!
//! The time is handed in, so that a test can let it pass.

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// How many callers are remembered before those whose allowance is full again are forgotten.
const SWEEP_AT: usize = 1000;
/// How many seconds' worth of calls a burst may have.
const BURST_SECONDS: i64 = 4;

/// Allowances of callers that are told apart by `K`.
#[derive(Debug)]
pub struct Limit<K> {
    /// How long one call takes to refill, in microseconds; `None` is no limit.
    refill: Option<i64>,
    /// How long a whole burst takes.
    burst: i64,
    callers: Mutex<Callers<K>>,
}

/// Those who have used some of their allowance.
#[derive(Debug)]
struct Callers<K> {
    /// When each one's allowance will be full again, in microseconds.
    full_at: HashMap<K, i64>,
    /// With so many, those whose allowance is full are forgotten. It grows with those who stay, so that looking through
    /// them costs each call the same, however many there are.
    sweep_at: usize,
}

impl<K> Default for Callers<K> {
    fn default() -> Self {
        Self { full_at: HashMap::new(), sweep_at: SWEEP_AT }
    }
}

impl<K: Hash + Eq> Limit<K> {
    /// So many calls a second; 0 is no limit.
    pub fn per_second(calls: u32) -> Self {
        let refill = (calls > 0).then(|| (1_000_000 / i64::from(calls)).max(1));
        Self { refill, burst: BURST_SECONDS * 1_000_000, callers: Mutex::default() }
    }

    /// So many calls an hour, and a sixth of them at once; 0 is no limit.
    pub fn per_hour(calls: u32) -> Self {
        let refill = (calls > 0).then(|| (3_600_000_000 / i64::from(calls)).max(1));
        let burst = refill.unwrap_or_default() * i64::from((calls / 6).max(5));
        Self { refill, burst, callers: Mutex::default() }
    }

    /// One call in so many seconds, and so many at once.
    pub fn slow(seconds: u32, calls: u32) -> Self {
        let refill = i64::from(seconds) * 1_000_000;
        let burst = refill * i64::from(calls);
        Self { refill: Some(refill), burst, callers: Mutex::default() }
    }

    /// Takes one call off the caller's allowance, or says how long to wait for it. `now` are milliseconds that never go
    /// back.
    pub fn take(&self, caller: K, now: i64) -> Result<(), Duration> {
        self.take_many(caller, 1, now)
    }

    /// Likewise for many at once. They may be more than there are left, or than there ever are: then the caller waits the
    /// longer for the next.
    pub fn take_many(&self, caller: K, calls: u32, now: i64) -> Result<(), Duration> {
        let Some(refill) = self.refill else { return Ok(()) };
        let now = now.saturating_mul(1000);
        let mut callers = self.callers();
        if callers.full_at.len() >= callers.sweep_at {
            callers.full_at.retain(|_, full_at| *full_at > now);
            callers.sweep_at = SWEEP_AT.max(2 * callers.full_at.len());
        }
        let full = callers.full_at.entry(caller).or_insert(now);
        let next = (*full).max(now) + refill;
        let wait = next - now - self.burst;
        if wait > 0 {
            return Err(Duration::from_micros(wait.unsigned_abs()));
        }
        *full = next.saturating_add(refill.saturating_mul(i64::from(calls.saturating_sub(1))));
        Ok(())
    }

    /// Gives a call back that was taken and should cost nothing.
    pub fn give_back(&self, caller: &K) {
        let refill = self.refill.unwrap_or_default();
        if let Some(full_at) = self.callers().full_at.get_mut(caller) {
            *full_at -= refill;
        }
    }

    /// The map is whole between two statements, so a poisoned lock guards a good one.
    fn callers(&self) -> MutexGuard<'_, Callers<K>> {
        self.callers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The network by which a caller is counted: an IPv4 address, or the /64 of an IPv6 address, which is what one
/// customer has.
pub fn client_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        short @ IpAddr::V4(_) => short,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_at_once_are_taken_and_waited_for() {
        let limit = Limit::per_hour(3600);
        assert!(limit.take_many("ann", 7200, 0).is_ok(), "more than there ever are");
        let wait = limit.take_many("ann", 1, 0).unwrap_err();
        assert_eq!(wait.as_secs(), 7200 - 600 + 1);
        assert!(limit.take("ann", 6_601_000).is_ok());
        assert!(limit.take_many("bob", 5000, 0).is_ok(), "another has their own");
    }

    #[test]
    fn an_hours_allowance_may_be_of_more_than_one_a_second() {
        let limit = Limit::per_hour(36_000);
        let taken = (0..100_000).take_while(|_| limit.take("ann", 0).is_ok()).count();
        assert_eq!(taken, 6000, "a sixth at once");
        assert!(limit.take("ann", 100).is_ok() && limit.take("ann", 100).is_err());
    }

    #[test]
    fn a_burst_uses_the_allowance_up_and_it_refills_steadily() {
        let limit = Limit::per_second(2);
        let take = |now| limit.take("a", now).map_err(|wait| wait.as_millis());
        for _ in 0..8 {
            assert_eq!(take(1000), Ok(()));
        }
        assert_eq!(take(1000), Err(500));
        assert_eq!(take(1400), Err(100));
        assert_eq!((take(1500), take(1500)), (Ok(()), Err(500)));
        assert_eq!(limit.take("b", 1500), Ok(()), "another caller has another allowance");
        assert_eq!(Limit::per_second(0).take("a", 0), Ok(()));
        let slow = Limit::slow(30, 2);
        let take = |now| slow.take("a", now).map_err(|wait| wait.as_secs());
        assert_eq!((take(0), take(0), take(0), take(30_000)), (Ok(()), Ok(()), Err(30), Ok(())));
    }

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let limit = Limit::slow(30, 1);
        for _ in 0..3 {
            assert_eq!(limit.take("a", 0), Ok(()));
            assert!(limit.take("a", 0).is_err());
            limit.give_back(&"a");
        }
        limit.give_back(&"nobody");
    }

    #[test]
    fn callers_that_have_long_refilled_are_forgotten() {
        let limit = Limit::per_second(1);
        for caller in 0..SWEEP_AT {
            limit.take(caller, 0).unwrap();
        }
        limit.take(SWEEP_AT, 60_000).unwrap();
        assert_eq!(limit.callers().full_at.len(), 1);
    }

    #[test]
    fn a_client_is_an_ipv4_address_or_an_ipv6_network() {
        let same = |a: &str, b: &str| {
            client_network(a.parse().unwrap()) == client_network(b.parse().unwrap())
        };
        assert!(!same("192.0.2.1", "192.0.2.2"));
        assert!(same("::ffff:192.0.2.1", "192.0.2.1"));
        assert!(same("2001:db8::1", "2001:db8::2:1"));
        assert!(!same("2001:db8::1", "2001:db8:0:1::1"));
    }
}
