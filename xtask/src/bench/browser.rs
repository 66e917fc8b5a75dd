//! What is measured in a browser, by a program of the crate `e2e` that prints its times as JSON.

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::tool::{self, Finding};
use crate::{setup, terminal, widget};

/// `bench config`: how long a page takes to read a large configuration.
pub fn config() -> Result<()> {
    judge("4 KiB of configuration", &measure("bench_config")?, Some(1.0))
}

/// `bench click`: how long a click on + takes until it is painted.
pub fn click() -> Result<()> {
    let measured = measure("bench_click")?;
    let limits = [("3", None), ("50", Some(50.0)), ("100", Some(100.0))];
    let judged =
        limits.map(|(lines, limit)| judge(&format!("{lines} lines"), &measured[lines], limit));
    // All of them are told before the first that is over fails.
    judged.into_iter().collect()
}

/// Builds what a browser needs and lets the program measure.
fn measure(program: &str) -> Result<Value> {
    setup::browsers()?;
    widget::build()?;
    setup::step("Building the program");
    tool::run(tool::cargo().args(["build", "--package", "basket-cli"]))?;
    setup::step("Measuring");
    let basket = tool::target_folder()?.join("debug/basket");
    let mut bench = tool::cargo();
    bench.args(["run", "--quiet", "--package", "e2e", "--bin", program]);
    Ok(serde_json::from_str(&tool::output(bench.env("BASKET_BIN", basket))?)?)
}

/// Tells the median and the spread of sorted milliseconds, and fails when the median is not under the limit.
fn judge(what: &str, times: &Value, limit: Option<f64>) -> Result<()> {
    let times: Vec<f64> =
        times.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let median = *times.get(times.len() / 2).context("nothing was measured")?;
    let (first, last, count) = (times[0], times[times.len() - 1], times.len());
    terminal::say(&format!(
        "{what}: median {median:.3} ms, from {first:.3} to {last:.3} ms in {count} rounds"
    ));
    match limit {
        Some(limit) if median >= limit => {
            bail!(Finding(format!("{what}: the median of {median:.3} ms is not under {limit} ms")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_median_over_its_limit_is_a_finding() {
        let times = json!([1.0, 2.0, 9.0]);
        assert!(judge("work", &times, None).is_ok() && judge("work", &times, Some(2.5)).is_ok());
        let error = judge("work", &times, Some(2.0)).unwrap_err();
        assert!(error.is::<Finding>());
        assert!(judge("work", &json!([]), None).is_err());
    }
}
