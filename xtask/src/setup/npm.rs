//! Packages of npm's that the build or the tests need. Each is fetched once, into a folder of its own below the build
//! folder.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::{Need, fulfil, on_path, run, step};
use crate::tool;

/// Debian's package brings Node.js with it.
const NPM: &[Need] = &[Need { name: "npm", packages: &["npm"], there: || on_path("npm") }];

/// Where the files of a package are, once it has been fetched.
pub(super) fn folder(package: &str) -> Result<PathBuf> {
    Ok(tool::target_folder()?.join(package).join("node_modules").join(package))
}

/// Fetches a package. No script of it has to run: what is wanted of it is files.
pub(super) fn fetch(package: &str, version: &str) -> Result<()> {
    fulfil(NPM)?;
    step(&format!("Fetching {package} {version}"));
    let mut npm = Command::new("npm");
    npm.args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--prefix"]);
    run(npm.arg(tool::target_folder()?.join(package)).arg(format!("{package}@{version}")))?;
    Ok(())
}
