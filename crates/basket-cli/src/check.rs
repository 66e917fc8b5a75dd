//! `basket check`: reads the files, lets the library look at each, and says what it found.

use anyhow::Result;
use basket_check::report;
use clap::{Args, ValueEnum};
use std::{
    env, fs,
    io::{self, IsTerminal, Read},
    process::ExitCode,
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// HTML pages, or configurations in .json files; - reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// Text with source excerpts
    Text,
    /// One JSON array
    Json,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut files = Vec::new();
    let mut unread = Vec::new();
    for name in &arguments.files {
        match read(name) {
            Ok(bytes) => files.push(basket_check::check(name, &bytes)),
            Err(error) => unread.push(format!("Cannot read {name}: {error}.")),
        }
    }
    let text = match arguments.format {
        Format::Text if files.is_empty() => String::new(),
        Format::Text => report::person(&files, wants_colour()),
        Format::Json => report::machine(&files),
    };
    crate::say(&text)?;
    // The others were checked all the same; that one could not be is what the exit code says.
    if !unread.is_empty() {
        anyhow::bail!("{}", unread.join("\nbasket: "));
    }
    Ok(ExitCode::from(if report::has_errors(&files) { crate::FOUND } else { 0 }))
}

fn read(name: &str) -> io::Result<Vec<u8>> {
    if name == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    fs::read(name)
}

/// Whether there is a person at a terminal who has not asked for none.
fn wants_colour() -> bool {
    let is_refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !is_refused
}
