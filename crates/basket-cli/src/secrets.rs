//! `basket secrets`: the keys that payment providers' keys, webhook secrets and the like are encrypted with.

use crate::{database, say};
use anyhow::{Result, ensure};
use basket_store::SecretKeys;
use clap::{Args, Subcommand};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    database: database::Arguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print a new encryption key
    Key,
    /// Encrypt all secrets with the first given key, including those stored as plain text
    Encrypt,
    /// Decrypt all secrets and store them as plain text; the keys are needed for it
    Decrypt,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let text = match arguments.command {
        Command::Key => format!("{}\n", SecretKeys::random()?),
        Command::Encrypt => {
            ensure!(
                !arguments.database.secret_keys()?.is_empty(),
                "No key was given. Name a file with --secret-keys-file, or set BASKET_SECRET_KEYS."
            );
            let count = arguments.database.open()?.ask(|store| store.secrets().encrypt_again())?;
            counted(count, "encrypted")
        }
        Command::Decrypt => {
            let count = arguments.database.open()?.ask(|store| store.secrets().decrypt())?;
            counted(count, "decrypted")
        }
    };
    say(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn counted(count: u64, done: &str) -> String {
    match count {
        1 => format!("1 secret {done}\n"),
        count => format!("{count} secrets {done}\n"),
    }
}
