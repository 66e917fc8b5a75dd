//! Packages of npm's that the build or the tests need. Each is fetched once, into a folder of its own below the build
//! folder.

use std::path::PathBuf;
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
