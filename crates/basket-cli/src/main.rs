//! The one binary. Here flags become settings and failures become sentences; what the service does
//! is the library's.

mod demo;
mod failure;

use clap::{Parser, Subcommand};
use std::{
    io::{self, IsTerminal, Write},
    process::ExitCode,
};
use tracing_subscriber::filter::LevelFilter;

/// A shopping basket for any page, and the service behind it.
#[derive(Debug, Parser)]
#[command(name = "basket", version)]
struct Arguments {
    /// What to log: off, error, warn, info, debug or trace
    #[arg(long, global = true, env = "BASKET_LOG", default_value = "warn", value_name = "LEVEL")]
    log: LevelFilter,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve a demo shop with a working basket
    Demo(demo::Arguments),
}

/// The command could not run; 1 is kept for commands that ran and found something.
const COULD_NOT_RUN: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    tracing_subscriber::fmt()
        .compact()
        .with_max_level(arguments.log)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .init();
    let result = match arguments.command {
        Command::Demo(arguments) => demo::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Where even this cannot be written, the exit code is all that is left to say.
            let _ = writeln!(io::stderr(), "basket: {error:#}");
            ExitCode::from(COULD_NOT_RUN)
        }
    }
}
