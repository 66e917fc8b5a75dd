//! `basket person`: what is kept about a shopper, to be handed out or erased.

use crate::{
    database::{self, Database},
    say,
};
use anyhow::{Context, Result};
use basket_model::{
    operator::read_email,
    privacy::{Erasure, write_personal_data},
    shop::Shop,
};
use clap::{Args, Subcommand};
use std::{fmt::Write as _, process::ExitCode};

/// Who did it, in the activity log.
pub(crate) const BY: &str = "command line";

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    database: database::Arguments,
    /// Shop number, see `basket shop list`; without it, all shops
    #[arg(long, global = true, value_name = "NUMBER")]
    shop: Option<i64>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print all stored data of a shopper as JSON
    Export {
        /// E-mail address of the shopper
        #[arg(value_parser = email)]
        email: String,
    },
    /// Erase name, e-mail address and delivery address from the final orders of a shopper, and delete their messages and checkouts
    Erase {
        /// E-mail address of the shopper
        #[arg(value_parser = email)]
        email: String,
    },
}

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    let database = arguments.database.open()?;
    let shops = match arguments.shop {
        Some(_) => vec![database.shop(arguments.shop)?],
        None => database.ask(async |store| store.shops().all().await)?,
    };
    match arguments.command {
        Command::Export { email } => {
            let (mut data, now) = (Vec::new(), database.ask(async |store| Ok(store.now()))?);
            for shop in &shops {
                let found = database.ask(|store| store.persons().find(shop, &email))?;
                if !found.orders.is_empty() {
                    data.push(found);
                }
            }
            say(&write_personal_data(&email, &data, now))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Erase { email } => erase(&database, &shops, &email),
    }
}

/// Exit code 1 says that something is still kept.
fn erase(database: &Database, shops: &[Shop], email: &str) -> Result<ExitCode> {
    let (mut text, mut is_kept) = (String::new(), false);
    for shop in shops {
        let Erasure { erased, kept } =
            database.ask(|store| store.persons().erase(shop.id, email))?;
        is_kept |= !kept.is_empty();
        if !erased.is_empty() {
            let orders = if erased.len() == 1 { "order" } else { "orders" };
            let subject = format!("{} {orders}", erased.len());
            database
                .ask(|store| store.activity().record(shop.id, BY, "person.erased", &subject))?;
            let numbers: Vec<String> = erased.iter().map(i64::to_string).collect();
            writeln!(text, "Shop {}: erased from {orders} {}.", shop.id, numbers.join(", "))?;
        }
        for kept in kept {
            writeln!(text, "Shop {}: {kept}", shop.id)?;
        }
    }
    if text.is_empty() {
        writeln!(text, "No data is stored for {email}.")?;
    }
    if database.ask(|store| store.operators().find(email))?.is_some() {
        writeln!(text, "{email} also has an operator account. See `basket operator delete`.")?;
    }
    say(&text)?;
    Ok(ExitCode::from(if is_kept { crate::FOUND } else { 0 }))
}

fn email(text: &str) -> Result<String> {
    read_email(text).context("enter a full e-mail address, such as ann@example.com")
}
