//! A script with everything it imports as one small file. esbuild follows the imports, fills in values, shortens the
//! names of properties and simplifies; terser shortens the names of variables. esbuild could do that too, but gives
//! a variable another name wherever an outer one exists, which costs 100 bytes a script after compression.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value};

use crate::Finding;
use crate::process::tool;

/// What every supported browser understands; nothing newer is written.
const TARGET: &str = "--target=es2022";

/// Properties that only the host scripts use, with their short names in all scripts. Neither name may be one of the
/// platform's or of a message.
const PROPERTIES: [(&str, &str); 9] = [
    ("element", "e"),
    ("given", "n"),
    ("head", "h"),
    ("isDead", "d"),
    ("told", "s"),
    ("mark", "m"),
    ("root", "o"),
    ("row", "w"),
    ("sheet", "c"),
];

/// How a browser loads a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// With a plain `script` element.
    Classic,
    /// With `import`.
    Module,
}

/// Bundles and minifies a script, whose path is relative to the workspace's folder. Each value takes the place of a name
/// like `__HASH__`, as a string.
pub fn bundle(entry: &Path, format: Format, values: &[(&str, &str)]) -> Result<String> {
    let folder = tempfile::tempdir()?;
    let (names, bundled) = (folder.path().join("names.json"), folder.path().join("bundled.js"));
    let short = PROPERTIES.map(|(long, short)| (long.to_owned(), Value::from(short)));
    fs::write(&names, Value::from(Map::from_iter(short)).to_string())?;

    let mut esbuild = tool("esbuild")?;
    esbuild.arg(entry).args(["--bundle", "--minify-syntax", "--charset=utf8", TARGET]);
    esbuild.args(["--legal-comments=none", "--log-level=warning"]);
    esbuild.arg(match format {
        Format::Classic => "--format=iife",
        Format::Module => "--format=esm",
    });
    let long = PROPERTIES.map(|(long, _)| long).join("|");
    esbuild.arg(format!("--mangle-props=^({long})$"));
    esbuild.arg(format!("--mangle-cache={}", names.display()));
    for (name, value) in values {
        esbuild.arg(format!("--define:{name}={}", Value::from(*value)));
    }
    run_silent(esbuild.arg(format!("--outfile={}", bundled.display())))?;

    let mut terser = tool("terser")?;
    terser.arg(&bundled).args(["--ecma=2020", "--compress", "--mangle"]);
    if format == Format::Module {
        terser.arg("--module");
    }
    run_silent(&mut terser)
}

/// Runs a program and returns what it prints. Whatever it says about the script, a warning too, is a finding.
fn run_silent(command: &mut Command) -> Result<String> {
    // Node.js would warn about itself.
    let Output { status, stdout, stderr } = command
        .env("NODE_NO_WARNINGS", "1")
        .output()
        .with_context(|| format!("cannot start {}", command.get_program().display()))?;
    if !status.success() || !stderr.is_empty() {
        bail!(Finding(String::from_utf8_lossy(&stderr).trim().to_owned()));
    }
    Ok(String::from_utf8(stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_are_unique() {
        let names = PROPERTIES.map(|(_, short)| short);
        assert!(names.iter().all(|name| names.iter().filter(|other| *other == name).count() == 1));
    }
}
