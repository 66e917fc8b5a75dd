//! `bench service` and `bench backend`: the service beside what it is built from, by the program of the crate `service-bench`.

use anyhow::Result;

use crate::{setup, tool, widget};

/// Everything but the backend.
pub fn run() -> Result<()> {
    measure(&[], "three minutes")
}

/// The backend's pages with a hundred thousand products and a million carts.
pub fn backend() -> Result<()> {
    measure(&["backend"], "two minutes")
}

/// Builds both as they are shipped, and lets the program measure and judge.
fn measure(parts: &[&str], time: &str) -> Result<()> {
    setup::databases()?;
    widget::build()?;
    setup::step("Building the programs, optimised");
    let packages = ["--package", "basket-cli", "--package", "service-bench"];
    tool::run(tool::cargo().args(["build", "--release"]).args(packages))?;
    setup::step(&format!("Measuring, which takes about {time}"));
    let programs = tool::target_folder()?.join("release");
    let mut bench = tool::command(programs.join("service-bench"));
    tool::run(bench.args(parts).env("BASKET_BIN", programs.join("basket")))
}
