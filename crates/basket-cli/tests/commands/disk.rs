//! A disk that a test may fill, make read-only, and cut the power of. The program, its files and SQLite are the real ones;
//! `disk.c` stands between them and the kernel.

use crate::program::{Demo, command};
use std::{fs, path::PathBuf, process::Command};
use tempfile::TempDir;

/// How a disk refuses to be written to.
#[derive(Debug, Clone, Copy)]
pub enum Fault {
    Full,
    ReadOnly,
}

impl Fault {
    fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::ReadOnly => "read-only",
        }
    }
}

/// A disk with one database.
pub struct Disk {
    folder: TempDir,
}

impl Disk {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/commands/disk.c");
        let mut compile = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
        compile.args(["-shared", "-fPIC", "-O1", source, "-o"]).arg(folder.path().join("disk.so"));
        assert!(compile.status().unwrap().success());
        Self { folder }
    }

    /// The file of the database.
    pub fn file(&self) -> PathBuf {
        self.folder.path().join("basket.db")
    }

    /// The demo shop on this disk.
    pub fn start(&self) -> Demo {
        let database = format!("sqlite:{}", self.file().display());
        let mut command = command();
        command.env("LD_PRELOAD", self.folder.path().join("disk.so"));
        command.env("BASKET_DISK", self.folder.path());
        Demo::spawn(command.args([
            "demo",
            "--listen",
            "127.0.0.1:0",
            "--log",
            "off",
            "--database",
            &database,
        ]))
    }

    /// From now on writes fail, until [`Disk::repair`].
    pub fn fail(&self, fault: Fault) {
        fs::write(self.folder.path().join(fault.name()), "").unwrap();
    }

    pub fn repair(&self, fault: Fault) {
        fs::remove_file(self.folder.path().join(fault.name())).unwrap();
    }

    /// Leaves of the database what was flushed. The program must have ended.
    pub fn cut_power(&self) {
        for end in ["", "-wal"] {
            let file = self.folder.path().join(format!("basket.db{end}"));
            let flushed = self.folder.path().join(format!("basket.db{end}.flushed"));
            if flushed.exists() {
                fs::copy(flushed, file).unwrap();
            }
        }
        // It is never flushed, and made anew from the log.
        let _ = fs::remove_file(self.folder.path().join("basket.db-shm"));
    }
}
