//! Secrets from files, as container platforms and systemd hand them over: the setting's variable with `_FILE` names the
//! file (`BASKET_DATABASE_FILE`, `BASKET_SMTP_FILE`, `BASKET_ADMIN_PASSWORD_FILE`), or the file is a credential of the
//! service with the variable's name in small letters.

use crate::Arguments;
use anyhow::{Context, Result, bail, ensure};
use clap::{Arg, CommandFactory as _};
use std::{env, ffi::OsString, fs, path::PathBuf};

/// Where systemd puts the credentials of a service.
const CREDENTIALS: &str = "CREDENTIALS_DIRECTORY";
/// Flags whose values may have a password in them, with their variables.
const FLAGS: [(&str, &str); 2] = [("database", "BASKET_DATABASE"), ("smtp", "BASKET_SMTP")];

/// A secret from its variable or its file.
pub(crate) fn value(variable: &str) -> Result<Option<String>> {
    let from_file = read(variable)?;
    match env::var(variable) {
        Ok(value) => Ok(Some(value)),
        Err(env::VarError::NotPresent) => Ok(from_file),
        Err(error) => bail!("{variable} is invalid: {error}."),
    }
}

/// The arguments of the program, with flags for the secrets that are in files. A flag that is there already wins.
pub(crate) fn with_files(mut arguments: Vec<OsString>) -> Result<Vec<OsString>> {
    let mut program = Arguments::command();
    program.build();
    let text = |argument: &OsString| argument.to_str().unwrap_or_default().to_owned();
    let given: Vec<_> = arguments.iter().skip(1).map(text).collect();
    let Some(command) = given.iter().find_map(|name| program.find_subcommand(name)) else {
        return Ok(arguments);
    };
    for (flag, variable) in FLAGS {
        let is_given = given.iter().any(|argument| {
            let name = argument.split('=').next().unwrap_or_default();
            name.strip_prefix("--") == Some(flag)
        });
        let is_known = command.get_arguments().any(|known: &Arg| known.get_long() == Some(flag));
        if is_known
            && !is_given
            && let Some(value) = read(variable)?
        {
            arguments.push(format!("--{flag}={value}").into());
        }
    }
    Ok(arguments)
}

/// A secret from its file.
fn read(variable: &str) -> Result<Option<String>> {
    let by_name = format!("{variable}_FILE");
    let (file, source) = match (env::var_os(&by_name), env::var_os(CREDENTIALS)) {
        (Some(file), _) => (PathBuf::from(file), by_name),
        (None, Some(folder)) => {
            let file = PathBuf::from(folder).join(variable.to_ascii_lowercase());
            if !file.exists() {
                return Ok(None);
            }
            (file, format!("the systemd credential {}", variable.to_ascii_lowercase()))
        }
        (None, None) => return Ok(None),
    };
    ensure!(env::var_os(variable).is_none(), "Set {variable} or {source}, not both.");
    let name = file.display();
    let text = fs::read_to_string(&file)
        .with_context(|| format!("Cannot read {name}, named by {source}"))?;
    let value = text.trim_end_matches(['\r', '\n']);
    ensure!(!value.is_empty(), "{name}, named by {source}, is empty.");
    Ok(Some(value.to_owned()))
}
