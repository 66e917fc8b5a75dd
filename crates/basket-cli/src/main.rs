//! The one binary. Here flags become settings and failures become sentences; what the service does
//! is the library's.

mod check;
mod copy;
mod database;
mod deletion;
mod demo;
mod embed;
mod explain;
mod failure;
mod key;
mod operator;
mod payment;
mod person;
mod product;
mod schema;
mod secrets;
mod serve;
mod shop;
mod span;
mod table;

use clap::{Parser, Subcommand, ValueEnum};
use std::{
    env,
    io::{self, IsTerminal, Write},
    process::ExitCode,
};
use tracing_subscriber::filter::LevelFilter;

/// A request is made of many small allocations, and the system's allocator would be an eighth of its cost.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A shopping basket for any page, and the service behind it.
#[derive(Debug, Parser)]
#[command(name = "basket", version)]
struct Arguments {
    /// What to log: off, error, warn, info, debug or trace
    #[arg(long, global = true, env = "BASKET_LOG", default_value = "warn", value_name = "LEVEL")]
    log: LevelFilter,
    /// How to log it
    #[arg(long, global = true, env = "BASKET_LOG_FORMAT", value_enum, default_value = "pretty")]
    log_format: LogFormat,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LogFormat {
    /// For people
    Pretty,
    /// For machines, one JSON object a line
    Json,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve a demo shop with a working basket
    Demo(demo::Arguments),
    /// Serve the shops of a database
    #[command(args_override_self = true)]
    Serve(serve::Arguments),
    /// Open, list, change and delete shops
    Shop(shop::Arguments),
    /// Create, list, rotate and revoke keys of a shop
    Key(key::Arguments),
    /// Let people into the backend: list, invite, disable and delete them, give them a new password
    Operator(operator::Arguments),
    /// Export and erase what is kept about a shopper
    Person(person::Arguments),
    /// Print the markup that puts a shop's basket on a page
    Embed(embed::Arguments),
    /// Import and export the products of a shop
    Product(product::Arguments),
    /// Ask payment providers what became of payments
    Payment(payment::Arguments),
    /// Copy everything into a file, while the service goes on
    Backup(copy::BackupArguments),
    /// Move everything into another database
    Migrate(copy::MigrateArguments),
    /// Make keys to encrypt secrets with, and encrypt what is kept with another one
    Secrets(secrets::Arguments),
    /// Find what is wrong with the baskets in pages
    Check(check::Arguments),
    /// Say what a code means, and what to do
    Explain(explain::Arguments),
    /// Print the JSON Schema of a configuration
    Schema,
}

/// The command ran and found something.
const FOUND: u8 = 1;

/// The command could not run.
const COULD_NOT_RUN: u8 = 2;

fn main() -> ExitCode {
    let arguments = match serve::with_file(env::args_os().collect()) {
        Ok(arguments) => Arguments::parse_from(arguments),
        Err(error) => return complain(&error),
    };
    let log = tracing_subscriber::fmt().with_max_level(arguments.log).with_writer(io::stderr);
    match arguments.log_format {
        LogFormat::Pretty => log.compact().with_ansi(io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    let result = match arguments.command {
        Command::Demo(arguments) => demo::run(&arguments).map(|()| ExitCode::SUCCESS),
        Command::Serve(arguments) => serve::run(&arguments).map(|()| ExitCode::SUCCESS),
        Command::Shop(arguments) => shop::run(arguments),
        Command::Key(arguments) => key::run(arguments),
        Command::Operator(arguments) => operator::run(arguments),
        Command::Person(arguments) => person::run(arguments),
        Command::Embed(arguments) => embed::run(&arguments),
        Command::Product(arguments) => product::run(arguments),
        Command::Payment(arguments) => payment::run(arguments),
        Command::Backup(arguments) => copy::backup(&arguments),
        Command::Migrate(arguments) => copy::migrate(&arguments),
        Command::Secrets(arguments) => secrets::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Schema => schema::run(),
    };
    result.unwrap_or_else(|error| complain(&error))
}

fn complain(error: &anyhow::Error) -> ExitCode {
    // Where even this cannot be written, the exit code is all that is left to say.
    let _ = writeln!(io::stderr(), "basket: {error:#}");
    ExitCode::from(COULD_NOT_RUN)
}

/// Writes an answer. That nobody reads on, as behind `| head`, is no failure.
fn say(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
