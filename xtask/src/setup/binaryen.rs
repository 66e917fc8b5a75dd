//! binaryen's optimiser, which makes the widget's wasm smaller than the compiler alone can. It is a package of npm's,
//! fetched once and kept in the build folder.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::npm;

const PACKAGE: &str = "binaryen";
const VERSION: &str = "132.0.0";

/// The optimiser in this version, ready to be given arguments.
pub fn wasm_opt() -> Result<Command> {
    let package = npm::folder(PACKAGE)?;
    if version(&package).as_deref() != Some(VERSION) {
        npm::fetch(PACKAGE, VERSION)?;
        let found =
            version(&package).context("npm installed it without an error, yet it is not there")?;
        ensure!(found == VERSION, "npm installed {PACKAGE} {found} instead of {VERSION}");
    }
    let mut node = Command::new("node");
    node.arg(package.join("bin/wasm-opt"));
    Ok(node)
}

fn version(package: &Path) -> Option<String> {
    let text = fs::read_to_string(package.join("package.json")).ok()?;
    let package: Value = serde_json::from_str(&text).ok()?;
    package["version"].as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_says_its_version() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(version(folder.path()), None);
        fs::write(folder.path().join("package.json"), r#"{"version": "1.2.3"}"#).unwrap();
        assert_eq!(version(folder.path()).as_deref(), Some("1.2.3"));
    }
}
