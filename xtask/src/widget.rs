//! `widget`: the files that a page loads, from the widget's crate and its host script to
//! `target/widget`, where the service's build finds them. Nothing but cargo and binaryen's
//! optimiser runs outside this process.

mod compress;
mod folder;
mod script;
mod wasm;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use basket_core::config::table::{Kind as OptionKind, OPTIONS};
use basket_core::contract::METHODS;
use basket_core::locale::{NAMES, NATIVE};
use script::Kind;
use sha2::{Digest as _, Sha256};

use crate::{setup, tool};

/// The loader's name in its folder and on the service.
pub const SCRIPT: &str = "basket.js";
const HOST: &str = "crates/basket-widget/host";

/// One version for the binary, the widget and everything else in the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

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
    /// Only when there is something to explain.
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
    let mut parts = vec![
        (When::Always, "wasm".to_owned(), compile(&[])?),
        (When::Always, "js".to_owned(), live_script()?),
        (When::Later, "page.js".to_owned(), page_script()?),
        (When::Seldom, "explain.wasm".to_owned(), compile(&["--features=explain"])?),
        (When::Seldom, "explain.js".to_owned(), explain_script()?),
    ];
    parts.push((When::OwnTexts, "names.txt".to_owned(), NAMES.as_bytes().to_vec()));
    for (code, lines) in NATIVE {
        parts.push((When::OneOf, format!("{code}.txt"), lines.as_bytes().to_vec()));
    }
    // The addresses change with the content, so browsers may keep the files for ever. One hash serves
    // for all, since they belong together and the loader has to name them.
    let mut digest = Sha256::new();
    for (_, _, bytes) in &parts {
        digest.update(bytes);
    }
    let hash = hash(&digest.finalize());
    let mut files = vec![file(SCRIPT.to_owned(), When::First, loader(&hash)?)?];
    for (when, end, bytes) in parts {
        files.push(file(format!("basket-{hash}.{end}"), when, bytes)?);
    }
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
const PASSES: [&str; 9] = [
    "--flatten",
    "--rereloop",
    "-Oz",
    "--flatten",
    "--rereloop",
    "-Oz",
    "--converge",
    "--reorder-functions",
    "--reorder-locals",
];

/// How the compiler's own library is built together with the module, which the pinned compiler can do, though the
/// flags for it are not stable yet: a panic stops the module at once, without putting together a message that nobody
/// reads.
const FLAGS: &str =
    "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none -Zfmt-debug=none";

/// The module with nothing in it that a browser does not need.
fn compile(features: &[&str]) -> Result<Vec<u8>> {
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
            .env("RUSTFLAGS", FLAGS)
            // What follows goes to the compiler for this crate alone.
            .args(["--", "-Cstrip=symbols", "-Clink-arg=--compress-relocations"])
            // The core does not recurse but in reading JSON, which is bounded; the usual megabyte of
            // stack would also make every address in the code longer.
            .arg("-Clink-arg=-zstack-size=65536"),
    )?;
    let linked = tool::target_folder()?.join("wasm32-unknown-unknown/wasm/basket_widget.wasm");
    wasm::without_custom_sections(&read(&optimise(&linked)?)?)
}

/// The path of the optimised module. It takes seconds, so what was done once for the same module is kept.
fn optimise(linked: &Path) -> Result<PathBuf> {
    let slim = wasm::without_exported_globals(&read(linked)?)?;
    let digest = Sha256::new().chain_update(&slim).chain_update(PASSES.concat()).finalize();
    let optimised = linked.with_extension(format!("{}.wasm", hash(&digest)));
    if !optimised.is_file() {
        let mut wasm_opt = setup::wasm_opt()?;
        let unfinished = linked.with_extension("unfinished.wasm");
        let input = linked.with_extension("slim.wasm");
        fs::write(&input, slim)?;
        wasm_opt.args(FEATURES).args(PASSES).arg(&input).arg("-o").arg(&unfinished);
        tool::run(&mut wasm_opt)?;
        fs::rename(unfinished, &optimised)?;
    }
    Ok(optimised)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// A host script, checked as it was written, so that the places in messages are those of the file.
fn source(name: &str, kind: Kind) -> Result<(String, String)> {
    let path = format!("{HOST}/{name}");
    let text = fs::read_to_string(tool::root().join(&path))
        .with_context(|| format!("cannot read {path}"))?;
    script::check(&path, &text, kind)?;
    Ok((path, text))
}

/// The script that pages load, with its facts filled in.
fn loader(hash: &str) -> Result<Vec<u8>> {
    let (path, text) = source(SCRIPT, Kind::Classic)?;
    let (_, module) = source("patch.js", Kind::Module)?;
    let text = script::inline(&path, &text, "patch.js", &module)?;
    let natives: Vec<_> = NATIVE.iter().map(|(code, _)| *code).collect();
    let text = script::fill(&path, &text, "__HASH__", hash)?;
    let text = script::fill(&path, &text, "__NATIVES__", &natives.join(" "))?;
    let methods: Vec<_> = METHODS.iter().map(|method| method.name).collect();
    let text = script::fill(&path, &text, "__METHODS__", &methods.join(" "))?;
    let text = script::fill(&path, &text, "__VERSION__", VERSION)?;
    Ok(script::minify(&text, Kind::Classic)?.into_bytes())
}

/// The script that the loader loads, with the module that it imports.
fn live_script() -> Result<Vec<u8>> {
    let (path, text) = source("live.js", Kind::Module)?;
    let (_, call) = source("call.js", Kind::Module)?;
    let text = script::inline(&path, &text, "call.js", &call)?;
    Ok(script::minify(&text, Kind::Module)?.into_bytes())
}

/// The script that comes when the basket works, with the modules that it imports.
fn page_script() -> Result<Vec<u8>> {
    let (path, mut text) = source("page.js", Kind::Module)?;
    for name in ["check.js", "detail.js", "keyboard.js", "lock.js"] {
        let (_, module) = source(name, Kind::Module)?;
        text = script::inline(&path, &text, name, &module)?;
    }
    let flags = OPTIONS.iter().filter(|row| matches!(row.kind, OptionKind::Flag(_)));
    let flags: Vec<_> = flags.map(|row| row.name).collect();
    let text = script::fill(&path, &text, "__FLAGS__", &flags.join(" "))?;
    Ok(script::minify(&text, Kind::Module)?.into_bytes())
}

/// The script that goes with the second wasm.
fn explain_script() -> Result<Vec<u8>> {
    let (_, text) = source("explain.js", Kind::Module)?;
    Ok(script::minify(&text, Kind::Module)?.into_bytes())
}

fn file(name: String, when: When, plain: Vec<u8>) -> Result<File> {
    let (gzip, brotli) = (compress::gzip(&plain)?, compress::brotli(&plain)?);
    Ok(File { name, when, plain, gzip, brotli })
}

/// Enough of a digest to tell two builds apart.
fn hash(digest: &[u8]) -> String {
    digest[..8].iter().fold(String::new(), |mut text, byte| {
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
        assert_eq!(hash(&Sha256::digest(b"")), "e3b0c44298fc1c14");
    }
}
