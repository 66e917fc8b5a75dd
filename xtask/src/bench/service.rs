//! `bench service`: the service beside what it is built from, by the program of the crate `service-bench`.

use anyhow::Result;

use crate::{setup, tool, widget};

/// Builds both as they are shipped, and lets the program measure and judge.
pub fn run() -> Result<()> {
    setup::databases()?;
    widget::build()?;
    setup::step("Building the programs, optimised");
    let packages = ["--package", "basket-cli", "--package", "service-bench"];
    tool::run(tool::cargo().args(["build", "--release"]).args(packages))?;
    setup::step("Measuring, which takes about three minutes");
    let programs = tool::target_folder()?.join("release");
    let mut bench = tool::command(programs.join("service-bench"));
    tool::run(bench.env("BASKET_BIN", programs.join("basket")))
}
