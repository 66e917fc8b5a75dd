//! `bench config`: how long a page takes to read a large configuration.

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::tool::{self, Finding};
use crate::{setup, terminal, widget};

const LIMIT: f64 = 1.0;

/// Builds what a browser needs, lets it measure, and fails over the limit.
pub fn run() -> Result<()> {
    setup::browsers()?;
    widget::build()?;
    setup::step("Building the program");
    tool::run(tool::cargo().args(["build", "--package", "basket-cli"]))?;
    setup::step("Reading a configuration, again and again");
    let program = tool::target_folder()?.join("debug/basket");
    let mut bench = tool::cargo();
    bench.args(["run", "--quiet", "--package", "e2e", "--bin", "bench_config"]);
    let measured = tool::output(bench.env("BASKET_BIN", program))?;
    let rounds: Vec<f64> = serde_json::from_str::<Value>(&measured)?
        .as_array()
        .map(|rounds| rounds.iter().filter_map(Value::as_f64).collect())
        .unwrap_or_default();
    let median = *rounds.get(rounds.len() / 2).context("nothing was measured")?;
    let (first, last) = (rounds[0], rounds[rounds.len() - 1]);
    let count = rounds.len();
    terminal::say(&format!(
        "config: median {median:.3} ms, from {first:.3} to {last:.3} ms in {count} rounds of 100"
    ));
    if median >= LIMIT {
        bail!(Finding(format!("the median of {median:.3} ms is not under {LIMIT} ms")));
    }
    Ok(())
}
