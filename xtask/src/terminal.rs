//! The only place that prints: results to the standard output, troubles to the standard error.
//! Progress lines are [`crate::setup::step`]'s.

use std::time::Duration;

/// Prints a result.
#[expect(clippy::print_stdout, reason = "results are for the person or program that asked")]
pub fn say(text: &str) {
    println!("{text}");
}

/// Prints what went wrong.
#[expect(clippy::print_stderr, reason = "troubles must not mix with results")]
pub fn complain(text: &str) {
    eprintln!("{text}");
}

/// A duration as one would say it.
pub fn spoken(duration: Duration) -> String {
    let seconds = duration.as_secs();
    if seconds < 60 {
        format!("{:.1} s", duration.as_secs_f64())
    } else {
        format!("{} min {} s", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_naturally() {
        assert_eq!(spoken(Duration::from_millis(1234)), "1.2 s");
        assert_eq!(spoken(Duration::from_secs(125)), "2 min 5 s");
    }
}
