//! `bench widget`, `bench config` and `bench click`: the basket on a page, measured by the crate `bench-widget`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::Value;

use super::program::{self, Profile};
use crate::setup;
use crate::setup::{BUY_BUTTON, DROP_IN};
use crate::tool;
use crate::widget::{compress, script};

/// The folder of the contenders' sources.
const SOURCES: &str = "bench/widget";

/// The basket next to other cart buttons.
pub fn widget() -> Result<()> {
    setup::browsers()?;
    let files = contender_files()?;
    let basket = program::build_basket(Profile::Release)?;
    let mut bench = program::bench("bench-widget", Profile::Dev, &["compare"]);
    setup::step("Measuring, which takes about twelve minutes");
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
    let hand_written = fs::read_to_string(sources.join("hand.js"))?;
    let hand_written = script::minify(&hand_written, script::Kind::Classic)?;
    write(&folder, "hand.js", hand_written.as_bytes())?;
    write(&folder, "shopping-cart.js", &fs::read(setup::shopping_cart()?)?)?;
    let mut others = [BUY_BUTTON.files()?, DROP_IN.files()?].concat();
    for answer in fs::read_dir(sources.join("answers"))? {
        others.push(answer?.path());
    }
    for file in others {
        let name = file.file_name().context("a file has no name")?.to_string_lossy();
        write(&folder, &name, &fs::read(&file)?)?;
    }
    Ok(folder)
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    Ok(fs::write(folder.join(format!("{name}.br")), compress::brotli_large(bytes)?)?)
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
