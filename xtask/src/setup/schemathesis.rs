//! schemathesis, which reads an API's description and calls the API with whatever it allows, and with what it does not.
//! It is a package of Python's, installed once into an environment of its own in the build folder.

use std::fs;
use std::process::Command;

use anyhow::Result;

use super::{Need, fulfil, run, step};
use crate::tool;

const PACKAGE: &str = "schemathesis";
const VERSION: &str = "4.32.5";

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

/// The program in this version, ready to be given arguments.
pub fn schemathesis() -> Result<Command> {
    let folder = tool::target_folder()?.join(PACKAGE);
    // Written last, so an installation that was broken off is begun anew.
    let note = folder.join("version");
    if fs::read_to_string(&note).ok().as_deref() != Some(VERSION) {
        fulfil(PYTHON)?;
        step(&format!("Installing {PACKAGE} {VERSION}"));
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
        let mut pip = Command::new(folder.join("bin/pip"));
        pip.args(["install", "--quiet", "--disable-pip-version-check"]);
        run(pip.arg(format!("{PACKAGE}=={VERSION}")))?;
        fs::write(&note, VERSION)?;
    }
    Ok(Command::new(folder.join("bin/schemathesis")))
}
