//! The one binary. Here flags become settings and failures become sentences; what the service does
//! is the library's.

mod check;
mod config_file;
mod copy;
mod database;
mod deletion;
mod demo;
mod doctor;
mod embed;
mod explain;
mod failure;
mod health;
mod key;
mod log;
mod manual;
mod migrate_schema;
mod operator;
mod payment;
mod person;
mod product;
mod restore;
mod schema;
mod secret_file;
mod secrets;
mod serve;
mod shop;
mod span;
mod table;

use clap::{Parser, Subcommand};
use std::{
    env,
    io::{self, Write},
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
    /// Log level: off, error, warn, info, debug or trace
    #[arg(long, global = true, env = "BASKET_LOG", default_value = "warn", value_name = "LEVEL")]
    log: LevelFilter,
    /// Log format
    #[arg(long, global = true, env = "BASKET_LOG_FORMAT", value_enum, default_value = "pretty")]
    log_format: log::Format,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve a demo shop with a working basket
    Demo(demo::Arguments),
    /// Serve the shops of a database
    #[command(args_override_self = true)]
    Serve(serve::Arguments),
    /// Check the settings of `basket serve`, the machine, and the servers that the service needs
    #[command(args_override_self = true)]
    Doctor(doctor::Arguments),
    /// Ask the service on this machine whether it is ready
    Health(health::Arguments),
    /// Create, list, change and delete shops
    Shop(shop::Arguments),
    /// Create, list, rotate and revoke API keys of a shop
    Key(key::Arguments),
    /// Manage the accounts of the backend: list, invite, disable, delete, reset passwords
    Operator(operator::Arguments),
    /// Export and erase the personal data of a shopper
    Person(person::Arguments),
    /// Print the HTML snippet of a shop's basket
    Embed(embed::Arguments),
    /// Import and export the products of a shop, and print what a product did cost
    Product(product::Arguments),
    /// Check open payments with the payment provider
    Payment(payment::Arguments),
    /// Back up the database into an SQLite file while the service runs
    Backup(copy::BackupArguments),
    /// Restore a backup into an empty database
    Restore(restore::Arguments),
    /// Copy all data into another database
    Migrate(copy::MigrateArguments),
    /// Create or upgrade the tables of a database, without starting the service
    MigrateSchema(migrate_schema::Arguments),
    /// Create encryption keys, and encrypt or decrypt the stored secrets
    Secrets(secrets::Arguments),
    /// Check the baskets in HTML pages for errors
    Check(check::Arguments),
    /// Explain a diagnostic code
    Explain(explain::Arguments),
    /// Print the JSON Schema of the configuration
    Schema,
    /// Print what lets a shell complete the commands
    Completions(manual::CompletionsArguments),
    /// Write the manual pages of all commands into a folder
    Manual(manual::ManualArguments),
}

/// The command ran and found something.
const FOUND: u8 = 1;

/// The command could not run.
const COULD_NOT_RUN: u8 = 2;

fn main() -> ExitCode {
    let arguments = config_file::with_file(env::args_os().collect());
    let arguments = match arguments.and_then(secret_file::with_files) {
        Ok(arguments) => Arguments::parse_from(arguments),
        Err(error) => return complain(&error),
    };
    let (level, format) = (arguments.log, arguments.log_format);
    // Kept to the end: what is dropped sends no more traces.
    let _traces = if matches!(arguments.command, Command::Serve(_) | Command::Demo(_)) {
        match log::start_with_traces(level, format) {
            Ok(traces) => traces,
            Err(error) => return complain(&error),
        }
    } else {
        log::start(level, format);
        None
    };
    let result = match arguments.command {
        Command::Demo(arguments) => demo::run(&arguments).map(|()| ExitCode::SUCCESS),
        Command::Serve(arguments) => serve::run(&arguments).map(|()| ExitCode::SUCCESS),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Health(arguments) => health::run(&arguments),
        Command::Shop(arguments) => shop::run(arguments),
        Command::Key(arguments) => key::run(arguments),
        Command::Operator(arguments) => operator::run(arguments),
        Command::Person(arguments) => person::run(arguments),
        Command::Embed(arguments) => embed::run(&arguments),
        Command::Product(arguments) => product::run(arguments),
        Command::Payment(arguments) => payment::run(arguments),
        Command::Backup(arguments) => copy::backup(&arguments),
        Command::Restore(arguments) => restore::run(&arguments),
        Command::Migrate(arguments) => copy::migrate(&arguments),
        Command::MigrateSchema(arguments) => migrate_schema::run(&arguments),
        Command::Secrets(arguments) => secrets::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Schema => schema::run(),
        Command::Completions(arguments) => manual::completions::<Arguments>(&arguments),
        Command::Manual(arguments) => manual::manual::<Arguments>(&arguments),
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
