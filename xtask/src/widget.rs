//! `widget`: the files that a page loads, from the widget's crate and its host script to
//! `target/widget`, where the service's build finds them. Nothing but cargo runs outside this
//! process.

mod compress;
mod folder;
mod script;
mod wasm;

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

use crate::{setup, tool};

/// The host script's name in its folder and on the service.
pub const SCRIPT: &str = "basket.js";
/// How the name of the module starts that a page loads only when there is something to explain.
pub const EXPLAIN: &str = "explain-";
const SCRIPT_SOURCE: &str = "crates/basket-widget/host/basket.js";

/// One version for the binary, the widget and everything else in the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A file that a page loads, as it is and as it travels.
pub struct File {
    /// Its name on the service.
    pub name: String,
    /// Its bytes.
    pub plain: Vec<u8>,
    /// For browsers that take only this.
    pub gzip: Vec<u8>,
    /// For all others.
    pub brotli: Vec<u8>,
}

/// Builds the widget's files: first those that a page loads, in order, then the module that it loads
/// only when there is something to explain.
pub fn build() -> Result<[File; 3]> {
    tool::require(&["rustup"])?;
    setup::wasm_target()?;
    setup::step("Building the widget");
    let wasm = wasm::without_custom_sections(&compile(&[])?)?;
    let explain = wasm::without_custom_sections(&compile(&["--features=explain"])?)?;
    // The address changes with the content, so browsers may keep the file for ever.
    let wasm_name = format!("basket-{}.wasm", hash(&wasm));
    let explain_name = format!("{EXPLAIN}{}.wasm", hash(&explain));
    let script = prepare_script(&wasm_name, &explain_name)?;

    let files =
        [file(SCRIPT.to_owned(), script)?, file(wasm_name, wasm)?, file(explain_name, explain)?];
    folder::write(&tool::root().join("target/widget"), &files)?;
    Ok(files)
}

/// The module as the linker leaves it.
fn compile(features: &[&str]) -> Result<Vec<u8>> {
    tool::run(
        tool::cargo()
            .args([
                "rustc",
                "--package=basket-widget",
                "--target=wasm32-unknown-unknown",
                "--profile=wasm",
            ])
            .args(features)
            // What follows goes to the compiler for this crate alone. Flags in the environment or in
            // the configuration would reach every crate below it too, and the next command without
            // them would build those again.
            .args(["--", "-Cstrip=symbols", "-Clink-arg=--compress-relocations"]),
    )?;
    let path = tool::target_folder()?.join("wasm32-unknown-unknown/wasm/basket_widget.wasm");
    fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// The host script with its facts filled in, in as few bytes as possible.
fn prepare_script(wasm_name: &str, explain_name: &str) -> Result<Vec<u8>> {
    let path = tool::root().join(SCRIPT_SOURCE);
    let source =
        fs::read_to_string(&path).with_context(|| format!("cannot read {SCRIPT_SOURCE}"))?;
    // Checked as it was written, so that the places in messages are those of the file.
    script::check(SCRIPT_SOURCE, &source)?;
    let source = script::fill(SCRIPT_SOURCE, &source, "__WASM__", wasm_name)?;
    let source = script::fill(SCRIPT_SOURCE, &source, "__EXPLAIN__", explain_name)?;
    let source = script::fill(SCRIPT_SOURCE, &source, "__VERSION__", VERSION)?;
    Ok(script::minify(&source)?.into_bytes())
}

fn file(name: String, plain: Vec<u8>) -> Result<File> {
    let (gzip, brotli) = (compress::gzip(&plain)?, compress::brotli(&plain)?);
    Ok(File { name, plain, gzip, brotli })
}

/// Enough of a digest to tell two builds apart.
fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..8].iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_first_sixteen_digits() {
        assert_eq!(hash(b""), "e3b0c44298fc1c14");
    }
}
