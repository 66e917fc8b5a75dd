//! `bench service`: the service beside what it is built from, by the program of the crate `service-bench`.

use std::ffi::OsStr;

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
    let mut bench = std::process::Command::new(programs.join("service-bench"));
    bench.env("BASKET_BIN", AsRef::<OsStr>::as_ref(&programs.join("basket")));
    tool::run(&mut bench)
}
