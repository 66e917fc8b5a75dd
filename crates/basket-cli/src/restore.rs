//! `basket restore`: a backup into a database that is empty.

use crate::{
    copy::{progress_bar, runtime, said, show},
    failure, say,
};
use anyhow::{Context as _, Error, Result, anyhow};
use basket_store::{Location, RestoreError, Restored};
use clap::Args;
use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Backup, as made by `basket backup`
    #[arg(value_name = "BACKUP")]
    file: PathBuf,
    /// Database to restore into: sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/DATABASE. It must be empty or not exist
    #[arg(
        long,
        env = "BASKET_DATABASE",
        hide_env_values = true,
        default_value = "sqlite:basket.db",
        value_name = "DATABASE"
    )]
    database: Location,
}

/// Checks the backup, and only then writes.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { file, database } = arguments;
    // Removed with the value. Beside a target file, so that the copy can take its name.
    let folder = match database {
        Location::Sqlite(path) => folder_of(path),
        Location::Postgres(_) => std::env::temp_dir(),
    };
    let folder = tempfile::Builder::new().prefix(".basket-restore").tempdir_in(&folder);
    let folder = folder.with_context(|| format!("cannot write beside {database}"))?;
    let work = folder.path().join("restored.db");
    let (bar, runtime) = (progress_bar()?, runtime()?);
    let restored = basket_store::restore(file, database, &work, |progress| show(&bar, progress));
    let restored = runtime.block_on(restored);
    bar.finish_and_clear();
    let Restored { rows, is_sealed, updated_from } =
        restored.map_err(|error| refusal(file, database, &work, &error))?;
    let mut text = format!("Restored {rows} rows from {} to {database}.\n", file.display());
    if !is_sealed {
        text += "Note: this backup is of an earlier version, without a digest. Its structure was checked; whether a value \
                 in it has changed could not be.\n";
    }
    if let Some(version) = updated_from {
        writeln!(text, "Note: its tables were updated from version {version}.")?;
    }
    say(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

fn refusal(file: &Path, to: &Location, work: &Path, error: &RestoreError) -> Error {
    let name = file.display();
    match error {
        RestoreError::TargetHasData => anyhow!(
            "{to} has data already, and nothing was written. Name an empty database with --database."
        ),
        RestoreError::Target(error) => failure::database(to, error),
        RestoreError::Copy(error) => said(&Location::Sqlite(work.to_owned()), to, error),
        RestoreError::Unreadable(_) => anyhow!("{name} {error}. Name a backup that you can read."),
        RestoreError::Newer { .. } => {
            anyhow!("{name} {error}. Restore it with the version of basket that made it.")
        }
        RestoreError::NotABackup => {
            anyhow!("{name} {error}. Name a file that `basket backup` made.")
        }
        RestoreError::Truncated { .. }
        | RestoreError::Altered { .. }
        | RestoreError::Corrupt(_) => {
            anyhow!("{name} {error}. Nothing was written; use another backup.")
        }
    }
}
