//! Builds the targets so that the fuzzer sees which branches they take.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::tool;

/// A counter for each branch, and a report of what is compared with what. The passes are LLVM's own, and
/// naming them is stable; the compiler's shorthand `-Zsanitizer` is not.
const FLAGS: &[&str] = &[
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// Builds all targets into a folder of their own, so that no other build is disturbed, and says where they are.
pub fn build(folder: &Path) -> Result<PathBuf> {
    let host = host()?;
    let mut build = tool::cargo();
    build.args(["build", "--package", "basket-fuzz", "--features", "engine", "--profile", "fuzz"]);
    // With a target named, build scripts and macros, which run in the compiler, do without the flags.
    build.args(["--target", &host]).arg("--target-dir").arg(folder);
    tool::run(build.env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}")))?;
    Ok(folder.join(host).join("fuzz"))
}

/// What the compiler calls this machine.
fn host() -> Result<String> {
    let version = tool::output(tool::command("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}
