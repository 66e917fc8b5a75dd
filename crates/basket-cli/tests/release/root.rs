//! A root folder with nothing in it but what a release brings, and its program run there.

use crate::files::{VERSION, file, succeed};
use crate::program::Demo;
use serde_json::Value;
use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};
use tempfile::TempDir;

/// A folder that is the whole world to the program.
pub struct Root {
    folder: TempDir,
    program: &'static str,
}

impl Root {
    /// The files of the image.
    pub fn of_image() -> Self {
        let archive = tempfile::tempdir().unwrap();
        let image = file(&format!("basket-{VERSION}-linux-amd64.image.tar"));
        unpack(&image, archive.path());
        let folder = tempfile::tempdir().unwrap();
        for layer in manifest(archive.path())["Layers"].as_array().unwrap() {
            unpack(&archive.path().join(layer.as_str().unwrap()), folder.path());
        }
        Self { folder, program: "/usr/bin/basket" }
    }

    /// The program alone, beside a folder for its data.
    pub fn of_program() -> Self {
        let folder = tempfile::tempdir().unwrap();
        unpack(&file(&format!("basket-{VERSION}-linux-amd64.tar.gz")), folder.path());
        let unpacked = folder.path().join(format!("basket-{VERSION}-linux-amd64/basket"));
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("data")).unwrap();
        fs::copy(unpacked, root.path().join("basket")).unwrap();
        Self { folder: root, program: "/basket" }
    }

    /// The program, which sees this folder alone. It is its user's own root there, and nobody outside.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("unshare");
        command
            .args(["--map-root-user", "--mount", "--wd=/data", "--root"])
            .arg(self.folder.path());
        command.arg("--").arg(self.program).args(arguments).env_clear();
        command.env("PATH", "/usr/bin:/bin:/usr/sbin:/sbin");
        command
    }

    /// Runs to a good end; what it says.
    pub fn run(&self, arguments: &[&str], input: &str) -> String {
        let mut command = self.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Starts the service on a free port and waits until it listens.
    pub fn serve(&self) -> Demo {
        Demo::spawn(&mut self.command(&["serve", "--listen", "127.0.0.1:0"]))
    }
}

/// What an image's archive says of itself.
pub fn manifest(archive: &Path) -> Value {
    let text = fs::read_to_string(archive.join("manifest.json")).unwrap();
    serde_json::from_str::<Value>(&text).unwrap()[0].clone()
}

/// Unpacks an archive. Whoever tests owns the files.
pub fn unpack(archive: &Path, folder: &Path) {
    let mut tar = Command::new("tar");
    tar.args(["--extract", "--no-same-owner", "--file"])
        .arg(archive)
        .arg("--directory")
        .arg(folder);
    succeed(&mut tar);
}
