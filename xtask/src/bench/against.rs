//! `bench against`: the program of this tree and that of another commit, alternating in one run.
//!
//! The other commit may have another layout. All that it needs is `cargo xtask widget` and a package `basket-cli` with
//! the program `basket`.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::program::{self, Profile};
use crate::{setup, tool};

/// The folder below the build folder that the commit is checked out and built in.
const FOLDER: &str = "bench-against";

/// What our own cargo tells its programs, which must not reach the build of the other commit.
const OUR_VARIABLES: [&str; 3] = ["CARGO", "LIBSQLITE3_FLAGS", "RUSTUP_TOOLCHAIN"];

/// Builds both programs and compares them. The arguments are a revision, and options of `bench-service against`.
pub fn run(arguments: &[OsString]) -> Result<()> {
    let [revision, options @ ..] = arguments else {
        bail!("name the commit to compare with: `cargo xtask bench against HEAD~1`");
    };
    setup::databases()?;
    let commit = find_commit(revision)?;
    let folder = check_out(&commit)?;
    let old = build_old(&folder)?;
    let new = program::build_basket(Profile::Release)?;
    setup::step(&format!("Comparing with {commit}"));
    let mut bench = program::bench("bench-service", Profile::Release, &["against"]);
    let measured = program::measure(bench.arg(old).arg(new).args(options))?;
    program::conclude(&bench_report::judge_ratios(&measured["ratios"])?)
}

fn find_commit(revision: &OsStr) -> Result<String> {
    let mut git = tool::command("git");
    git.args(["rev-parse", "--verify", "--end-of-options"]);
    let commit = tool::output(git.arg(format!("{}^{{commit}}", revision.to_string_lossy())))?;
    Ok(commit.trim().to_owned())
}

/// A work tree with that commit. It stays, so that the next comparison builds only what differs.
fn check_out(commit: &str) -> Result<PathBuf> {
    let folder = tool::target_folder()?.join(FOLDER);
    let mut git = tool::command("git");
    if folder.join(".git").exists() {
        git.arg("-C").arg(&folder).args(["checkout", "--quiet", "--force", "--detach", commit]);
    } else {
        // One that was deleted with the build folder is still registered; `--force` replaces it.
        git.args(["worktree", "add", "--quiet", "--force", "--detach"]).arg(&folder).arg(commit);
    }
    tool::output(&mut git)
        .with_context(|| format!("remove the folder {} and try again", folder.display()))?;
    Ok(folder)
}

/// Builds the program as it is shipped.
fn build_old(folder: &Path) -> Result<PathBuf> {
    setup::step("Building the program of the other commit");
    // Its widget and its program are built in its own folder.
    let target = folder.join("target");
    for arguments in [&["xtask", "widget"][..], &["build", "--release", "--package", "basket-cli"]]
    {
        let mut cargo = Command::new("cargo");
        for variable in OUR_VARIABLES {
            cargo.env_remove(variable);
        }
        cargo.current_dir(folder).env("CARGO_TARGET_DIR", &target);
        tool::run(cargo.args(arguments))?;
    }
    Ok(target.join("release/basket"))
}
