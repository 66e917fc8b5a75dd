//! `widget`: the files that a page loads, from the widget's crate and its host script to
//! `target/widget`, where the service's build finds them. Nothing but cargo and binaryen's
//! programs runs outside this process.

pub mod compress;
mod folder;
mod module;
mod order;
mod plain;
pub mod script;
mod scripts;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use basket_core::locale::{NAMES, NATIVE};
use scripts::Scripts;
use sha2::{Digest as _, Sha256};

use crate::{setup, tool};

/// The loader's name in its folder and on the service.
pub const SCRIPT: &str = "basket.js";
/// The module's name where it has no hash.
const MODULE: &str = "basket.wasm";

/// When a page loads a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Before anything shows.
    First,
    /// For every working basket.
    Always,
    /// One of these, that of the language.
    OneOf,
    /// For a page that brings texts of its own.
    OwnTexts,
    /// After the basket works: what a first view can do without.
    Later,
    /// Only where something is not as usual, or under another name instead of one of the others.
    Seldom,
}

/// A file that a page loads, as it is and as it travels.
pub struct File {
    /// Its name on the service.
    pub name: String,
    /// When a page loads it.
    pub when: When,
    /// Its bytes.
    pub plain: Vec<u8>,
    /// For browsers that take only this.
    pub gzip: Vec<u8>,
    /// For all others.
    pub brotli: Vec<u8>,
}

/// Builds the widget's files.
pub fn build() -> Result<Vec<File>> {
    tool::require(&["rustup"])?;
    setup::compiler()?;
    setup::step("Building the widget");
    let (live, explain) = (compile(&[])?, compile(&["--features=explain"])?);
    let scripts = Scripts::read()?;
    let build = scripts.build(&live);
    let wasm = module::of_build(&live.bytes, &build)?;
    let plain = live.script.replace(module::BUILD, &build).into_bytes();
    let explain_plain = explain.script.into_bytes();
    let explain_script = scripts.explain(&explain.bytes)?;
    let live_script = scripts.live(&build)?;
    let mut parts = vec![
        (When::Always, "wasm".to_owned(), wasm.clone()),
        (When::Always, "js".to_owned(), live_script),
        (When::Later, "page.js".to_owned(), scripts.page()?),
        (When::Seldom, "plain.js".to_owned(), plain),
        (When::Seldom, "explain.wasm".to_owned(), explain.bytes),
        (When::Seldom, "explain.plain.js".to_owned(), explain_plain),
        (When::Seldom, "explain.js".to_owned(), explain_script),
    ];
    parts.push((When::OwnTexts, "names.txt".to_owned(), NAMES.as_bytes().to_vec()));
    // English is in the module.
    for (code, lines) in NATIVE.iter().filter(|(code, _)| *code != "en") {
        parts.push((When::OneOf, format!("{code}.txt"), lines.as_bytes().to_vec()));
    }
    // The addresses change with the content, so browsers may keep the files for ever. One hash serves
    // for all, since they belong together and the loader has to name them.
    let mut digest = Sha256::new();
    for (_, _, bytes) in &parts {
        digest.update(bytes);
    }
    let hash = hash(&digest.finalize());
    let loader = scripts.loader(&hash)?;
    let mut files = vec![file(SCRIPT.to_owned(), When::First, loader)?];
    for (when, end, bytes) in parts {
        files.push(file(format!("basket-{hash}.{end}"), when, bytes)?);
    }
    // The same module once more, at an address that stays: a page that preloads it cannot know the hash.
    let module = &files[1];
    let (plain, gzip, brotli) = (wasm, module.gzip.clone(), module.brotli.clone());
    files.push(File { name: MODULE.to_owned(), when: When::Seldom, plain, gzip, brotli });
    folder::write(&tool::root().join("target/widget"), &files)?;
    Ok(files)
}

/// What the compiler uses of WebAssembly beyond its first version; the optimiser must not use more, since every
/// browser that we support has these.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// The passes that were measured to leave the fewest bytes after compression. None of them assumes that the module
/// never stops itself: a panic must stay one.
const PASSES: [&str; 12] = [
    "--flatten",
    "--rereloop",
    "--simplify-locals-nostructure",
    "--rse",
    "--flatten",
    "--rereloop",
    "--merge-blocks",
    "-Oz",
    "--simplify-locals-notee",
    "--optimize-instructions",
    "--reorder-functions",
    "--reorder-locals",
];

/// How the compiler's own library is built together with the module, which the pinned compiler can do, though the
/// flags for it are not stable yet: a panic stops the module at once, without putting together a message that nobody
/// reads. The others take optimisations away, or make them rarer, that leave more bytes after compression. None switches
/// anything on that the compiler does not do by itself: that can be wrong, and nobody would know.
const FLAGS: [&str; 10] = [
    "-Zunstable-options",
    "-Cpanic=immediate-abort",
    "-Zlocation-detail=none",
    "-Zfmt-debug=none",
    "-Zmir-opt-level=1",
    "-Cllvm-args=-disable-lsr",
    "-Cllvm-args=-disable-machine-licm",
    "-Cllvm-args=-enable-load-pre=false",
    "-Cllvm-args=-inline-call-penalty=45",
    "-Cllvm-args=-two-entry-phi-node-folding-threshold=2",
];

/// A module, and the same as JavaScript.
struct Compiled {
    bytes: Vec<u8>,
    script: String,
}

/// The module with nothing in it that a browser does not need.
fn compile(features: &[&str]) -> Result<Compiled> {
    let is_live = features.is_empty();
    tool::run(
        tool::cargo()
            .args([
                "rustc",
                "--package=basket-widget",
                "--target=wasm32-unknown-unknown",
                "--profile=wasm",
                "-Zbuild-std=core,alloc",
                "-Zbuild-std-features=optimize_for_size",
            ])
            .args(features)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTFLAGS", FLAGS.join(" "))
            // What follows goes to the compiler for this crate alone.
            .args(["--", "-Cstrip=symbols", "-Clink-arg=--compress-relocations"])
            // The usual megabyte of stack would make every address in the code longer. Reading JSON recurses, to a
            // bounded depth; the live module reads none and does not recurse, and the deepest of its calls takes 960
            // bytes. Whoever needs more is stopped, since nothing is below the stack.
            .arg(format!("-Clink-arg=-zstack-size={}", if is_live { 4096 } else { 65536 })),
    )?;
    let linked = tool::target_folder()?.join("wasm32-unknown-unknown/wasm/basket_widget.wasm");
    let optimised = optimise(&linked, is_live)?;
    Ok(Compiled { bytes: read(&optimised)?, script: plain::script(&optimised, &FEATURES)? })
}

/// The path of the optimised module. It takes a while, so what was done once for the same module is kept.
fn optimise(linked: &Path, is_always_loaded: bool) -> Result<PathBuf> {
    let module = module::shorten(&read(linked)?)?;
    let way = format!("{PASSES:?} {} {}", order::TRIES, order::SEED);
    let digest = Sha256::new().chain_update(&module).chain_update(way).finalize();
    let optimised = linked.with_extension(format!("{}.wasm", hash(&digest)));
    if !optimised.is_file() {
        let short = optimised.with_extension("short.wasm");
        let unfinished = linked.with_extension("unfinished.wasm");
        fs::write(&short, module)?;
        let mut wasm_opt = setup::wasm_opt()?;
        wasm_opt.args(FEATURES).args(PASSES).arg(&short).arg("-o").arg(&unfinished);
        tool::run(&mut wasm_opt)?;
        // Once more, for the names of functions that the optimiser adds.
        let mut module = module::shorten(&read(&unfinished)?)?;
        if is_always_loaded {
            setup::step("Looking for the order of functions that compresses best");
            module = order::improve(&module)?;
        }
        fs::write(&unfinished, module)?;
        fs::rename(unfinished, &optimised)?;
    }
    Ok(optimised)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn file(name: String, when: When, plain: Vec<u8>) -> Result<File> {
    let gzip = compress::gzip(&plain)?;
    let brotli = match when {
        When::Seldom => compress::brotli_once(&plain)?,
        _ => compress::brotli(&plain)?,
    };
    Ok(File { name, when, plain, gzip, brotli })
}

/// Enough of a digest to tell two builds apart.
fn hash(digest: &[u8]) -> String {
    digest[..4].iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_first_eight_digits() {
        assert_eq!(hash(&Sha256::digest(b"")), "e3b0c442");
    }
}
