//! `basket shop`: opens shops, shows them, says where their baskets may stand, and deletes them.

use crate::{
    database::{self, Database},
    deletion::{self, When},
    person, say,
    table::table,
};
use anyhow::{Context, Result, ensure};
use basket_core::money::Currency;
use basket_model::{
    key::{KeyKind, NewKey},
    privacy::Retention,
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
    /// Create a shop and print its first publishable key
    Create {
        /// Name of the shop
        name: String,
        /// Currency of its prices: three letters of ISO 4217
        #[arg(long, value_parser = currency)]
        currency: Currency,
        #[command(flatten)]
        choices: Choices,
    },
    /// List all shops
    List,
    /// Change a shop; settings that are not given stay as they are
    Change {
        /// Shop number, see `basket shop list`; needed only if there are several shops
        #[arg(long, value_name = "NUMBER")]
        shop: Option<i64>,
        /// Name of the shop
        #[arg(long)]
        name: Option<String>,
        /// Allow baskets on any origin
        #[arg(long, conflicts_with = "origins")]
        any_origin: bool,
        /// Months to keep the contact data of final orders: 6, 12, 24, 36, 60, 120, or 0 for no limit
        #[arg(long, value_name = "MONTHS", value_parser = retention)]
        retention: Option<Retention>,
        #[command(flatten)]
        choices: Choices,
    },
    /// Delete a shop and all its data in 14 days
    Delete {
        /// Name of the shop, as confirmation
        name: String,
        /// Shop number, see `basket shop list`; needed only if there are several shops
        #[arg(long, value_name = "NUMBER")]
        shop: Option<i64>,
        #[command(flatten)]
        when: When,
    },
}

#[derive(Debug, Args)]
struct Choices {
    /// Allowed origin of its baskets, such as `https://shop.example`; can be repeated
    #[arg(long = "origin", value_name = "ORIGIN", value_parser = origin)]
    origins: Vec<String>,
    /// Checkout mode
    #[arg(long, value_enum)]
    checkout: Option<CheckoutMode>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum CheckoutMode {
    /// Checkout pages of the service
    Hosted,
    /// Your own checkout, at your address
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
        Command::List => list(&database, &database.ask(async |store| store.shops().all().await)?)?,
        Command::Change { shop, name, any_origin, retention, choices } => {
            let shop = database.shop(shop)?;
            if let Some(retention) = retention {
                database.ask(|store| store.shops().set_retention(shop.id, retention))?;
            }
            let origins = choices.origins;
            let change = ShopChange {
                name: name.as_deref().map(named).transpose()?,
                origins: (any_origin || !origins.is_empty()).then_some(origins),
                checkout: choices.checkout.map(Checkout::from),
            };
            let is_there = database.ask(|store| store.shops().change(shop.id, change))?;
            ensure!(is_there, "Shop {} was deleted in the meantime.", shop.id);
            list(&database, &[database.shop(Some(shop.id))?])?
        }
        Command::Delete { name, shop, when } => {
            let shop = database.shop(shop)?;
            ensure!(
                name.trim() == shop.name.trim(),
                "Shop {} is called {}. Enter this name to delete it.",
                shop.id,
                shop.name
            );
            delete(&database, &shop, when)?
        }
    };
    say(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn delete(database: &Database, shop: &Shop, when: When) -> Result<String> {
    let record = |action, subject: &str| {
        database.ask(|store| store.activity().record(shop.id, person::BY, action, subject))
    };
    if when.cancel {
        let is_kept = database.ask(|store| store.shops().cancel_deletion(shop.id))?;
        ensure!(
            is_kept,
            "Deletion of shop {} was not requested, or the shop is already deleted.",
            shop.id
        );
        record("shop.deletion_cancelled", "")?;
        return Ok(format!("The deletion of shop {} is cancelled.\n", shop.id));
    }
    let at = database.ask(|store| store.shops().request_deletion(shop.id, when.now))?;
    if when.now {
        deletion::in_steps(|| database.ask(|store| store.shops().delete_some(shop.id)))?;
        return Ok(format!("Shop {} is deleted.\n", shop.id));
    }
    let day = deletion::day(at);
    record("shop.deletion_requested", &day)?;
    Ok(format!("Shop {} will be deleted on {day}. --cancel cancels the deletion.\n", shop.id))
}

fn list(database: &Database, shops: &[Shop]) -> Result<String> {
    let row = |shop: &Shop| {
        let at = database.ask(|store| store.shops().deletion(shop.id))?;
        let origins = match &*shop.origins.join(" ") {
            "" => "any origin".to_owned(),
            origins => origins.to_owned(),
        };
        let origins = match at {
            Some(at) => format!("{origins}, will be deleted on {}", deletion::day(at)),
            None => origins,
        };
        let (currency, checkout) = (shop.currency.code(), shop.checkout.name());
        let row = [
            shop.id.to_string(),
            shop.name.clone(),
            currency.to_owned(),
            checkout.to_owned(),
            origins,
        ];
        Ok(row)
    };
    Ok(table(&shops.iter().map(row).collect::<Result<Vec<_>>>()?))
}

fn named(name: &str) -> Result<String> {
    let name = name.trim();
    ensure!(!name.is_empty(), "Enter a name for the shop.");
    ensure!(!name.chars().any(char::is_control), "The shop's name contains control characters.");
    Ok(name.to_owned())
}

fn currency(code: &str) -> Result<Currency> {
    read_currency(code).context("use the three letters of a currency in ISO 4217, such as EUR")
}

fn retention(text: &str) -> Result<Retention> {
    let retention = text.parse().ok().and_then(Retention::from_months);
    retention.context("use 6, 12, 24, 36, 60, 120, or 0 for no limit")
}

/// An origin as browsers write it, so that the two can be compared.
pub(crate) fn origin(text: &str) -> Result<String> {
    read_origin(text).context("use scheme and host, such as https://shop.example")
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
