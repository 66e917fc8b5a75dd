//! A module as plain JavaScript, for pages that forbid WebAssembly. binaryen's wasm2js writes it; here it becomes a
//! module with one export, which takes the imports and gives the exports, as instantiating does.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

use super::script::{self, Kind};
use crate::{setup, tool};

/// What the compiler uses beyond the first version of WebAssembly, said in its terms.
const LOWERING: [&str; 3] = [
    "--signext-lowering",
    "--llvm-nontrapping-fptoint-lowering",
    "--llvm-memory-copy-fill-lowering",
];

/// Where what wasm2js adds for a bundler starts.
const END: &str = "var retasmFunc = asmFunc(";

/// The module at this path as a script, which is kept beside it: it takes seconds.
pub fn script(module: &Path, features: &[&str]) -> Result<String> {
    let way = Sha256::digest(LOWERING.concat());
    let kept = module.with_extension(format!("{}.js", super::hash(&way)));
    if !kept.is_file() {
        let lowered = module.with_extension("lowered.wasm");
        let raw = module.with_extension("raw.js");
        tool::run(
            setup::wasm_opt()?.args(features).args(LOWERING).arg(module).arg("-o").arg(&lowered),
        )?;
        tool::run(setup::wasm2js()?.arg("-Oz").arg(&lowered).arg("-o").arg(&raw))?;
        let text = script::minify(&instantiable(&fs::read_to_string(&raw)?)?, Kind::Module)?;
        fs::write(&raw, text)?;
        fs::rename(&raw, &kept)?;
    }
    fs::read_to_string(&kept).with_context(|| format!("cannot read {}", kept.display()))
}

/// The script with `instantiate` instead of what it imports and exports by itself.
fn instantiable(raw: &str) -> Result<String> {
    let (body, _) = raw.split_once(END).context("wasm2js has written something new")?;
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
