//! The database that a command works on.

use crate::{failure, secret_file};
use anyhow::{Context, Result, bail};
use basket_model::shop::Shop;
use basket_store::{Location, SchemaPolicy, SecretKeys, Store, StoreError, StoreOptions};
use clap::Args;
use std::{fs, path::PathBuf};
use tokio::runtime::Runtime;

/// The keys themselves, for setups without a key file. A flag would show them to every user of the machine.
const SECRET_KEYS: &str = "BASKET_SECRET_KEYS";

#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct Arguments {
    /// Database: sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/DATABASE
    #[arg(
        long,
        global = true,
        env = "BASKET_DATABASE",
        hide_env_values = true,
        default_value = "sqlite:basket.db",
        value_name = "DATABASE"
    )]
    database: Location,
    /// Upgrade a database of an earlier version. Older services may not be able to use it afterwards
    #[arg(long, global = true)]
    migrate: bool,
    /// File with the keys that encrypt secrets, newest first. Or put the keys into `BASKET_SECRET_KEYS`
    #[arg(long, global = true, env = "BASKET_SECRET_KEYS_FILE", value_name = "FILE")]
    secret_keys_file: Option<PathBuf>,
}

/// A shop in a database.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct ShopArguments {
    #[command(flatten)]
    database: Arguments,
    /// Shop number, see `basket shop list`; needed only if there are several shops
    #[arg(long, global = true, value_name = "NUMBER")]
    shop: Option<i64>,
}

impl ShopArguments {
    /// Opens the database, and finds the shop's number in it.
    pub(crate) fn open(&self) -> Result<(Database, i64)> {
        let database = self.database.open()?;
        let shop = database.shop(self.shop)?.id;
        Ok((database, shop))
    }
}

/// An open database with what it takes to wait for it.
pub(crate) struct Database {
    runtime: Runtime,
    store: Store,
    location: Location,
}

impl Arguments {
    /// Where it is.
    pub(crate) fn location(&self) -> &Location {
        &self.database
    }

    /// What secrets are encrypted with: nothing, if nobody says.
    pub(crate) fn secret_keys(&self) -> Result<SecretKeys> {
        let (text, source) = match &self.secret_keys_file {
            Some(file) => {
                let name = file.display().to_string();
                (fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?, name)
            }
            None => match secret_file::value(SECRET_KEYS)? {
                Some(keys) => (keys, SECRET_KEYS.to_owned()),
                None => return Ok(SecretKeys::default()),
            },
        };
        text.parse().with_context(|| format!("{source} is invalid"))
    }

    /// Opens the database for a command that does not listen.
    pub(crate) fn open(&self) -> Result<Database> {
        let runtime = Runtime::new().context("cannot start the async runtime")?;
        let location = self.database.clone();
        let secret_keys = self.secret_keys()?;
        let schema = if self.migrate { SchemaPolicy::Upgrade } else { SchemaPolicy::Create };
        let options = StoreOptions { schema, secret_keys, ..StoreOptions::default() };
        let store = runtime.block_on(Store::open(&location, options));
        let store = store.map_err(|error| failure::database(&location, &error))?;
        Ok(Database { runtime, store, location })
    }
}

impl Database {
    /// Asks the store and waits for the answer.
    pub(crate) fn ask<'a, T, F>(&'a self, question: impl FnOnce(&'a Store) -> F) -> Result<T>
    where
        F: Future<Output = Result<T, StoreError>>,
    {
        let answer = self.runtime.block_on(question(&self.store));
        answer.map_err(|error| failure::database(&self.location, &error))
    }

    /// The shop of that number. Where there is one shop only, it need not be named.
    pub(crate) fn shop(&self, number: Option<i64>) -> Result<Shop> {
        let mut shops = self.ask(async |store| store.shops().all().await)?;
        if let Some(number) = number {
            let found = shops.into_iter().find(|shop| shop.id == number);
            return found.with_context(|| {
                format!("There is no shop {number}. `basket shop list` shows all shops.")
            });
        }
        match shops.len() {
            0 => bail!("There is no shop yet. Create one with `basket shop create NAME`."),
            1 => Ok(shops.remove(0)),
            count => bail!(
                "There are {count} shops. Choose one with --shop NUMBER; `basket shop list` shows the \
                 numbers."
            ),
        }
    }
}
