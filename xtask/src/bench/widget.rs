//! `bench widget`, `bench config` and `bench click`: the basket on a page, measured by the crate `bench-widget`.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use serde_json::Value;

use super::program::{self, Profile};
use crate::setup;
use crate::setup::{BUY_BUTTON, DROP_IN};
use crate::{tool, widget};

/// The folder of the contenders' sources.
const SOURCES: &str = "bench/widget";

/// The basket next to other cart buttons.
pub fn widget() -> Result<()> {
    setup::browsers()?;
    let files = contender_files()?;
    let basket = program::build_basket(Profile::Release)?;
    let mut bench = program::bench("bench-widget", Profile::Dev, &["compare"]);
    setup::step("Measuring, which takes about 25 minutes");
    bench.env("BASKET_BIN", basket).env("BENCH_FILES", files);
    let mut measured = program::measure(&mut bench)?;
    add_versions(&mut measured["versions"])?;
    program::record("widget", &measured)
}

/// How long a page takes to read a large configuration.
pub fn config() -> Result<()> {
    measure_times("config")
}

/// How long a click on + takes until it is painted.
pub fn click() -> Result<()> {
    measure_times("click")
}

fn measure_times(name: &str) -> Result<()> {
    setup::browsers()?;
    let basket = program::build_basket(Profile::Dev)?;
    let mut bench = program::bench("bench-widget", Profile::Dev, &[name]);
    setup::step("Measuring");
    let times = program::measure(bench.env("BASKET_BIN", basket))?;
    program::conclude(&bench_report::judge_times(&times)?)
}

/// A folder with the contenders' files, minified and compressed as ours are.
fn contender_files() -> Result<PathBuf> {
    let sources = tool::root().join(SOURCES);
    let folder = tool::target_folder()?.join("bench-widget");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let minified = tempfile::tempdir()?;
    let hand_written = minified.path().join("hand.js");
    let script = sources.join("hand.js");
    fs::write(&hand_written, tool::output(widget::program()?.arg("script").arg(script))?)?;
    let mut files = [BUY_BUTTON.files()?, DROP_IN.files()?].concat();
    files.extend([hand_written, setup::shopping_cart()?]);
    for answer in fs::read_dir(sources.join("answers"))? {
        files.push(answer?.path());
    }
    tool::run(widget::program()?.arg("compress").arg(&folder).args(files))?;
    Ok(folder)
}

/// Adds the versions of the contenders' packages.
fn add_versions(versions: &mut Value) -> Result<()> {
    for peer in [BUY_BUTTON, DROP_IN] {
        versions[peer.package] = peer.version.into();
    }
    let package = fs::read(tool::root().join(SOURCES).join("shopping-cart/package.json"))?;
    let package: Value = serde_json::from_slice(&package)?;
    for name in ["use-shopping-cart", "react"] {
        versions[name] = package["dependencies"][name].clone();
    }
    Ok(())
}
