//! schemathesis, which reads an API's description and calls the API with whatever it allows, and with what it does not.

use std::process::Command;

use anyhow::Result;

use super::python;

/// The program in this version, ready to be given arguments.
pub fn schemathesis() -> Result<Command> {
    let programs = python::environment("schemathesis", &["schemathesis==4.32.5"])?;
    Ok(Command::new(programs.join("schemathesis")))
}
