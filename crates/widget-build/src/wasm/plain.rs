//! A module as JavaScript, for pages that forbid WebAssembly. binaryen's wasm2js writes a script that imports and exports
//! by itself; here it becomes one with a single export, `instantiate`, which takes imports and returns exports.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

use super::{FEATURES, TOOLS};
use crate::process::{run, tool};
use crate::scripts::{Format, bundle};
use crate::short_hash;

/// Rewrites what the compiler uses beyond the first version of WebAssembly in terms of that version.
const LOWERING: [&str; 3] = [
    "--signext-lowering",
    "--llvm-nontrapping-fptoint-lowering",
    "--llvm-memory-copy-fill-lowering",
];

/// Where wasm2js begins to instantiate the module by itself.
const INSTANTIATION: &str = "var retasmFunc = asmFunc(";

/// The module at this path as a script. Writing it takes seconds, so it is kept beside the module.
pub fn script(module: &Path) -> Result<String> {
    let way = short_hash(&Sha256::digest(LOWERING.concat() + TOOLS));
    let kept = module.with_extension(format!("{way}.js"));
    if !kept.is_file() {
        let lowered = module.with_extension("lowered.wasm");
        let raw = module.with_extension("raw.js");
        let mut wasm_opt = tool("wasm-opt")?;
        run(wasm_opt.args(FEATURES).args(LOWERING).arg(module).arg("-o").arg(&lowered))?;
        run(tool("wasm2js")?.arg("-Oz").arg(&lowered).arg("-o").arg(&raw))?;
        fs::write(&raw, instantiable(&fs::read_to_string(&raw)?)?)?;
        fs::write(&lowered, bundle(&raw, Format::Module, &[])?)?;
        fs::rename(&lowered, &kept)?;
    }
    fs::read_to_string(&kept).with_context(|| format!("cannot read {}", kept.display()))
}

/// The script with `instantiate` instead of its own imports and exports.
fn instantiable(raw: &str) -> Result<String> {
    let (body, _) = raw.split_once(INSTANTIATION).context("wasm2js changed its output")?;
    let is_import = |line: &&str| line.starts_with("import ");
    let body: Vec<_> = body.lines().filter(|line| !is_import(line)).collect();
    Ok(format!("{}\nexport {{ asmFunc as instantiate }};\n", body.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_instantiated_like_a_module() {
        let raw = "import * as host from 'host';\nfunction asmFunc(imports) {\n return imports;\n}\n\
                   var retasmFunc = asmFunc({\n  \"host\": host,\n});\nexport var a = retasmFunc.a;\n";
        let script = instantiable(raw).unwrap();
        assert_eq!(
            script,
            "function asmFunc(imports) {\n return imports;\n}\nexport { asmFunc as instantiate };\n"
        );
        assert!(instantiable("something else").is_err());
    }
}
