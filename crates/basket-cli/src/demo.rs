//! `basket demo`: the demo shop, from a fresh database unless one is named.

use crate::{failure, serve};
use anyhow::{Context, Result};
use basket_server::{Settings, demo};
use basket_store::{Location, StoreOptions};
use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Address to listen on; port 0 picks a free port
    #[arg(long, env = "BASKET_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDR")]
    listen: String,
    /// Database to keep the shop in, instead of a temporary one: sqlite:FILE or postgres://…
    #[arg(long, value_name = "DATABASE")]
    database: Option<Location>,
    /// Allow webhooks to private addresses: this machine and its network
    #[arg(long)]
    allow_private_webhooks: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    // The folder is removed when this function ends, after the store that lies in it is closed.
    let (database, _folder) = if let Some(database) = &arguments.database {
        (database.clone(), None)
    } else {
        let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
        (Location::Sqlite(folder.path().join("demo.db")), Some(folder))
    };
    let allow_private_webhooks = arguments.allow_private_webhooks;
    let settings = Settings { demo: true, allow_private_webhooks, ..Settings::default() };
    let options = StoreOptions::default();
    let addresses = serve::Addresses { listen: &arguments.listen, internal: None };
    serve::listen(addresses, &database, options, settings, async |store, address| {
        demo::seed(store).await.map_err(|error| failure::database(&database, &error))?;
        let outcome = match arguments.database {
            Some(_) => "the shop is kept",
            None => "the shop is then deleted",
        };
        Ok(format!(
            "Demo shop: http://{address}\n\
             API key:   {}\n\
             Backend:   http://{address}/admin, {} with the password {}\n\
             Stop it with Ctrl+C; {outcome}.\n",
            demo::KEY,
            demo::EMAIL,
            demo::PASSWORD,
        ))
    })
}
