//! `basket serve`: the service, for shops that are meant.

use crate::{config_file, database, failure, health::on_this_machine, operator};
use anyhow::{Context, Result};
use basket_delivery::Mail;
use basket_server::{Service, Settings};
use basket_store::{Location, SchemaPolicy, Store, StoreOptions};
use clap::Args;
use std::{
    io::{self, Write},
    net::SocketAddr,
    path::PathBuf,
    sync::Arc,
    time::Duration,
};
use tokio::{runtime::Runtime, signal};

/// How many times an hour a cart may go to the checkout. Nobody who buys comes close.
const CHECKOUTS_PER_CART: u32 = 240;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    flags: Flags,
    /// Print a settings file with every setting and its default, and exit
    #[arg(long)]
    print_config: bool,
}

/// The settings of the service, which `basket doctor` checks.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct Flags {
    /// TOML file with settings: `NAME = VALUE`, with the names of the flags
    #[arg(long, env = "BASKET_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Address to listen on; port 0 picks a free port
    #[arg(long, env = "BASKET_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDR")]
    listen: String,
    /// Address for monitoring: /metrics, /healthz, /readyz; without it, there are no metrics
    #[arg(long, env = "BASKET_INTERNAL", value_name = "ADDR")]
    internal: Option<String>,
    #[command(flatten)]
    pub(crate) database: database::Arguments,
    /// Maximum number of connections to PostgreSQL
    #[arg(long, env = "BASKET_DATABASE_CONNECTIONS", default_value_t = 16, value_name = "NUMBER")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) database_connections: u16,
    /// Maximum number of open connections; further ones wait
    #[arg(long, env = "BASKET_MAX_CONNECTIONS", default_value_t = 10_000, value_name = "NUMBER")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_connections: u32,
    /// Maximum connections per client address, without a proxy; 0 for no limit
    #[arg(long, env = "BASKET_CONNECTIONS_PER_ADDRESS", default_value_t = 256)]
    #[arg(value_name = "NUMBER")]
    connections_per_address: u32,
    /// Requests per second per client address, averaged over a few seconds; 0 for no limit
    #[arg(long, env = "BASKET_REQUESTS_PER_ADDRESS", default_value_t = 50, value_name = "NUMBER")]
    requests_per_address: u32,
    /// Requests per second per shop, for all clients together; 0 for no limit
    #[arg(long, env = "BASKET_REQUESTS_PER_SHOP", default_value_t = 0, value_name = "NUMBER")]
    requests_per_shop: u32,
    /// Orders per hour per client address, a sixth of them at once; 0 for no limit
    #[arg(long, env = "BASKET_ORDERS_PER_ADDRESS", default_value_t = 120, value_name = "NUMBER")]
    orders_per_address: u32,
    /// Orders per hour per e-mail address, a sixth of them at once; 0 for no limit
    #[arg(long, env = "BASKET_ORDERS_PER_EMAIL", default_value_t = 60, value_name = "NUMBER")]
    orders_per_email: u32,
    /// Orders per hour per shop, a sixth of them at once; 0 for no limit
    #[arg(long, env = "BASKET_ORDERS_PER_SHOP", default_value_t = 3600, value_name = "NUMBER")]
    orders_per_shop: u32,
    /// Ordered items per hour per client address; a larger order is accepted, and the next one waits; 0 for no limit
    #[arg(long, env = "BASKET_PIECES_PER_ADDRESS", default_value_t = 2000, value_name = "NUMBER")]
    pieces_per_address: u32,
    /// Number of reverse proxies in front of the service that set X-Forwarded-For
    #[arg(long, env = "BASKET_PROXIES", default_value_t = 0, value_name = "NUMBER")]
    pub(crate) proxies: u8,
    /// Public origin of the service, such as `https://basket.example`; without it, taken from each request
    #[arg(long, env = "BASKET_PUBLIC", value_name = "ORIGIN", value_parser = crate::shop::origin)]
    pub(crate) public: Option<String>,
    /// E-mail address of the first operator, created with the password in `BASKET_ADMIN_PASSWORD`
    #[arg(
        long,
        env = "BASKET_ADMIN_EMAIL",
        default_value = "admin@localhost",
        value_name = "EMAIL"
    )]
    admin_email: String,
    /// Serve the documentation and the public designer at /docs
    #[arg(long, env = "BASKET_DOCS", value_name = "BOOL", default_value_t = true)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(action = clap::ArgAction::Set, value_parser = clap::builder::BoolishValueParser::new())]
    docs: bool,
    /// Allow webhooks to private addresses: this machine and its network
    #[arg(
        long,
        env = "BASKET_ALLOW_PRIVATE_WEBHOOKS",
        value_name = "BOOL",
        default_value_t = false
    )]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(action = clap::ArgAction::Set, value_parser = clap::builder::BoolishValueParser::new())]
    pub(crate) allow_private_webhooks: bool,
    /// Mail server, as `smtp://USER:PASSWORD@HOST:PORT`; without it, no mails are sent
    #[arg(long, env = "BASKET_SMTP", value_name = "URL", hide_env_values = true)]
    #[arg(requires = "mail_from")]
    pub(crate) smtp: Option<String>,
    /// Sender of mails, as `shop@example.com` or `Shop <shop@example.com>`
    #[arg(long, env = "BASKET_MAIL_FROM", value_name = "ADDRESS")]
    pub(crate) mail_from: Option<String>,
    /// Where Stripe's API is, instead of at Stripe: for tests
    #[arg(long, env = "BASKET_STRIPE_URL", value_name = "URL", hide = true)]
    pub(crate) stripe_url: Option<String>,
    /// Where the API of VIES is, instead of at the European Commission: for tests
    #[arg(long, env = "BASKET_VIES_URL", value_name = "URL", hide = true)]
    pub(crate) vies_url: Option<String>,
    /// Timeout for request headers, and for idle connections
    #[arg(long, env = "BASKET_HEADER_TIMEOUT", default_value = "10s", value_name = "TIME")]
    #[arg(value_parser = crate::span::read)]
    header_timeout: Duration,
    /// Timeout for request bodies
    #[arg(long, env = "BASKET_BODY_TIMEOUT", default_value = "30s", value_name = "TIME")]
    #[arg(value_parser = crate::span::read)]
    body_timeout: Duration,
    /// Timeout for a client that does not read the response
    #[arg(long, env = "BASKET_WRITE_TIMEOUT", default_value = "30s", value_name = "TIME")]
    #[arg(value_parser = crate::span::read)]
    write_timeout: Duration,
    /// Do not create or upgrade the tables: `basket migrate-schema` does, with a role that may
    #[arg(long, env = "BASKET_NO_MIGRATE", value_name = "BOOL", default_value_t = false)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    #[arg(action = clap::ArgAction::Set, value_parser = clap::builder::BoolishValueParser::new())]
    pub(crate) no_migrate: bool,
    /// Time at shutdown during which /readyz is 503 and requests are still answered
    #[arg(long, env = "BASKET_DRAIN", default_value = "0s", value_name = "TIME")]
    #[arg(value_parser = crate::span::read)]
    drain: Duration,
    /// Time to finish open requests at shutdown
    #[arg(long, env = "BASKET_GRACE", default_value = "10s", value_name = "TIME")]
    #[arg(value_parser = crate::span::read)]
    grace: Duration,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    if arguments.print_config {
        return Ok(crate::say(&config_file::template()?)?);
    }
    let arguments = &arguments.flags;
    let mail = match (&arguments.smtp, &arguments.mail_from) {
        (Some(server), Some(from)) => Some(Mail::new(server, from)?),
        _ => None,
    };
    let mails = mail.is_some();
    let settings = Settings {
        header_timeout: arguments.header_timeout,
        body_timeout: arguments.body_timeout,
        max_connections: usize::try_from(arguments.max_connections)?,
        drain: arguments.drain,
        grace: arguments.grace,
        connections_per_address: usize::try_from(arguments.connections_per_address)?,
        write_timeout: arguments.write_timeout,
        requests_per_address: arguments.requests_per_address,
        requests_per_shop: arguments.requests_per_shop,
        checkouts_per_cart: CHECKOUTS_PER_CART,
        orders_per_address: arguments.orders_per_address,
        orders_per_email: arguments.orders_per_email,
        orders_per_shop: arguments.orders_per_shop,
        pieces_per_address: arguments.pieces_per_address,
        proxies: arguments.proxies.into(),
        demo: false,
        docs: arguments.docs,
        public: arguments.public.clone(),
        allow_private_webhooks: arguments.allow_private_webhooks,
        mail,
        stripe: arguments.stripe_url.clone(),
        vies: arguments.vies_url.clone(),
        ..Settings::default()
    };
    let connections = arguments.database_connections.into();
    let secret_keys = arguments.database.secret_keys()?;
    let schema = if arguments.no_migrate { SchemaPolicy::Keep } else { SchemaPolicy::Upgrade };
    let options =
        StoreOptions { connections, mails, schema, secret_keys, ..StoreOptions::default() };
    let location = arguments.database.location();
    let addresses =
        Addresses { listen: &arguments.listen, internal: arguments.internal.as_deref() };
    listen(addresses, location, options, settings, async |store, address| {
        let public = arguments.public.clone().unwrap_or_else(|| format!("http://{address}"));
        let checked = store.secrets().check().await;
        checked.map_err(|error| failure::database(location, &error))?;
        let first = operator::first(store, &arguments.admin_email, &public).await?;
        Ok(format!(
            "Service:  http://{address}\nDatabase: {location}\nBackend:  {public}/admin\n{first}"
        ))
    })
}

/// Where to listen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Addresses<'a> {
    pub(crate) listen: &'a str,
    /// For those who watch over the service.
    pub(crate) internal: Option<&'a str>,
}

/// Opens the database and answers until the process is asked to stop. `greet` prepares what is in
/// the database and says what to say; programs read the first line of it and wait for it.
pub(crate) fn listen(
    addresses: Addresses<'_>,
    location: &Location,
    options: StoreOptions,
    settings: Settings,
    greet: impl AsyncFnOnce(&Store, SocketAddr) -> Result<String>,
) -> Result<()> {
    let runtime = Runtime::new().context("cannot start the async runtime")?;
    runtime.block_on(async {
        let store = Store::open(location, options).await;
        let store = Arc::new(store.map_err(|error| failure::database(location, &error))?);
        let Addresses { listen, internal } = addresses;
        let service = Service::bind(listen, Arc::clone(&store), settings).await;
        let mut service = service.map_err(|error| failure::listen(listen, &error))?;
        let mut internally = String::new();
        if let Some(internal) = internal {
            let bound = service.bind_internal(internal).await;
            let bound = bound.map_err(|error| failure::listen(internal, &error))?;
            internally = format!("Internal: http://{bound}\n");
        }
        let stop = stop_signal()?;
        let text = greet(&store, on_this_machine(service.address()?)).await? + &internally;
        let mut stdout = io::stdout().lock();
        // Nobody may be listening; the service answers all the same.
        let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
        drop(stdout);
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
