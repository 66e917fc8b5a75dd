//! Measures the basket on a page, in Chromium. `BASKET_BIN` names the program to measure.
//!
//! `bench-widget compare` measures it next to other cart buttons and prints tables and ratios as JSON; `bench-widget config`
//! and `bench-widget click` print times as JSON. The crate `bench-report` judges all of it; nothing is judged here.

mod click;
mod compare;
mod config;
mod contender;
mod opening;
mod results;
mod site;

use std::env;

use anyhow::{Result, bail};

#[tokio::main(flavor = "current_thread")]
#[expect(clippy::print_stdout, reason = "a benchmark is its output")]
async fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let measured = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["compare"] => compare::run().await?,
        ["config"] => config::run().await?,
        ["click"] => click::run().await?,
        _ => bail!("name one measurement: compare, config or click"),
    };
    println!("{measured}");
    Ok(())
}
