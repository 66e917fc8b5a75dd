//! `basket explain`: the catalogue of what can go wrong.

use anyhow::{Result, bail};
use basket_core::{
    config::closest::closest,
    diagnostic::{CATALOGUE, Row},
};
use clap::Args;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Diagnostic code; without it, all codes are listed
    code: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Some(code) = &arguments.code else {
        let rows = CATALOGUE.iter();
        let lines = rows.map(|row| format!("{:22} {}\n", row.name, row.meaning));
        crate::say(&lines.collect::<String>())?;
        return Ok(ExitCode::SUCCESS);
    };
    let Some(row) = CATALOGUE.iter().find(|row| row.name == code) else {
        let names = CATALOGUE.iter().map(|row| row.name);
        match closest(code, names) {
            Some(name) => bail!("Unknown code {code}. Did you mean {name}?"),
            None => bail!("Unknown code {code}. `basket explain` lists all codes."),
        }
    };
    let Row { name, level, meaning, help, .. } = row;
    crate::say(&format!("{name} ({})\n\n{meaning}\n{help}\n", level.name()))?;
    Ok(ExitCode::SUCCESS)
}
