//! A script with everything it imports as one small file. esbuild follows the imports, fills in values, shortens the
//! names of properties that only our scripts use, and simplifies; terser shortens the names of variables. esbuild could
//! do that too, but gives a variable another name wherever an outer one exists, which costs 100 bytes a script after
//! compression.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value};

use crate::Finding;
use crate::process::tool;

/// What every supported browser understands; nothing newer is written.
const TARGET: &str = "--target=es2022";

/// Properties that only the host scripts use. Each gets a short name, the same in all scripts. None may be one of the
/// platform's or of a message, a cart or a public object.
const PROPERTIES: &[&str] = &[
    "attributes",
    "baskets",
    "becomeReady",
    "buttonSheet",
    "callMethod",
    "calls",
    "carts",
    "checked",
    "closeWatcher",
    "core",
    "coreMark",
    "countryOf",
    "element",
    "fail",
    "flush",
    "given",
    "handOver",
    "head",
    "hear",
    "idOf",
    "ids",
    "isDead",
    "isLost",
    "isMounted",
    "isOpen",
    "kept",
    "label",
    "lacksTexts",
    "language",
    "lastAnswer",
    "look",
    "made",
    "makeCalls",
    "makesCart",
    "mark",
    "markers",
    "native",
    "numberOf",
    "openedAt",
    "opener",
    "post",
    "press",
    "problem",
    "readElement",
    "root",
    "row",
    "seed",
    "send",
    "sheet",
    "show",
    "takeCart",
    "tellTabs",
    "told",
    "tree",
    "unusable",
    "urlOf",
    "waiting",
    "wishedLocale",
    "words",
];

/// The short name of the property at an index: a letter, and a sign that no name of the platform ends in.
fn short_name(index: usize) -> String {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let letter = &letters[index % letters.len()..][..1];
    format!("{letter}{}", if index < letters.len() { "$" } else { "_" })
}

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
    let short = PROPERTIES.iter().enumerate();
    let short = short.map(|(index, long)| ((*long).to_owned(), Value::from(short_name(index))));
    fs::write(&names, Value::from(short.collect::<Map<_, _>>()).to_string())?;

    let mut esbuild = tool("esbuild")?;
    esbuild.arg(entry).args(["--bundle", "--minify-syntax", "--charset=utf8", TARGET]);
    esbuild.args(["--legal-comments=none", "--log-level=warning"]);
    esbuild.arg(match format {
        Format::Classic => "--format=iife",
        Format::Module => "--format=esm",
    });
    esbuild.arg(format!("--mangle-props=^({})$", PROPERTIES.join("|")));
    esbuild.arg(format!("--mangle-cache={}", names.display()));
    for (name, value) in values {
        esbuild.arg(format!("--define:{name}={}", Value::from(*value)));
    }
    run_silent(esbuild.arg(format!("--outfile={}", bundled.display())))?;

    let mut terser = tool("terser")?;
    terser.arg(&bundled).args(["--ecma=2020", "--compress", "passes=2", "--mangle"]);
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
    use std::collections::BTreeSet;

    #[test]
    fn short_names_are_unique() {
        let names: BTreeSet<_> = (0..PROPERTIES.len()).map(short_name).collect();
        assert_eq!(names.len(), PROPERTIES.len());
    }
}
