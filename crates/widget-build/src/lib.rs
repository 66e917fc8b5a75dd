//! Builds the files that a page loads into `target/widget`, where the service's build finds them. Input: the crate
//! `basket-widget`, its host scripts, and the texts in `basket-core`.
//!
//! This crate installs nothing: `cargo xtask` does that before it runs this program. It knows nothing about the
//! service, and nothing at run time depends on it.

mod button;
pub mod compress;
mod folder;
mod generated;
mod process;
mod protocol;
pub mod scripts;
pub mod size;
mod wasm;

use std::fmt;

use anyhow::Result;
use basket_core::costs;
use basket_core::locale::{NAMES, NATIVE};
use sha2::{Digest as _, Sha256};

/// The loader's name in its folder and on the service.
const LOADER: &str = "basket.js";
/// The module's name at its address without a hash.
const MODULE: &str = "basket.wasm";

/// A check that ran and found something. Every other error means that the build could not run.
#[derive(Debug)]
pub struct Finding(pub String);

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Finding {}

/// When a page loads a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Before the first paint.
    First,
    /// For every working basket.
    Always,
    /// One file of this kind: the one for the page's language.
    OneOf,
    /// Only for a page that brings its own texts.
    OwnTexts,
    /// After the basket works.
    Later,
    /// Only for shops with discounts, delivery, tax or a minimum order.
    Costs,
    /// Only in special cases: a configuration mistake, a page that forbids WebAssembly, a preloaded module.
    Seldom,
}

/// A file that a page loads, in every encoding that the service offers.
pub struct File {
    /// Its name on the service.
    pub name: String,
    /// When a page loads it.
    pub when: When,
    /// Its bytes.
    pub plain: Vec<u8>,
    /// Compressed with gzip.
    pub gzip: Vec<u8>,
    /// Compressed with brotli.
    pub brotli: Vec<u8>,
}

/// Builds all files and writes them to `target/widget`.
pub fn build() -> Result<Vec<File>> {
    generated::write(process::root())?;
    let live = wasm::compile(&[])?;
    let explain = wasm::compile(&["--features=explain"])?;
    let costs = wasm::compile(&["--features=costs"])?;
    let build_name = scripts::build_name(&live.bytes)?;
    let module = wasm::import_from(&live.bytes, &build_name)?;
    let explain_script = scripts::explain(&explain.bytes)?;
    let costs_module = wasm::import_from(&costs.bytes, &build_name)?;
    let costs_script = scripts::costs(&costs_module, &build_name)?;
    let mut parts = vec![
        (When::Always, "wasm".to_owned(), module.clone()),
        (When::Later, "page.js".to_owned(), scripts::page()?),
        (When::Seldom, "plain.js".to_owned(), live.script_for(&build_name)),
        (When::Seldom, "explain.wasm".to_owned(), explain.bytes),
        (When::Seldom, "explain.plain.js".to_owned(), explain.script.into_bytes()),
        (When::Seldom, "explain.js".to_owned(), explain_script),
        (When::Costs, "costs.js".to_owned(), costs_script),
        (When::Costs, "costs.wasm".to_owned(), costs_module),
        (When::Seldom, "costs.plain.js".to_owned(), costs.script_for(&build_name)),
        (When::OwnTexts, "names.txt".to_owned(), NAMES.as_bytes().to_vec()),
    ];
    // English is in the modules.
    let is_loaded = |(code, _): &&(&str, &str)| *code != "en";
    for (code, lines) in NATIVE.iter().filter(is_loaded) {
        parts.push((When::OneOf, format!("{code}.txt"), lines.as_bytes().to_vec()));
    }
    for (code, lines) in costs::NATIVE.iter().filter(is_loaded) {
        parts.push((When::Costs, format!("{code}.costs.txt"), lines.as_bytes().to_vec()));
    }
    // The addresses change with the content, so browsers may cache the files for ever. All files share one hash, since
    // they belong together and the loader has to name them.
    let mut digest = Sha256::new_with_prefix(scripts::loader("", &build_name)?);
    for (_, _, bytes) in &parts {
        digest.update(bytes);
    }
    let hash = short_hash(&digest.finalize());
    let mut files =
        vec![file(LOADER.to_owned(), When::First, scripts::loader(&hash, &build_name)?)?];
    for (when, end, bytes) in parts {
        files.push(file(format!("basket-{hash}.{end}"), when, bytes)?);
    }
    // The same module again at a fixed address: a page that preloads it cannot know the hash.
    let (gzip, brotli) = (files[1].gzip.clone(), files[1].brotli.clone());
    let when = When::Seldom;
    files.push(File { name: MODULE.to_owned(), when, plain: module, gzip, brotli });
    folder::write(&process::root().join("target/widget"), &files)?;
    Ok(files)
}

fn file(name: String, when: When, plain: Vec<u8>) -> Result<File> {
    let gzip = compress::gzip(&plain)?;
    let brotli = match when {
        When::Seldom => compress::brotli_once(&plain)?,
        _ => compress::brotli_smallest(&plain)?,
    };
    Ok(File { name, when, plain, gzip, brotli })
}

/// The first eight digits of a digest: enough to tell two builds apart.
fn short_hash(digest: &[u8]) -> String {
    hex::encode(&digest[..4])
}
