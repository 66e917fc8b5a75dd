//! How long the same work took, several times, and its limit. It must never know what the work is.

use std::fmt;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::figure::Figure;
use crate::{list, text};

/// The times of all runs.
pub struct Times<'a> {
    what: &'a str,
    unit: &'a str,
    note: Option<&'a str>,
    figure: Figure,
    runs: usize,
    under: Option<f64>,
}

impl<'a> Times<'a> {
    /// Reads `what`, `unit`, `values`, and if there are, `under` and `note`.
    pub fn from_json(times: &'a Value) -> Result<Self> {
        let (what, values) = (text(times, "what")?, &times["values"]);
        let figure =
            Figure::from_json(values).with_context(|| format!("{what}: nothing was measured"))?;
        let (unit, runs) = (text(times, "unit")?, list(values).len());
        let (note, under) = (times["note"].as_str(), times["under"].as_f64());
        Ok(Self { what, unit, note, figure, runs, under })
    }

    /// Says that the median is not under the limit.
    pub fn failure(&self) -> Option<String> {
        let Self { what, unit, figure, .. } = self;
        let limit = self.under.filter(|limit| figure.median >= *limit)?;
        Some(format!(
            "{what}: the median of {:.3} {unit} is not under {limit} {unit}",
            figure.median
        ))
    }
}

impl fmt::Display for Times<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, unit, figure: Figure { median, least, most }, runs, .. } = self;
        write!(formatter, "{what}: median {median:.3} {unit}, ")?;
        write!(formatter, "from {least:.3} to {most:.3} {unit} in {runs} runs")?;
        self.note.map_or(Ok(()), |note| write!(formatter, "; {note}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn median_spread_and_note_are_shown() {
        let mut times = json!({ "what": "check", "unit": "s", "values": [0.3, 0.1, 0.25] });
        let shown = "check: median 0.250 s, from 0.100 to 0.300 s in 3 runs";
        assert_eq!(Times::from_json(&times).unwrap().to_string(), shown);
        times["note"] = "2000 pages a second".into();
        let noted = format!("{shown}; 2000 pages a second");
        assert_eq!(Times::from_json(&times).unwrap().to_string(), noted);
    }

    #[test]
    fn a_median_at_its_limit_is_over_it() {
        let times = |values: Value, under: Value| json!({ "what": "work", "unit": "ms", "values": values, "under": under });
        let failure = |under: Value| {
            Times::from_json(&times(json!([1.0, 2.0, 9.0]), under)).unwrap().failure()
        };
        assert!(failure(Value::Null).is_none() && failure(json!(2.5)).is_none());
        let expected = "work: the median of 2.000 ms is not under 2 ms";
        assert_eq!(failure(json!(2)).as_deref(), Some(expected));
        assert!(Times::from_json(&times(json!([]), Value::Null)).is_err());
    }
}
