//! The files of the release.

use std::{
    env,
    path::PathBuf,
    process::{Command, Output},
};

/// The version of everything.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The folder with the release.
pub fn folder() -> PathBuf {
    let folder = env::var_os("BASKET_DIST").map(PathBuf::from);
    folder.expect("`cargo xtask dist` runs these tests and says where the release is")
}

/// One file of the release.
pub fn file(name: &str) -> PathBuf {
    let path = folder().join(name);
    assert!(path.exists(), "{} is missing", path.display());
    path
}

/// Runs a program to a good end; what it printed, both ways.
pub fn succeed(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let said = [stdout, stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(status.success(), "{command:?}: {status}\n{said}");
    said
}

#[test]
fn the_sums_are_those_of_the_files() {
    let said = succeed(
        Command::new("sha256sum").args(["--check", "--strict", "SHA256SUMS"]).current_dir(folder()),
    );
    let parts = ["tar.gz", ".image.tar", ".deb", ".tgz", ".cdx.json", "RELEASE_NOTES.md"];
    for part in parts {
        assert!(said.contains(part), "no {part} in {said}");
    }
}
