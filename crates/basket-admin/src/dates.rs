//! Days and times as operators read them: in English, in UTC. It must never know what happened then.

use jiff::{Timestamp, civil::Date};

const SECONDS: i64 = 24 * 60 * 60;

/// A day counted from 1970: `15 Jan`.
pub(crate) fn short(day: i64) -> String {
    start(day).strftime("%-d %b").to_string()
}

/// A day counted from 1970: `15 January 2027`.
pub(crate) fn long(day: i64) -> String {
    start(day).strftime("%-d %B %Y").to_string()
}

/// The day that a form has: `2027-01-15`.
pub(crate) fn parse(text: &str) -> Option<i64> {
    let date: Date = text.parse().ok()?;
    let start = date.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
    Some(start.timestamp().as_second().div_euclid(SECONDS))
}

/// How long ago something was, roughly: `5 minutes ago`.
pub(crate) fn ago(milliseconds: i64, now: i64) -> String {
    let seconds = (now - milliseconds).max(0) / 1000;
    let (count, unit) = match seconds {
        0..60 => return "just now".to_owned(),
        60..3600 => (seconds / 60, "minute"),
        3600..SECONDS => (seconds / 3600, "hour"),
        _ => (seconds / SECONDS, "day"),
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural} ago")
}

fn start(day: i64) -> Timestamp {
    Timestamp::from_second(day.saturating_mul(SECONDS)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_as_they_are_written() {
        assert_eq!(parse("2027-01-15"), Some(20_833));
        assert_eq!(
            (short(20_833), long(20_833)),
            ("15 Jan".to_owned(), "15 January 2027".to_owned())
        );
        for wrong in ["", "tomorrow", "2027-13-01"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_past_is_rough() {
        let ago = |seconds: i64| ago(0, seconds * 1000);
        assert_eq!(ago(59), "just now");
        assert_eq!((ago(60), ago(7200)), ("1 minute ago".to_owned(), "2 hours ago".to_owned()));
        assert_eq!(ago(200_000), "2 days ago");
    }
}
