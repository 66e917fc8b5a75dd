//! `basket payment`: asks payment providers what became of payments, where their messages were lost.

use crate::{database, say};
use anyhow::Result;
use basket_delivery::payment::{Asked, Payments};
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
    /// Ask Stripe about every order that has waited for its payment for ten minutes; the service does this every hour
    Ask {
        /// Shop number; without it, all shops
        #[arg(long, value_name = "NUMBER")]
        shop: Option<i64>,
        /// Where Stripe's API is, instead of at Stripe: for tests
        #[arg(long, env = "BASKET_STRIPE_URL", value_name = "URL", hide = true)]
        stripe_url: Option<String>,
    },
}

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    let Command::Ask { shop, stripe_url } = arguments.command;
    let database = arguments.database.open()?;
    let payments = Payments::new(stripe_url);
    let Asked { asked, settled, failed } = database.ask(|store| payments.ask(store, shop))?;
    say(&format!("{asked} checked, {settled} settled, {failed} without an answer\n"))?;
    Ok(if failed > 0 { ExitCode::from(crate::FOUND) } else { ExitCode::SUCCESS })
}
