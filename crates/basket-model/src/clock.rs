//! The time, as a value that is handed in: nothing else in the service asks the system for it, so
//! that a test can let ninety days pass.

use std::{
    fmt,
    sync::Arc,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;
/// How far the time of day may go ahead of the time that passes before it has been set.
const LEAP: i64 = HOUR;
/// A shop that nobody has visited for so long is an odd one: more likely, the time of day is wrong.
const UNUSED: i64 = 7 * DAY;
/// For how long a time of day that may be wrong deletes nothing, so that an operator can correct it.
const DOUBT: i64 = DAY;

type ReadTime = Arc<dyn Fn() -> i64 + Send + Sync>;

/// Tells the time.
#[derive(Clone)]
pub struct Clock {
    now: ReadTime,
    ticks: ReadTime,
}

impl Clock {
    /// A clock that reads the time of day from `now` and the time that passes from `ticks`.
    pub fn new(
        now: impl Fn() -> i64 + Send + Sync + 'static,
        ticks: impl Fn() -> i64 + Send + Sync + 'static,
    ) -> Self {
        Self { now: Arc::new(now), ticks: Arc::new(ticks) }
    }

    /// The system's clock.
    pub fn system() -> Self {
        let start = Instant::now();
        let milliseconds = |milliseconds| i64::try_from(milliseconds).unwrap_or(i64::MAX);
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        Self::new(move || milliseconds(now()), move || milliseconds(start.elapsed().as_millis()))
    }

    /// The time of day, in milliseconds since 1970, UTC. It may be set ahead or back.
    pub fn now(&self) -> i64 {
        (self.now)()
    }

    /// Milliseconds since any moment of old: they never go back, whatever becomes of the time of day.
    pub fn ticks(&self) -> i64 {
        (self.ticks)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Clock").field(&self.now()).finish()
    }
}

/// Whether the time of day is good enough to delete something for its age.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClockTrust {
    now: i64,
    ticks: i64,
    /// Since when it is in doubt, in ticks.
    doubted_at: Option<i64>,
}

impl ClockTrust {
    /// Begins with the time of the newest that was written before.
    pub fn new(clock: &Clock, newest: Option<i64>) -> Self {
        let (now, ticks) = (clock.now(), clock.ticks());
        let doubted_at = newest.filter(|newest| now - newest > UNUSED).map(|_| ticks);
        Self { now, ticks, doubted_at }
    }

    /// Whether the time may be trusted now. One that was set ahead is in doubt for a day.
    pub fn check(&mut self, clock: &Clock) -> bool {
        let (now, ticks) = (clock.now(), clock.ticks());
        if (now - self.now) - (ticks - self.ticks) > LEAP {
            self.doubted_at = Some(ticks);
        }
        (self.now, self.ticks) = (now, ticks);
        self.doubted_at.is_none_or(|since| ticks - since >= DOUBT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicI64, Ordering};

    /// A clock with the two times to set.
    fn clock() -> (Clock, [Arc<AtomicI64>; 2]) {
        let times = [1000 * DAY, 0].map(|time| Arc::new(AtomicI64::new(time)));
        let [now, ticks] = times.clone();
        let clock =
            Clock::new(move || now.load(Ordering::Relaxed), move || ticks.load(Ordering::Relaxed));
        (clock, times)
    }

    #[test]
    fn time_that_passes_is_trusted() {
        let (clock, times) = clock();
        let mut trust = ClockTrust::new(&clock, Some(clock.now() - 6 * DAY));
        for _ in 0..3 {
            for time in &times {
                time.fetch_add(200 * DAY, Ordering::Relaxed);
            }
            assert!(trust.check(&clock));
        }
        times[0].fetch_sub(300 * DAY, Ordering::Relaxed);
        assert!(trust.check(&clock), "what is set back deletes nothing too early");
        assert!(ClockTrust::new(&clock, None).check(&clock), "a new database has no age");
    }

    #[test]
    fn a_time_that_was_set_ahead_is_in_doubt_for_a_day() {
        let (clock, [now, ticks]) = clock();
        let mut trust = ClockTrust::new(&clock, None);
        now.fetch_add(200 * DAY, Ordering::Relaxed);
        assert!(!trust.check(&clock));
        for time in [&now, &ticks] {
            time.fetch_add(DAY - 1, Ordering::Relaxed);
        }
        assert!(!trust.check(&clock));
        for time in [&now, &ticks] {
            time.fetch_add(1, Ordering::Relaxed);
        }
        assert!(trust.check(&clock), "by then an operator would have corrected it");
    }

    #[test]
    fn a_time_that_is_set_ahead_by_an_hour_is_trusted() {
        for (ahead, is_trusted) in [(3_600_000, true), (3_600_001, false)] {
            let (clock, [now, ticks]) = clock();
            ticks.fetch_add(5 * DAY, Ordering::Relaxed);
            let mut trust = ClockTrust::new(&clock, None);
            ticks.fetch_add(7, Ordering::Relaxed);
            now.fetch_add(7 + ahead, Ordering::Relaxed);
            assert_eq!(trust.check(&clock), is_trusted, "{ahead}");
            // Also long after the start of the ticks, the doubt lasts for a day.
            assert_eq!(trust.check(&clock), is_trusted, "{ahead}, a second time");
        }
    }

    #[test]
    fn a_day_has_24_hours_and_a_shop_may_be_unused_for_seven() {
        assert_eq!([DOUBT, UNUSED], [86_400_000, 7 * 86_400_000]);
        for (age, is_trusted) in [(UNUSED, true), (UNUSED + 1, false)] {
            let (clock, _) = clock();
            let mut trust = ClockTrust::new(&clock, Some(clock.now() - age));
            assert_eq!(trust.check(&clock), is_trusted, "{age}");
        }
    }

    #[test]
    fn the_clock_of_the_system_goes_on() {
        let clock = Clock::system();
        let [now, ticks] = [clock.now(), clock.ticks()];
        assert!(now > 1_700_000_000_000, "{now}");
        assert!((0..DAY).contains(&ticks), "{ticks}");
        assert!(clock.ticks() >= ticks);
    }

    #[test]
    fn a_clock_is_written_as_the_time_it_shows() {
        let clock = Clock::new(|| 5, || 6);
        assert_eq!(format!("{clock:?}"), "Clock(5)");
    }

    #[test]
    fn a_start_long_after_the_last_visit_is_in_doubt() {
        let (clock, [_, ticks]) = clock();
        let mut trust = ClockTrust::new(&clock, Some(clock.now() - 8 * DAY));
        assert!(!trust.check(&clock));
        ticks.fetch_add(DAY, Ordering::Relaxed);
        assert!(trust.check(&clock));
    }
}
