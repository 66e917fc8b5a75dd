//! `basket completions` and `basket manual`: what shells and `man` know of the commands, made from the same definitions
//! as `--help`.

use anyhow::{Context as _, Result};
use clap::CommandFactory;
use clap_complete::Shell;
use std::{fs, path::PathBuf, process::ExitCode};

#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArguments {
    /// Shell to complete commands for
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ManualArguments {
    /// Folder for the pages; it is created if it does not exist
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(crate) fn completions<A: CommandFactory>(arguments: &CompletionsArguments) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut A::command(), "basket", &mut script);
    crate::say(&String::from_utf8(script)?)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn manual<A: CommandFactory>(arguments: &ManualArguments) -> Result<ExitCode> {
    let folder = &arguments.folder;
    let sentence = || format!("cannot write the manual pages into {}", folder.display());
    fs::create_dir_all(folder).with_context(sentence)?;
    let command = A::command().disable_help_subcommand(true);
    clap_mangen::generate_to(command, folder).with_context(sentence)?;
    Ok(ExitCode::SUCCESS)
}
