//! Shops on Vendure and Medusa, which the service is measured beside: packages of npm's, those of a lock file and no others,
//! fetched once and kept in the build folder. Nothing of them is shipped, and only a benchmark runs them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::{cpp_compiler, npm, run, step};

/// Vendure's driver of SQLite is C++, and no script of a package is run that might fetch a program.
const DRIVER: &str = "node_modules/better-sqlite3";
const BUILT: &str = "node_modules/better-sqlite3/build/Release/better_sqlite3.node";

/// The folder of a shop on Vendure that can be run.
pub fn vendure() -> Result<PathBuf> {
    let folder = npm::project("bench/service/vendure", "Vendure")?;
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

/// The same of one on Medusa.
pub fn medusa() -> Result<PathBuf> {
    npm::project("bench/service/medusa", "Medusa")
}
