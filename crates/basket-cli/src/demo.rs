//! `basket demo`: the demo shop, from a fresh database unless one is named.

use crate::failure;
use anyhow::{Context, Result};
use basket_server::{Location, Service, Settings, Store, StoreOptions, demo};
use clap::Args;
use std::{
    io::{self, Write},
    net::SocketAddr,
    sync::Arc,
};
use tokio::{runtime::Runtime, signal};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Where to listen; port 0 takes a free one
    #[arg(long, env = "BASKET_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDR")]
    listen: String,
    /// Keep the shop in this database instead of a temporary one: sqlite:FILE or postgres://…
    #[arg(long, value_name = "DATABASE")]
    database: Option<Location>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    // The folder is removed when this function ends, after the store that lies in it is closed.
    let (database, _folder) = if let Some(database) = &arguments.database {
        (database.clone(), None)
    } else {
        let folder = tempfile::tempdir().context("no temporary folder could be made")?;
        (Location::Sqlite(folder.path().join("demo.db")), Some(folder))
    };
    let runtime = Runtime::new().context("the service could not be started")?;
    runtime.block_on(async {
        let failed = |error| failure::database(&database, &error);
        let store = Store::open(&database, StoreOptions::default()).await.map_err(failed)?;
        let store = Arc::new(store);
        demo::seed(&store).await.map_err(failed)?;
        let settings = Settings { demo: true, ..Settings::default() };
        let service = Service::bind(&arguments.listen, Arc::clone(&store), settings)
            .await
            .map_err(|error| failure::listen(&arguments.listen, &error))?;
        let stop = stop_signal()?;
        greet(service.address()?, arguments.database.is_some());
        service.run(stop).await;
        Ok(())
    })
}

/// Done when the process is asked to end. The signals are taken over before this returns.
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Says where the shop is. Programs read the first line and wait for it.
fn greet(address: SocketAddr, kept: bool) {
    let fate = if kept { "what is in the shop stays" } else { "the shop is forgotten then" };
    let text = format!(
        "Demo shop: http://{address}\n\
         API key:   {}\n\
         Stop it with Ctrl+C; {fate}.\n",
        demo::KEY
    );
    let mut stdout = io::stdout().lock();
    // Nobody may be listening; the shop is served all the same.
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}
