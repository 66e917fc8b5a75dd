//! How long things are kept, whatever the engine.

/// After so many days without a visit a cart expires.
pub const IDLE_DAYS: i64 = 90;
/// For so many hours a repeated request is recognised.
pub const REPLAY_HOURS: i64 = 24;

/// For so many days the files of a build are kept after its last process.
const BUILD_DAYS: i64 = 30;
/// For so many days more a cart that expired or was ordered is told apart from one that never was.
const GRAVE_DAYS: i64 = 90;
const HOUR: i64 = 60 * 60 * 1000;
pub(super) const DAY: i64 = 24 * HOUR;
/// A cart that is older than this is in the database or will never be: no change takes so long, nor are
/// the clocks of two processes so far apart.
pub(super) const SETTLED: i64 = HOUR / 6;
/// How much one sweep may delete, so that shoppers never wait for it.
pub(super) const SWEEP: u16 = 500;

pub(super) fn is_expired(touched_at: i64, now: i64) -> bool {
    now - touched_at > IDLE_DAYS * DAY
}

/// Reading a cart is a visit too, but noting it once a day is enough.
pub(super) fn is_fading(touched_at: i64, now: i64) -> bool {
    now - touched_at > DAY
}

/// Changing a cart is a visit, and noting it once an hour is enough.
pub(super) fn is_stale(touched_at: i64, now: i64) -> bool {
    now - touched_at > HOUR
}

/// Carts last touched before this are deleted.
pub(super) fn oldest_cart(now: i64) -> i64 {
    now - (IDLE_DAYS + GRAVE_DAYS) * DAY
}

/// Carts that never had a line, made or looked at before this, are deleted: nobody misses one, and anybody can make
/// thousands.
pub(super) fn oldest_empty_cart(now: i64) -> i64 {
    now - DAY
}

/// Carts ordered before this are deleted.
pub(super) fn oldest_order(now: i64) -> i64 {
    now - GRAVE_DAYS * DAY
}

/// Requests made before this are no longer recognised.
pub(super) fn oldest_replay(now: i64) -> i64 {
    now - REPLAY_HOURS * HOUR
}

/// Builds last seen before this are deleted.
pub(super) fn oldest_build(now: i64) -> i64 {
    now - BUILD_DAYS * DAY
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR_MS: i64 = 3_600_000;
    const DAY_MS: i64 = 86_400_000;
    const NOW: i64 = 20_000 * DAY_MS;

    #[test]
    fn a_time_is_over_when_more_than_all_of_it_has_passed() {
        for (is_over, most) in [
            (is_expired as fn(i64, i64) -> bool, 90 * DAY_MS),
            (is_fading, DAY_MS),
            (is_stale, HOUR_MS),
        ] {
            let over = [0, most, most + 1, most * 2].map(|age| is_over(NOW - age, NOW));
            assert_eq!(over, [false, false, true, true], "{most}");
        }
    }

    #[test]
    fn what_is_deleted_is_as_old_as_promised() {
        assert_eq!(NOW - oldest_cart(NOW), 180 * DAY_MS);
        assert_eq!(NOW - oldest_empty_cart(NOW), DAY_MS);
        assert_eq!(NOW - oldest_order(NOW), 90 * DAY_MS);
        assert_eq!(NOW - oldest_replay(NOW), 24 * HOUR_MS);
        assert_eq!(NOW - oldest_build(NOW), 30 * DAY_MS);
    }

    #[test]
    fn a_change_is_settled_after_ten_minutes() {
        assert_eq!(SETTLED, 10 * 60 * 1000);
    }
}
