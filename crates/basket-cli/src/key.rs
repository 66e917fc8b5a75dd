//! `basket key`: makes keys, shows what there is of them, and lets them end.

use crate::{database::ShopArguments, say, span, table::table};
use anyhow::{Result, ensure};
use basket_model::key::{Key, KeyKind, NewKey, Rights, Scope};
use clap::{Args, Subcommand, ValueEnum};
use jiff::Timestamp;
use std::{process::ExitCode, time::Duration};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    shop: ShopArguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Create a key and print it; a secret key is shown only once
    Create {
        /// Create a secret key for your servers, instead of a publishable key
        #[arg(long)]
        secret: bool,
        /// Scopes of a secret key, separated by commas: read, products, orders; without it, all
        #[arg(long, value_enum, value_delimiter = ',', requires = "secret", value_name = "SCOPES")]
        scopes: Vec<ChosenScope>,
    },
    /// List all keys, including expired ones; of secret keys only the first part
    List,
    /// Replace a key; the old key stays valid for a while
    Rotate {
        /// The key; for a secret key, its first part
        key: String,
        /// How long the old key stays valid: 30m, 12h, 7d
        #[arg(long, default_value = "7d", value_parser = span::read, value_name = "TIME")]
        overlap: Duration,
    },
    /// Revoke a key immediately
    Revoke {
        /// The key; for a secret key, its first part
        key: String,
    },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ChosenScope {
    /// Read products, carts and orders
    Read,
    /// Read and change products
    Products,
    /// Read carts; read and change orders
    Orders,
}

impl From<ChosenScope> for Scope {
    fn from(chosen: ChosenScope) -> Self {
        match chosen {
            ChosenScope::Read => Self::Read,
            ChosenScope::Products => Self::Products,
            ChosenScope::Orders => Self::Orders,
        }
    }
}

pub(crate) fn run(arguments: Arguments) -> Result<ExitCode> {
    let (database, shop) = arguments.shop.open()?;
    let unknown =
        |key: &str| format!("The shop has no active key {key}. `basket key list` shows all keys.");
    let text = match arguments.command {
        Command::Create { secret, scopes } => {
            let kind = if secret { KeyKind::Secret } else { KeyKind::Publishable };
            let rights = Rights::new(scopes.into_iter().map(Scope::from).collect());
            let key = NewKey::random(kind)?.with_rights(rights);
            let text = shown(&key);
            database.ask(|store| store.keys().create(shop, key))?;
            text
        }
        Command::List => {
            let keys = database.ask(|store| store.keys().all(shop))?;
            table(&keys.iter().map(row).collect::<Vec<_>>())
        }
        Command::Rotate { key, overlap } => {
            let keys = database.ask(|store| store.keys().all(shop))?;
            let old = keys.into_iter().find(|old| old.name == key);
            let (kind, rights) =
                old.map_or((KeyKind::Publishable, Rights::All), |old| (old.kind, old.rights));
            let successor = NewKey::random(kind)?.with_rights(rights);
            let text = shown(&successor);
            let done = database.ask(|store| store.keys().rotate(shop, &key, successor, overlap))?;
            ensure!(done, unknown(&key));
            text
        }
        Command::Revoke { key } => {
            ensure!(database.ask(|store| store.keys().revoke(shop, &key))?, unknown(&key));
            String::new()
        }
    };
    say(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Nothing but the key, so that a program can take it.
fn shown(key: &NewKey) -> String {
    format!("{}\n", key.text())
}

fn row(key: &Key) -> [String; 4] {
    let kind = match (key.kind, key.rights.names()) {
        (KeyKind::Publishable, _) => "publishable".to_owned(),
        (KeyKind::Secret, None) => "secret".to_owned(),
        (KeyKind::Secret, Some(scopes)) => format!("secret ({})", scopes.replace(' ', ", ")),
    };
    let since = format!("since {}", time(key.created_at));
    let until = key.expires_at.map(|at| format!("until {}", time(at))).unwrap_or_default();
    [key.name.clone(), kind, since, until]
}

fn time(milliseconds: i64) -> String {
    let time = Timestamp::from_millisecond(milliseconds);
    time.map_or_else(|_| "?".to_owned(), |time| format!("{time:.0}"))
}
