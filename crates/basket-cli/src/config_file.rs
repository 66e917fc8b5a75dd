//! The file with settings of `basket serve` and `basket doctor`: read before the flags, and printed as a template from the same flags.

use crate::Arguments;
use anyhow::{Result, anyhow, bail};
use basket_core::config::closest::closest;
use clap::{Arg, Command, CommandFactory as _};
use std::{env, ffi::OsString, fmt::Write as _, path::PathBuf};

/// Flags that a file cannot have: those about the file itself, and one that `basket serve` does not need.
const NOT_IN_FILE: [&str; 5] = ["config", "print-config", "migrate", "help", "version"];

/// The arguments of the program with the settings of a file before them, so that flags win. What the
/// environment says wins too, hence is left out.
pub(crate) fn with_file(arguments: Vec<OsString>) -> Result<Vec<OsString>> {
    let has_settings = |argument: &OsString| argument == "serve" || argument == "doctor";
    let Some(at) = arguments.iter().position(has_settings) else { return Ok(arguments) };
    let Some(file) = named_file(&arguments[at..]) else { return Ok(arguments) };
    let text = std::fs::read_to_string(&file);
    let file = file.display().to_string();
    let text = text.map_err(|error| {
        anyhow!("Cannot read {file}: {error}. Name the settings file with --config.")
    })?;
    let (before, after) = arguments.split_at(at + 1);
    Ok([before, &flags(&file, &text)?, after].concat())
}

fn named_file(arguments: &[OsString]) -> Option<PathBuf> {
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "--config" {
            return arguments.next().map(PathBuf::from);
        }
        if let Some(file) = argument.to_str().and_then(|text| text.strip_prefix("--config=")) {
            return Some(PathBuf::from(file));
        }
    }
    env::var_os("BASKET_CONFIG").map(PathBuf::from)
}

fn flags(file: &str, text: &str) -> Result<Vec<OsString>> {
    let settings: toml::Table = text.parse().map_err(|error| anyhow!("{file}: {error}"))?;
    let command = serve_command();
    let known: Vec<_> = settings_of(&command).filter_map(Arg::get_long).collect();
    let mut flags = Vec::new();
    for (name, value) in settings {
        let flag = name.replace('_', "-");
        if !known.contains(&&*flag) {
            bail!("{file}: {}", unknown(&name, &known));
        }
        let variable = format!("BASKET_{}", name.replace('-', "_").to_ascii_uppercase());
        if env::var_os(variable).is_some() {
            continue;
        }
        let value = match value {
            toml::Value::String(text) => text,
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Boolean(flag) => flag.to_string(),
            _ => bail!("{file}: {name} must be a string, a whole number, true or false."),
        };
        flags.push(format!("--{flag}={value}").into());
    }
    Ok(flags)
}

fn unknown(name: &str, known: &[&str]) -> String {
    match closest(name, known.iter().copied()) {
        Some(near) => format!("there is no setting {name}; did you mean {near}?"),
        None => format!("there is no setting {name}. `basket serve --print-config` lists all."),
    }
}

/// A file with every setting and its default, each behind a `#`.
pub(crate) fn template() -> Result<String> {
    let mut text =
        "# Settings of `basket serve --config FILE`. Remove the # before a setting to change it.\n\
        # Flags and environment variables win over this file.\n"
            .to_owned();
    let command = serve_command();
    for setting in settings_of(&command) {
        let name = setting.get_long().unwrap_or_default();
        let help = setting.get_help().map(ToString::to_string).unwrap_or_default();
        let default = setting.get_default_values().first().and_then(|value| value.to_str());
        write!(text, "\n# {help}\n")?;
        if let Some(variable) = setting.get_env().and_then(|variable| variable.to_str()) {
            writeln!(text, "# Environment: {variable}")?;
        }
        writeln!(text, "#{name} = {}", value(default.unwrap_or_default()))?;
    }
    Ok(text)
}

/// A default as TOML: numbers and flags as they are, all else in quotes.
fn value(default: &str) -> String {
    let is_bare = default.parse::<i64>().is_ok() || default.parse::<bool>().is_ok();
    if is_bare { default.to_owned() } else { format!("\"{default}\"") }
}

fn serve_command() -> Command {
    let mut program = Arguments::command();
    // Global flags, such as that of the log, belong to every command once it is built.
    program.build();
    program.find_subcommand("serve").cloned().unwrap_or_default()
}

/// What can be set in a file.
fn settings_of(command: &Command) -> impl Iterator<Item = &Arg> {
    let can_be_set = |setting: &&Arg| {
        setting.get_long().is_some_and(|name| !NOT_IN_FILE.contains(&name))
            && !setting.is_hide_set()
    };
    command.get_arguments().filter(can_be_set)
}
