//! `bench widget`: how soon a cart button is there and works, and what it costs the page, beside what people would
//! pick instead. The program `bench_widget` of the crate `e2e` measures.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::Result;
use serde_json::Value;

use super::report;
use crate::setup;
use crate::setup::{BUY_BUTTON, DROP_IN};
use crate::{tool, widget};

/// Where the contenders' own parts are.
const OWN: &str = "bench/widget";

/// Builds all contenders, lets the program measure, and keeps what it says.
pub fn run() -> Result<()> {
    setup::browsers()?;
    widget::build()?;
    let files = files()?;
    setup::step("Building the programs, optimised");
    tool::run(tool::cargo().args(["build", "--release", "--package", "basket-cli"]))?;
    tool::run(tool::cargo().args(["build", "--package", "e2e", "--bin", "bench_widget"]))?;
    setup::step("Measuring, which takes about twelve minutes");
    let folder = tool::target_folder()?;
    let mut bench = tool::command(folder.join("debug/bench_widget"));
    bench.env("BASKET_BIN", folder.join("release/basket")).env("BENCH_FILES", files);
    let mut measured: Value = serde_json::from_str(&tool::output(bench.stderr(Stdio::inherit()))?)?;
    add_versions(&mut measured["versions"])?;
    report::keep("widget", "cargo xtask bench widget", &measured)
}

/// The contenders' files, minified and compressed as ours are, in a folder.
fn files() -> Result<PathBuf> {
    let own = tool::root().join(OWN);
    let folder = tool::target_folder()?.join("bench-widget");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let minified = tempfile::tempdir()?;
    let hand = minified.path().join("hand.js");
    fs::write(&hand, tool::output(widget::program()?.arg("script").arg(own.join("hand.js")))?)?;
    let mut files = [BUY_BUTTON.files()?, DROP_IN.files()?].concat();
    files.extend([hand, setup::shopping_cart()?]);
    for answer in fs::read_dir(own.join("answers"))? {
        files.push(answer?.path());
    }
    tool::run(widget::program()?.arg("compress").arg(&folder).args(files))?;
    Ok(folder)
}

/// Which versions of which packages were measured.
fn add_versions(versions: &mut Value) -> Result<()> {
    for peer in [BUY_BUTTON, DROP_IN] {
        versions[peer.package] = peer.version.into();
    }
    let package = fs::read(tool::root().join(OWN).join("shopping-cart/package.json"))?;
    let package: Value = serde_json::from_slice(&package)?;
    for name in ["use-shopping-cart", "react"] {
        versions[name] = package["dependencies"][name].clone();
    }
    Ok(())
}
