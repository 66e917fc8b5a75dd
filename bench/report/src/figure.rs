//! The values of all turns as one figure: median and spread.

use serde_json::Value;

/// Median, least and most.
pub struct Figure {
    /// The value in the middle; of an even number, the larger of the two.
    pub median: f64,
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
}

impl Figure {
    /// From an array of numbers, unless it is empty.
    pub fn from_json(values: &Value) -> Option<Self> {
        let mut values: Vec<f64> = crate::list(values).iter().filter_map(Value::as_f64).collect();
        values.sort_by(f64::total_cmp);
        let (least, most) = (*values.first()?, *values.last()?);
        Some(Self { median: values[values.len() / 2], least, most })
    }

    /// With that many digits, and the spread if it is visible.
    pub fn format(&self, digits: usize) -> String {
        let [median, least, most] =
            [self.median, self.least, self.most].map(|value| with_commas(value, digits));
        if least == most { median } else { format!("{median} ({least} to {most})") }
    }
}

/// A number with a comma between thousands.
pub fn with_commas(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let whole = text.split('.').next().unwrap_or_default().len();
    let mut spaced = String::new();
    for (at, character) in text.chars().enumerate() {
        if at > 0 && at < whole && (whole - at).is_multiple_of(3) && !spaced.ends_with('-') {
            spaced.push(',');
        }
        spaced.push(character);
    }
    spaced
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn median_and_spread_are_shown() {
        assert_eq!(Figure::from_json(&json!([3, 1, 2000])).unwrap().format(0), "3 (1 to 2,000)");
        assert_eq!(Figure::from_json(&json!([2.04, 2.01])).unwrap().format(1), "2.0");
        assert!(
            Figure::from_json(&json!([])).is_none() && Figure::from_json(&Value::Null).is_none()
        );
    }

    #[test]
    fn thousands_have_commas() {
        let formatted =
            [0.5, 999.0, 1000.0, -1000.0, 1_234_567.891].map(|value| with_commas(value, 1));
        assert_eq!(formatted, ["0.5", "999.0", "1,000.0", "-1,000.0", "1,234,567.9"]);
    }
}
