//! A length of time as people write it: `30m`, `12h`, `7d`.

use anyhow::{Context, Result};
use std::time::Duration;

pub(crate) fn read(text: &str) -> Result<Duration> {
    let wrong = || "use a number with s, m, h or d, such as 12h";
    let at = text.find(|character: char| !character.is_ascii_digit()).with_context(wrong)?;
    let number: u64 = text[..at].parse().ok().with_context(wrong)?;
    let unit = match &text[at..] {
        "s" => 1,
        "m" => 60,
        "h" => 60 * 60,
        "d" => 24 * 60 * 60,
        _ => anyhow::bail!(wrong()),
    };
    Ok(Duration::from_secs(number.saturating_mul(unit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_time_are_read() {
        assert_eq!(read("90s").unwrap(), Duration::from_secs(90));
        assert_eq!(read("7d").unwrap(), Duration::from_hours(7 * 24));
        for wrong in ["", "7", "d", "-1h", "1.5h", "1w", "7 d"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
