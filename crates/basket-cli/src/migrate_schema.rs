//! `basket migrate-schema`: creates the tables of a database, or brings them up to date, and does nothing else. Its role
//! may then be another one than the service's, which need not change tables.

use crate::{database, failure};
use anyhow::{Context as _, Result};
use basket_store::{Inspection, SchemaPolicy, SchemaVersion, Store, StoreError, StoreOptions};
use clap::Args;
use std::process::ExitCode;
use tokio::runtime::Runtime;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    database: database::Arguments,
    /// Only say what would be done; exits with 1 if something would
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let location = arguments.database.location();
    let failed = |error: StoreError| failure::database(location, &error);
    let runtime = Runtime::new().context("cannot start the async runtime")?;
    let before = runtime.block_on(async { Inspection::open(location).await?.schema().await });
    let before = match before {
        // A file that is not there yet has no tables either.
        Err(_) if !arguments.check => None,
        before => Some(before.map_err(failed)?),
    };
    if arguments.check {
        let SchemaVersion { found, latest, .. } = before.context("no version was read")?;
        let is_current = found >= latest;
        crate::say(&format!("The tables have version {found}; this program has {latest}.\n"))?;
        return Ok(if is_current { ExitCode::SUCCESS } else { ExitCode::from(crate::FOUND) });
    }
    let options = StoreOptions { schema: SchemaPolicy::Upgrade, ..StoreOptions::default() };
    runtime.block_on(Store::open(location, options)).map_err(failed)?;
    let after = runtime.block_on(async { Inspection::open(location).await?.schema().await });
    let SchemaVersion { found, .. } = after.map_err(failed)?;
    let found_before = before.map_or(0, |before| before.found);
    crate::say(&if found_before == found {
        format!("The tables have version {found} already.\n")
    } else {
        format!("The tables have version {found}; before, it was {found_before}.\n")
    })?;
    Ok(ExitCode::SUCCESS)
}
