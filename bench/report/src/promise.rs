//! A ratio and its limit. It must never know which benchmark the ratio is from.

use std::fmt;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::figure::Figure;
use crate::{list, text};

/// How many times worse than in the last commit a ratio may be. Measurements on a shared machine vary.
const TOLERANCE: f64 = 1.25;

/// What was measured, and what it must be.
pub struct Promise<'a> {
    /// What is promised.
    pub what: &'a str,
    unit: &'a str,
    figure: Figure,
    at_least: Option<f64>,
    at_most: Option<f64>,
}

impl<'a> Promise<'a> {
    /// Reads `what`, `values`, `at_least` or `at_most`, and `unit` if it has one.
    pub fn from_json(ratio: &'a Value) -> Result<Self> {
        let what = text(ratio, "what")?;
        let figure =
            Figure::from_json(&ratio["values"]).with_context(|| format!("{what}: no values"))?;
        let unit = ratio["unit"].as_str().unwrap_or_default();
        let (at_least, at_most) = (ratio["at_least"].as_f64(), ratio["at_most"].as_f64());
        if at_least.is_none() && at_most.is_none() {
            bail!("{what}: no limit");
        }
        Ok(Self { what, unit, figure, at_least, at_most })
    }

    /// Whether the median keeps the limit.
    pub fn holds(&self) -> bool {
        let value = self.figure.median;
        self.at_least.is_none_or(|limit| value >= limit)
            && self.at_most.is_none_or(|limit| value <= limit)
    }

    /// The limit, for people.
    pub fn limit(&self) -> String {
        let (word, limit) = match (self.at_least, self.at_most) {
            (Some(limit), _) => ("at least", limit),
            (_, limit) => ("at most", limit.unwrap_or_default()),
        };
        format!("{word} {limit}{}", self.unit_suffix())
    }

    /// What was measured, for people.
    pub fn measured(&self) -> String {
        format!("{}{}", self.figure.format(2), self.unit_suffix())
    }

    fn unit_suffix(&self) -> String {
        if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) }
    }

    /// Says that it is clearly worse than in earlier results. Only values without a unit compare between machines.
    pub fn became_worse(&self, earlier: &Value) -> Option<String> {
        let before = list(&earlier["ratios"]).iter().find(|ratio| ratio["what"] == self.what)?;
        let before = Figure::from_json(&before["values"])?.median;
        let times = if self.at_least.is_some() {
            before / self.figure.median
        } else {
            self.figure.median / before
        };
        let is_worse = self.unit.is_empty() && before > 0.0 && times > TOLERANCE;
        is_worse.then(|| format!("{self}; it was {before:.2}"))
    }
}

impl fmt::Display for Promise<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}, {}", self.what, self.measured(), self.limit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn ratio(value: f64, limit: &str, unit: &str) -> Value {
        json!({ "what": "reads", "values": [value], limit: 1.0, "unit": unit })
    }

    #[test]
    fn a_limit_is_reached_or_passed() {
        for (value, limit, holds) in [
            (1.0, "at_least", true),
            (0.9, "at_least", false),
            (1.0, "at_most", true),
            (1.1, "at_most", false),
        ] {
            let ratio = ratio(value, limit, "");
            assert_eq!(Promise::from_json(&ratio).unwrap().holds(), holds, "{value} {limit}");
        }
        assert!(Promise::from_json(&json!({ "what": "reads", "values": [1.0] })).is_err());
        let with_unit = ratio(1.0, "at_least", "ms");
        let promise = Promise::from_json(&with_unit).unwrap().to_string();
        assert!(promise.ends_with("1.00 ms, at least 1 ms"));
    }

    #[test]
    fn only_a_ratio_that_is_clearly_worse_became_worse() {
        let earlier = json!({ "ratios": [ratio(1.0, "at_most", "")] });
        let became_worse = |value, limit, unit| {
            let ratio = ratio(value, limit, unit);
            Promise::from_json(&ratio).unwrap().became_worse(&earlier).is_some()
        };
        assert!(became_worse(1.3, "at_most", "") && became_worse(0.7, "at_least", ""));
        assert!(!became_worse(1.2, "at_most", "") && !became_worse(5.0, "at_least", ""));
        assert!(!became_worse(9.0, "at_most", "ms"));
    }
}
