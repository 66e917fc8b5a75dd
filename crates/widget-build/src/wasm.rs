//! The crate `basket-widget` as a small WebAssembly module, and the same module as JavaScript.

mod module;
mod plain;

pub use module::import_from;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

use crate::process::{cargo, run, target_folder, tool};
use crate::short_hash;

/// What the compiler uses of WebAssembly beyond its first version. Every supported browser has these features; the
/// optimiser must not use others.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// The optimiser's passes that were measured to leave the fewest bytes after compression. None of them assumes that the
/// module never traps: a panic must stay a trap.
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

/// How the compiler builds the module and its own library. The first four make a panic trap at once, without a message
/// that nobody reads; they are unstable, but the compiler is pinned. The others disable or limit optimisations that leave
/// more bytes after compression. None enables anything that is off by default: that could be wrong without a sign.
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

/// The versions of the programs from npm. What they made in other versions is not used again.
const TOOLS: &str = include_str!("../widget-tools/package-lock.json");

/// A module, and the same as JavaScript.
pub struct Compiled {
    /// The module, which imports from a placeholder.
    pub bytes: Vec<u8>,
    /// A script that exports `instantiate`, likewise.
    pub script: String,
}

impl Compiled {
    /// The script, with imports from this name.
    pub fn script_for(&self, build_name: &str) -> Vec<u8> {
        self.script.replace(module::PLACEHOLDER, build_name).into_bytes()
    }
}

/// Compiles the crate, optimises the module, and removes what a browser does not need.
pub fn compile(features: &[&str]) -> Result<Compiled> {
    // Reading JSON recurses, to a bounded depth. The live module reads none and does not recurse; its deepest calls take
    // 960 bytes. The usual stack of a megabyte would make every address in the code longer. An overflow traps, since
    // there is nothing below the stack.
    let stack_bytes = if features.is_empty() { 4096 } else { 65536 };
    run(cargo()
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
        // The arguments after `--` apply to this crate alone.
        .args(["--", "-Cstrip=symbols", "-Clink-arg=--compress-relocations"])
        .arg(format!("-Clink-arg=-zstack-size={stack_bytes}")))?;
    let linked = target_folder()?.join("wasm32-unknown-unknown/wasm/basket_widget.wasm");
    let optimised = optimise(&linked)?;
    Ok(Compiled { bytes: read(&optimised)?, script: plain::script(&optimised)? })
}

/// The path of the optimised module. Optimising takes seconds, so the result is kept beside the module.
fn optimise(linked: &Path) -> Result<PathBuf> {
    let module = module::shorten(&read(linked)?)?;
    let way = PASSES.concat() + TOOLS;
    let digest = Sha256::new().chain_update(&module).chain_update(way).finalize();
    let optimised = linked.with_extension(format!("{}.wasm", short_hash(&digest)));
    if !optimised.is_file() {
        let short = optimised.with_extension("short.wasm");
        let unfinished = linked.with_extension("unfinished.wasm");
        fs::write(&short, module)?;
        let mut wasm_opt = tool("wasm-opt")?;
        wasm_opt.args(FEATURES).args(PASSES).arg(&short).arg("-o").arg(&unfinished);
        run(&mut wasm_opt)?;
        // Again, since the optimiser adds the names of functions.
        fs::write(&unfinished, module::shorten(&read(&unfinished)?)?)?;
        fs::rename(unfinished, &optimised)?;
    }
    Ok(optimised)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}
