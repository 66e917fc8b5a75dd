//! `basket shop`: opens shops, shows them, and says where their baskets may stand.

use crate::{database, say, table::table};
use anyhow::{Context, Result, ensure};
use basket_core::money::Currency;
use basket_model::{
    key::{KeyKind, NewKey},
    shop::{Checkout, NewShop, Shop, ShopChange, read_currency, read_origin},
};
use clap::{Args, Subcommand, ValueEnum};
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
    /// Open a shop and show its first publishable key
    Create {
        /// What people call it
        name: String,
        /// In what its prices are: three letters of ISO 4217
        #[arg(long, value_parser = currency)]
        currency: Currency,
        #[command(flatten)]
        choices: Choices,
    },
    /// Show every shop
    List,
    /// Change a shop; what is not said stays as it is
    Change {
        /// Its number, as `basket shop list` shows it; only needed where there are several
        #[arg(long, value_name = "NUMBER")]
        shop: Option<i64>,
        /// What people call it
        #[arg(long)]
        name: Option<String>,
        /// Let its baskets stand anywhere
        #[arg(long, conflicts_with = "origins")]
        any_origin: bool,
        #[command(flatten)]
        choices: Choices,
    },
}

#[derive(Debug, Args)]
struct Choices {
    /// Where its baskets may stand, as `https://shop.example`; may be said often
    #[arg(long = "origin", value_name = "ORIGIN", value_parser = origin)]
    origins: Vec<String>,
    /// How its shoppers check out
    #[arg(long, value_enum)]
    checkout: Option<CheckoutMode>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum CheckoutMode {
    /// On the service's own page
    Hosted,
    /// At the shop's own address
    External,
}

impl From<CheckoutMode> for Checkout {
    fn from(mode: CheckoutMode) -> Self {
        match mode {
            CheckoutMode::Hosted => Self::Hosted,
            CheckoutMode::External => Self::External,
        }
    }
}

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    let database = arguments.database.open()?;
    let text = match arguments.command {
        Command::Create { name, currency, choices } => {
            let name = named(&name)?;
            let key = NewKey::random(KeyKind::Publishable)?;
            let text = key.text().to_owned();
            let checkout = choices.checkout.map(Checkout::from).unwrap_or_default();
            let shop = NewShop { name, currency, origins: choices.origins, checkout, key };
            let number = database.ask(|store| store.shops().create(shop, Vec::new()))?;
            format!("Shop:            {number}\nPublishable key: {text}\n")
        }
        Command::List => list(&database.ask(async |store| store.shops().all().await)?),
        Command::Change { shop, name, any_origin, choices } => {
            let shop = database.shop(shop)?;
            let origins = choices.origins;
            let change = ShopChange {
                name: name.as_deref().map(named).transpose()?,
                origins: (any_origin || !origins.is_empty()).then_some(origins),
                checkout: choices.checkout.map(Checkout::from),
            };
            let is_there = database.ask(|store| store.shops().change(shop.id, change))?;
            ensure!(is_there, "Shop {} has gone in the meantime.", shop.id);
            list(&[database.shop(Some(shop.id))?])
        }
    };
    say(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn list(shops: &[Shop]) -> String {
    let row = |shop: &Shop| {
        let origins = match &*shop.origins.join(" ") {
            "" => "any origin".to_owned(),
            origins => origins.to_owned(),
        };
        let (currency, checkout) = (shop.currency.code(), shop.checkout.name());
        [shop.id.to_string(), shop.name.clone(), currency.to_owned(), checkout.to_owned(), origins]
    };
    table(&shops.iter().map(row).collect::<Vec<_>>())
}

fn named(name: &str) -> Result<String> {
    let name = name.trim();
    ensure!(!name.is_empty(), "A shop needs a name.");
    ensure!(!name.chars().any(char::is_control), "The shop's name has characters nobody can see.");
    Ok(name.to_owned())
}

fn currency(code: &str) -> Result<Currency> {
    read_currency(code).context("the three letters of a currency by ISO 4217, such as EUR")
}

/// An origin as browsers write it, so that the two can be compared.
pub(crate) fn origin(text: &str) -> Result<String> {
    read_origin(text).context("an origin is scheme and host, such as https://shop.example")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_written_as_browsers_do() {
        for (text, expected) in [
            ("https://Shop.Example/", "https://shop.example"),
            ("https://shop.example:443", "https://shop.example"),
            ("http://localhost:8080", "http://localhost:8080"),
            ("https://bücher.example", "https://xn--bcher-kva.example"),
        ] {
            assert_eq!(origin(text).unwrap(), expected);
        }
        for text in ["shop.example", "https://shop.example/basket", "ftp://shop.example", "*", ""] {
            assert!(origin(text).is_err(), "{text}");
        }
    }
}
