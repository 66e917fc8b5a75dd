//! `bench widget`: how soon a cart button is there and works, and what it costs the page, beside what people would
//! pick instead. The program `bench_widget` of the crate `e2e` measures.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, Result};
use serde_json::Value;

use super::report;
use crate::setup;
use crate::setup::{BUY_BUTTON, DROP_IN};
use crate::tool;
use crate::widget::{self, compress, script};

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

/// The contenders' files, as small as ours are, in a folder.
fn files() -> Result<PathBuf> {
    let own = tool::root().join(OWN);
    let folder = tool::target_folder()?.join("bench-widget");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let hand = script::minify(&fs::read_to_string(own.join("hand.js"))?, script::Kind::Classic)?;
    write(&folder, "hand.js", hand.as_bytes())?;
    write(&folder, "shopping-cart.js", &fs::read(setup::shopping_cart()?)?)?;
    let mut others = [BUY_BUTTON.files()?, DROP_IN.files()?].concat();
    for answer in fs::read_dir(own.join("answers"))? {
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
