//! Times of the same work, done several times.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Result;

/// How long each run took, the shortest first. There is at least one.
pub struct Times(Vec<Duration>);

impl Times {
    /// Does the work once to warm up, which does not count, then as often as said.
    pub fn measure(runs: usize, mut work: impl FnMut() -> Result<()>) -> Result<Self> {
        work()?;
        let mut times = Vec::new();
        while times.len() < runs.max(1) {
            let start = Instant::now();
            work()?;
            times.push(start.elapsed());
        }
        Ok(Self::of(times))
    }

    fn of(mut times: Vec<Duration>) -> Self {
        times.sort();
        Self(times)
    }

    /// The time in the middle; of two, the longer.
    pub fn median(&self) -> Duration {
        self.0[self.0.len() / 2]
    }
}

impl fmt::Display for Times {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |duration: Duration| duration.as_secs_f64();
        let (least, most) = (self.0[0], self.0[self.0.len() - 1]);
        write!(formatter, "median {:.3} s, ", seconds(self.median()))?;
        write!(formatter, "from {:.3} to {:.3} s ", seconds(least), seconds(most))?;
        write!(formatter, "in {} runs", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_and_spread_are_told() {
        let times = Times::of([300, 100, 250].map(Duration::from_millis).into());
        assert_eq!(times.median(), Duration::from_millis(250));
        assert_eq!(times.to_string(), "median 0.250 s, from 0.100 to 0.300 s in 3 runs");
    }

    #[test]
    fn the_first_time_does_not_count() {
        let mut done = 0;
        let times = Times::measure(2, || {
            done += 1;
            Ok(())
        });
        assert_eq!((done, times.unwrap().0.len()), (3, 2));
    }
}
