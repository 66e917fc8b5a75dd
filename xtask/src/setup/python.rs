//! Packages of Python's that the tests need. They are installed once, into an environment of their own below the build
//! folder.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::{Need, fulfil, run, step};
use crate::tool;

/// Debian's Python leaves out what makes environments.
const PYTHON: &[Need] = &[Need {
    name: "Python with venv",
    packages: &["python3-venv"],
    there: || {
        let mut python = Command::new("python3");
        python
            .args(["-c", "import ensurepip, venv"])
            .output()
            .is_ok_and(|output| output.status.success())
    },
}];

/// The folder of the programs of an environment with exactly these packages, each `NAME==VERSION`.
pub(super) fn environment(name: &str, packages: &[&str]) -> Result<PathBuf> {
    let folder = tool::target_folder()?.join(name);
    // Written last, so an installation that was broken off is begun anew.
    let note = folder.join("version");
    let wanted = packages.join(" ");
    if fs::read_to_string(&note).ok().as_deref() != Some(&wanted) {
        fulfil(PYTHON)?;
        step(&format!("Installing {wanted}"));
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
        let mut pip = Command::new(folder.join("bin/pip"));
        pip.args(["install", "--quiet", "--disable-pip-version-check"]);
        run(pip.args(packages))?;
        fs::write(&note, &wanted)?;
    }
    Ok(folder.join("bin"))
}
