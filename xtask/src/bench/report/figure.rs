//! The values of all turns as one figure: the one in the middle, and how far they spread.

use serde_json::Value;

/// The value in the middle, the least and the most.
pub struct Figure {
    /// The value in the middle; of two, the larger.
    pub median: f64,
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
}

impl Figure {
    /// Of an array of numbers, unless it is empty.
    pub fn of(values: &Value) -> Option<Self> {
        let mut values: Vec<f64> = super::list(values).iter().filter_map(Value::as_f64).collect();
        values.sort_by(f64::total_cmp);
        let (least, most) = (*values.first()?, *values.last()?);
        Some(Self { median: values[values.len() / 2], least, most })
    }

    /// With that many digits, and the spread where it shows.
    pub fn spoken(&self, digits: usize) -> String {
        let [median, least, most] =
            [self.median, self.least, self.most].map(|value| number(value, digits));
        if least == most { median } else { format!("{median} ({least} to {most})") }
    }
}

/// A number with a comma between thousands.
pub fn number(value: f64, digits: usize) -> String {
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
    fn the_middle_and_the_spread_are_told() {
        assert_eq!(Figure::of(&json!([3, 1, 2000])).unwrap().spoken(0), "3 (1 to 2,000)");
        assert_eq!(Figure::of(&json!([2.04, 2.01])).unwrap().spoken(1), "2.0");
        assert!(Figure::of(&json!([])).is_none() && Figure::of(&Value::Null).is_none());
    }

    #[test]
    fn thousands_are_set_apart() {
        let spoken = [0.5, 999.0, 1000.0, -1000.0, 1_234_567.891].map(|value| number(value, 1));
        assert_eq!(spoken, ["0.5", "999.0", "1,000.0", "-1,000.0", "1,234,567.9"]);
    }
}
