//! Zig, whose C compiler builds for every architecture, and the command that lets cargo use it.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::python;
use crate::tool;

const PACKAGES: [&str; 2] = ["cargo-zigbuild==0.24.0", "ziglang==0.17.0"];

/// Where both are installed.
pub struct Zig {
    programs: PathBuf,
}

impl Zig {
    /// `cargo-zigbuild`, ready to be given arguments.
    pub fn command(&self) -> Command {
        let mut command = tool::command(self.programs.join("cargo-zigbuild"));
        // It asks the first Python on the path for Zig.
        let rest = env::var_os("PATH").unwrap_or_default();
        let path =
            env::join_paths([self.programs.clone()].into_iter().chain(env::split_paths(&rest)));
        command.env("PATH", path.unwrap_or_else(|_| OsString::from(&self.programs)));
        command
    }
}

pub fn zig() -> Result<Zig> {
    Ok(Zig { programs: python::environment("zig", &PACKAGES)? })
}
