//! binaryen's programs: the optimiser, which makes the widget's wasm smaller than the compiler alone can, and the one
//! that writes a module as plain JavaScript. They are a package of npm's, fetched once and kept in the build folder.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};
use sha2::{Digest as _, Sha256};

use super::npm;

const PACKAGE: &str = "binaryen";
const VERSION: &str = "132.0.0";

/// A program of this version, by its name and what its SHA-256 starts with. Another one is never run, whoever hands it
/// out.
type Program = (&'static str, [u8; 16]);

const WASM_OPT: Program = (
    "wasm-opt",
    [
        0x60, 0x8c, 0x02, 0x1f, 0xa3, 0xf2, 0xc6, 0x8c, 0xdc, 0x26, 0xf0, 0x6a, 0x14, 0x54, 0x34,
        0x10,
    ],
);

const WASM2JS: Program = (
    "wasm2js",
    [
        0x99, 0x61, 0x49, 0x0d, 0x6c, 0x28, 0x35, 0xc7, 0x04, 0x17, 0xdc, 0xb7, 0x4c, 0x45, 0x78,
        0xfe,
    ],
);

/// The optimiser, ready to be given arguments.
pub fn wasm_opt() -> Result<Command> {
    program(WASM_OPT)
}

/// What writes a module as JavaScript, ready to be given arguments.
pub fn wasm2js() -> Result<Command> {
    program(WASM2JS)
}

fn program((name, digest): Program) -> Result<Command> {
    let file = npm::folder(PACKAGE)?.join("bin").join(name);
    if !is_known(&file, &digest) {
        npm::fetch(PACKAGE, VERSION)?;
        ensure!(
            is_known(&file, &digest),
            "npm installed {PACKAGE} {VERSION} without an error, yet {} is not what it should be",
            file.display()
        );
    }
    let mut node = Command::new("node");
    node.arg(file);
    Ok(node)
}

fn is_known(file: &Path, digest: &[u8]) -> bool {
    fs::read(file).is_ok_and(|bytes| Sha256::digest(bytes).starts_with(digest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_missing_or_another_one_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("wasm-opt");
        assert!(!is_known(&file, &WASM_OPT.1));
        fs::write(&file, "#!/usr/bin/env node").unwrap();
        assert!(!is_known(&file, &WASM_OPT.1));
        assert!(is_known(&file, &Sha256::digest("#!/usr/bin/env node")[..16]));
    }
}
