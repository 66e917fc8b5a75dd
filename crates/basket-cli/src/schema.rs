//! `basket schema`: what a configuration may be, for editors and other checkers.

use anyhow::Result;
use basket_core::config::reference;
use std::process::ExitCode;

pub(crate) fn run() -> Result<ExitCode> {
    crate::say(&reference::schema())?;
    Ok(ExitCode::SUCCESS)
}
