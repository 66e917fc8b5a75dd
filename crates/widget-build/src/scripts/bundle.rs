//! A script with everything it imports as one small file. esbuild follows the imports, fills in values and simplifies;
//! terser shortens the names of variables. esbuild could do that too, but gives a variable another name wherever an
//! outer one exists, which costs 100 bytes a script after compression. Names of properties stay as they are: shorter
//! ones would save 83 bytes, and be another name for whoever uses one from outside.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::Finding;
use crate::process::tool;

/// What every supported browser understands; nothing newer is written.
const TARGET: &str = "--target=es2022";

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
    let bundled = folder.path().join("bundled.js");

    let mut esbuild = tool("esbuild")?;
    esbuild.arg(entry).args(["--bundle", "--minify-syntax", "--charset=utf8", TARGET]);
    esbuild.args(["--legal-comments=none", "--log-level=warning"]);
    esbuild.arg(match format {
        Format::Classic => "--format=iife",
        Format::Module => "--format=esm",
    });
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
