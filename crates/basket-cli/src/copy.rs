//! `basket migrate` and `basket backup`: everything from one database into another.

use crate::{database, failure, say};
use anyhow::{Context, Error, Result, anyhow, ensure};
use basket_store::{CopyError, Location, Progress};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    fs::{self, File},
    path::PathBuf,
    process::ExitCode,
};
use tokio::runtime::Runtime;

#[derive(Debug, Args)]
pub(crate) struct MigrateArguments {
    /// Source database: sqlite:FILE or postgres://…
    #[arg(long, value_name = "DATABASE")]
    from: Location,
    /// Target database. Tables are created; an interrupted copy is resumed
    #[arg(long, value_name = "DATABASE")]
    to: Location,
}

#[derive(Debug, Args)]
pub(crate) struct BackupArguments {
    #[command(flatten)]
    database: database::Arguments,
    /// SQLite file to create; it must not exist yet
    file: PathBuf,
}

/// Copies everything, for a move.
pub(crate) fn migrate(arguments: &MigrateArguments) -> Result<ExitCode> {
    let MigrateArguments { from, to } = arguments;
    ensure!(from != to, "Source and target are both {from}. Name two different databases.");
    let rows = copy(from, to)?;
    say(&format!("Copied {rows} rows to {to} and compared them with {from}.\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// Copies everything into a file, which has its name only once it is whole.
pub(crate) fn backup(arguments: &BackupArguments) -> Result<ExitCode> {
    let file = &arguments.file;
    ensure!(!file.exists(), "{} already exists. Name another file.", file.display());
    let mut name = file.clone().into_os_string();
    name.push(".part");
    let part = PathBuf::from(name);
    let cannot = || format!("cannot write {}", file.display());
    if part.exists() {
        // A copy of another moment, which broke off.
        fs::remove_file(&part).with_context(cannot)?;
    }
    let from = arguments.database.location();
    let (bar, runtime) = (progress_bar()?, runtime()?);
    let backup = basket_store::backup(from, &part, |progress| show(&bar, progress));
    let copied = runtime.block_on(backup);
    bar.finish_and_clear();
    copied.map_err(|error| said(from, &Location::Sqlite(part.clone()), &error))?;
    File::open(&part).and_then(|part| part.sync_all()).with_context(cannot)?;
    fs::rename(&part, file).with_context(cannot)?;
    say(&format!("Backed up {from} to {}.\n", file.display()))?;
    Ok(ExitCode::SUCCESS)
}

fn copy(from: &Location, to: &Location) -> Result<u64> {
    let (bar, runtime) = (progress_bar()?, runtime()?);
    let copied = runtime.block_on(basket_store::copy(from, to, |progress| show(&bar, progress)));
    bar.finish_and_clear();
    copied.map_err(|error| said(from, to, &error))
}

pub(crate) fn runtime() -> Result<Runtime> {
    Runtime::new().context("cannot start the async runtime")
}

pub(crate) fn progress_bar() -> Result<ProgressBar> {
    let style = ProgressStyle::with_template("{msg:24} {wide_bar} {pos}/{len} {eta}")?;
    Ok(ProgressBar::new(0).with_style(style))
}

pub(crate) fn show(bar: &ProgressBar, Progress { table, is_comparing, done, all }: Progress) {
    bar.set_message(format!("{} {table}", if is_comparing { "comparing" } else { "copying" }));
    bar.set_length(all);
    bar.set_position(done);
}

pub(crate) fn said(from: &Location, to: &Location, error: &CopyError) -> Error {
    match error {
        CopyError::Source(error) => failure::database(from, error),
        CopyError::Target(error) => failure::database(to, error),
        CopyError::Different(table) => anyhow!(
            "{to} differs from {from} in table {table}. Stop everything that uses {to}, and start again with \
             an empty database."
        ),
    }
}
