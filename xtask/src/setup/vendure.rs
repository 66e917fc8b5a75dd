//! Vendure, which the service is measured beside: packages of npm's, those of a lock file and no others, fetched once and
//! kept in the build folder. Nothing of it is shipped, and only a benchmark runs it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::{cpp_compiler, npm, run, step};
use crate::tool;

/// Where its shop is written.
const SHOP: &str = "bench/service/vendure";
const FILES: [&str; 4] = [".npmrc", "package.json", "package-lock.json", "shop.js"];
/// What npm leaves behind when it is done.
const INSTALLED: &str = "node_modules/.package-lock.json";
/// Its driver of SQLite is C++, and no script of a package is run that might fetch a program.
const DRIVER: &str = "node_modules/better-sqlite3";
const BUILT: &str = "node_modules/better-sqlite3/build/Release/better_sqlite3.node";

/// The folder of a shop that can be run.
pub fn vendure() -> Result<PathBuf> {
    let folder = tool::target_folder()?.join("vendure");
    let lock = |folder: &Path| fs::read(folder.join("package-lock.json")).ok();
    let shop = tool::root().join(SHOP);
    let is_same = lock(&folder) == lock(&shop);
    fs::create_dir_all(&folder)?;
    for file in FILES {
        fs::copy(shop.join(file), folder.join(file))?;
    }
    if !is_same || !folder.join(INSTALLED).is_file() {
        npm::npm()?;
        step("Fetching Vendure");
        let mut fetch = Command::new("npm");
        fetch.current_dir(&folder).args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
        run(&mut fetch)?;
    }
    if !folder.join(BUILT).is_file() {
        cpp_compiler()?;
        step("Building Vendure's driver of SQLite, once; this takes some minutes");
        let mut build = Command::new("npm");
        build.current_dir(folder.join(DRIVER)).args(["run", "build-release"]);
        // Debian has what is needed to build for its Node.js; without it, it would be fetched.
        if env::var_os("npm_config_nodedir").is_none() && Path::new("/usr/include/node").is_dir() {
            build.env("npm_config_nodedir", "/usr");
        }
        run(&mut build)?;
    }
    Ok(folder)
}
