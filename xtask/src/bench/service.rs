//! `bench service` and `bench backend`: the service beside what it is built from and beside its peers, by the program of the
//! crate `service-bench`.

use anyhow::{Context as _, Result};

use super::report;
use crate::{setup, tool, widget};

/// Everything but the backend.
pub fn run() -> Result<()> {
    measure("service", &[], "thirteen minutes")
}

/// The backend's pages with a hundred thousand products and a million carts.
pub fn backend() -> Result<()> {
    measure("backend", &["backend"], "two minutes")
}

/// Builds all of them as they are shipped, lets the program measure, and keeps what it found.
fn measure(name: &str, parts: &[&str], time: &str) -> Result<()> {
    setup::databases()?;
    widget::build()?;
    setup::step("Building the programs, optimised");
    let packages = ["--package", "basket-cli", "--package", "service-bench"];
    tool::run(tool::cargo().args(["build", "--release"]).args(packages))?;
    let programs = tool::target_folder()?.join("release");
    let mut bench = tool::command(programs.join("service-bench"));
    bench.args(parts).env("BASKET_BIN", programs.join("basket"));
    if parts.is_empty() {
        bench.env("VENDURE_FOLDER", setup::vendure()?);
        bench.env("MEDUSA_FOLDER", setup::medusa()?);
    }
    setup::step(&format!("Measuring, which takes about {time}"));
    // How far it is goes on to the terminal.
    let measured = tool::output(bench.stderr(std::process::Stdio::inherit()))?;
    let measured = serde_json::from_str(&measured).context("the benchmark did not print JSON")?;
    report::keep(name, &format!("cargo xtask bench {name}"), &measured)
}
