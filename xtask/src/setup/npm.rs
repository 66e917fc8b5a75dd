//! Packages of npm's that the build or the tests need. Each is fetched once, into a folder of its own below the build
//! folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::{Need, fulfil, on_path, run, step};
use crate::tool;

/// Debian's package brings Node.js with it.
const NPM: &[Need] = &[Need { name: "npm", packages: &["npm"], there: || on_path("npm") }];

/// Makes sure that there is npm.
pub fn npm() -> Result<()> {
    fulfil(NPM)
}

/// Makes sure that the programs are there that the crate `widget-build` starts.
pub fn widget_tools() -> Result<()> {
    project("crates/widget-build/widget-tools", "binaryen, esbuild and terser").map(drop)
}

/// Makes sure that the programs are there that check the host scripts; the folder that they are in.
pub fn host_checks() -> Result<PathBuf> {
    project("crates/basket-widget/host-checks", "TypeScript")
}

/// Where the files of a package are, once it has been fetched.
pub(super) fn folder(package: &str) -> Result<PathBuf> {
    Ok(tool::target_folder()?.join(package).join("node_modules").join(package))
}

/// Fetches a package. No script of it has to run: what is wanted of it is files.
pub(super) fn fetch(package: &str, version: &str) -> Result<()> {
    npm()?;
    step(&format!("Fetching {package} {version}"));
    let mut fetch = Command::new("npm");
    fetch.args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--prefix"]);
    run(fetch.arg(tool::target_folder()?.join(package)).arg(format!("{package}@{version}")))?;
    Ok(())
}

/// A project of ours, with the packages that its lock file has the hashes of and no others: the folder below the build
/// folder that it was copied to. They are fetched again only for another lock file.
pub(super) fn project(source: &str, packages: &str) -> Result<PathBuf> {
    let source = tool::root().join(source);
    let folder = tool::target_folder()?.join(source.file_name().unwrap_or_default());
    let lock = |folder: &Path| fs::read(folder.join("package-lock.json")).ok();
    // What npm leaves behind when it is done.
    let is_fetched =
        lock(&folder) == lock(&source) && folder.join("node_modules/.package-lock.json").is_file();
    fs::create_dir_all(&folder)?;
    for entry in fs::read_dir(&source)? {
        let entry = entry?;
        // Whoever renewed the lock file may have left a folder of packages there.
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), folder.join(entry.file_name()))?;
        }
    }
    if !is_fetched {
        npm()?;
        step(&format!("Fetching {packages}"));
        let mut fetch = Command::new("npm");
        fetch.args(["ci", "--ignore-scripts", "--include=dev", "--no-audit", "--no-fund"]);
        run(fetch.current_dir(&folder))?;
    }
    Ok(folder)
}
