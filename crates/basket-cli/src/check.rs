//! `basket check`: what is wrong with the baskets in pages and configurations, by the same code that the
//! widget explains with.

mod page;
mod report;
mod tree;

use anyhow::Result;
use clap::{Args, ValueEnum};
use report::File;
use std::{
    env, fs,
    io::{self, IsTerminal, Read},
    process::ExitCode,
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// HTML pages, or configurations in files that end in .json; - is the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// How to say what was found
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// For people, with excerpts
    Text,
    /// For machines, as one JSON array
    Json,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut files = Vec::new();
    let mut unread = Vec::new();
    for name in &arguments.files {
        match read(name) {
            Ok(bytes) => files.push(check(name, &bytes)),
            Err(error) => unread.push(format!("{name} cannot be read ({error}).")),
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

fn check(name: &str, bytes: &[u8]) -> File {
    let text = String::from_utf8_lossy(bytes);
    // The standard input has no name to go by, but no page starts like this.
    let is_configuration = if name == "-" {
        text.trim_start().starts_with('{')
    } else {
        name.to_ascii_lowercase().ends_with(".json")
    };
    // As a browser reads a page, so that places in it and in the parser's text are the same.
    let source = text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{FFFD}");
    if is_configuration {
        let checked = page::check_configuration(&source);
        return File { name: name.to_owned(), source, checked };
    }
    let source = source.strip_prefix('\u{FEFF}').map(str::to_owned).unwrap_or(source);
    let checked = page::check_page(&source);
    File { name: name.to_owned(), source, checked }
}

/// Whether there is a person at a terminal who has not asked for none.
fn wants_colour() -> bool {
    let is_refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !is_refused
}

#[cfg(test)]
mod tests;
