//! Where shops, products, carts and orders are kept. All SQL of the service stands in this crate; what goes in and
//! comes out are the model's own types. It must never know HTTP.
//!
//! A [`Store`] is one open database. Repositories are views of it by subject: `store.orders().place(…)`. What several
//! statements change together, one transaction changes, the same on both engines. The hot path (`engine`) is each
//! engine's own; an engine keeps what it is told and decides nothing: what a change does to a cart is decided in
//! `decision`.

/// Asks whichever engine there is. What PostgreSQL needs to wait is large, and without a box every question to SQLite
/// would carry the same around.
macro_rules! ask {
    ($store:expr, $question:ident($($argument:expr),*)) => {
        match &$store.engine {
            Engine::Sqlite(engine) => engine.$question($($argument),*).await,
            Engine::Postgres(engine) => Box::pin(engine.$question($($argument),*)).await,
        }
    };
}

mod activity;
mod builds;
mod carts;
mod checkouts;
mod copy;
mod days;
mod decision;
mod designs;
mod discounts;
mod engine;
mod error;
mod frozen_cart;
mod imports;
mod inspection;
mod invoices;
mod keys;
mod lifetime;
mod location;
mod operators;
mod orders;
mod outbox;
mod outcome;
mod persons;
mod pieces;
mod postgres;
mod products;
mod query;
mod recent;
mod repositories;
mod restore;
mod row;
mod rules;
mod schema_version;
mod seal;
mod secrets;
mod shops;
mod sqlite;
mod statistics;
mod stored_product;
pub mod tls;
mod transaction;

pub use activity::{Activity, ActivityLog};
pub use builds::{Build, BuildFile, BuildFileName, Builds};
pub use carts::{
    CartFilter, CartPage, CartRow, Carts, Contents, FoundCart, FoundCarts, ListedCart,
};
pub use checkouts::Checkouts;
pub use copy::{CopyError, Progress, backup, copy};
pub use days::{Day, Days};
pub use designs::{Design, Designs};
pub use discounts::{DiscountPage, Discounts};
pub use error::{ChangeError, PlaceError, StoreError};
pub use imports::{Import, Imports};
pub use inspection::{InspectedShop, Inspection, MissingRight};
pub use invoices::Sellers;
pub use keys::Keys;
pub use lifetime::{IDLE_DAYS, REPLAY_HOURS};
pub use location::{BadLocation, Location, PostgresAddress};
pub use operators::{
    Challenge, ChallengePurpose, Challenges, Colleague, Link, Links, Membership, OpenSession,
    Operators, Passkey, SecondFactors, Session, Sessions, Whence,
};
pub use orders::{OpenPayment, OrderPage, Orders};
pub use outbox::{
    Channel, Delivery, DeliveryAttempt, DueMessage, MessageState, Outbox, OutboxMessage,
};
pub use persons::Persons;
pub use products::{ProductPage, Products};
pub use restore::{RestoreError, Restored, restore};
pub use schema_version::{SchemaPolicy, SchemaState, SchemaVersion};
pub use secrets::{BadSecretKeys, SecretKeys, Secrets};
pub use shops::{CheckoutChoice, CheckoutSetup, HandoverSecret, Shops, Webhook};
pub use statistics::Statistics;
pub use stored_product::StoredProduct;

use basket_model::clock::{Clock, ClockTrust};
use postgres::Postgres;
use query::Query as _;
use recent::Recent;
use row::values;
use sqlite::Sqlite;
use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};
use tokio::sync::Notify;

/// How a database is opened.
#[derive(Debug, Clone)]
pub struct StoreOptions {
    /// Tells the time; `None` is the system's clock, and with PostgreSQL the time of day of its server.
    pub clock: Option<Clock>,
    /// With SQLite, how long to wait for another process that holds the file.
    pub busy_timeout: Duration,
    /// With SQLite, how many pages of 4 KiB the file may have; `None` is as many as the disk holds.
    pub max_pages: Option<u32>,
    /// With PostgreSQL, how many connections there may be.
    pub connections: usize,
    /// Whether shoppers get a mail about what they order. If not, none is written down to be sent.
    pub mails: bool,
    /// What may be done to the database's tables.
    pub schema: SchemaPolicy,
    /// What secrets are encrypted with.
    pub secret_keys: SecretKeys,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self {
            clock: None,
            busy_timeout: Duration::from_secs(5),
            max_pages: None,
            // Several processes fit into the hundred that a server allows unless told otherwise.
            connections: 16,
            mails: false,
            schema: SchemaPolicy::Upgrade,
            secret_keys: SecretKeys::default(),
        }
    }
}

/// The system's clock, with an offset to its time of day.
fn behind(offset: &Arc<AtomicI64>) -> Clock {
    let (system, offset) = (Clock::system(), Arc::clone(offset));
    let ticks = system.clone();
    Clock::new(move || system.now() + offset.load(Ordering::Relaxed), move || ticks.ticks())
}

/// One page of those rows, each with its place, of which one more than wanted was asked for; and where the
/// next one starts.
fn page<T>(mut rows: Vec<(i64, T)>, limit: u32) -> (Vec<T>, Option<i64>) {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = rows.len() > limit;
    rows.truncate(limit);
    let next = rows.last().map(|(place, _)| *place).filter(|_| more);
    (rows.into_iter().map(|(_, row)| row).collect(), next)
}

/// An open database. A change is answered when it is durable.
#[derive(Debug)]
pub struct Store {
    engine: Engine,
    clock: Clock,
    /// How far PostgreSQL's time is ahead of ours, where we go by it.
    offset: Option<Arc<AtomicI64>>,
    /// Whether the time of day is good enough to delete by it.
    trust: Mutex<ClockTrust>,
    recent: Recent,
    mails: bool,
    secret_keys: SecretKeys,
    statistics: Arc<Statistics>,
    /// Told when this process writes a message to be sent.
    wake: Notify,
}

#[derive(Debug)]
enum Engine {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Engine {
    /// As OpenTelemetry calls it.
    fn name(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "sqlite",
            Self::Postgres(_) => "postgresql",
        }
    }
}

impl Store {
    /// Opens the database, creates what is missing in it, and brings it up to date.
    pub async fn open(location: &Location, options: StoreOptions) -> Result<Self, StoreError> {
        let (clock, mails, secret_keys) =
            (options.clock.clone(), options.mails, options.secret_keys.clone());
        let statistics = Arc::new(Statistics::default());
        let engine = match location {
            Location::Sqlite(path) => {
                Engine::Sqlite(Sqlite::open(path, options, Arc::clone(&statistics))?)
            }
            Location::Postgres(address) => {
                Engine::Postgres(Postgres::open(address, options, Arc::clone(&statistics)).await?)
            }
        };
        let offset = Arc::new(AtomicI64::new(0));
        let follows = clock.is_none() && matches!(engine, Engine::Postgres(_));
        let clock = clock.unwrap_or_else(|| behind(&offset));
        let store = Self {
            engine,
            trust: Mutex::new(ClockTrust::new(&clock, None)),
            clock,
            offset: follows.then_some(offset),
            recent: Recent::default(),
            mails,
            secret_keys,
            statistics,
            wake: Notify::new(),
        };
        store.set_clock().await?;
        let newest = store.row("SELECT max(touched_at) AS newest FROM carts", values![]).await?;
        let newest = newest.map_or(Ok(None), |row| row.get("newest"))?;
        *store.trust() = ClockTrust::new(&store.clock, newest);
        Ok(store)
    }

    /// Goes by the time of PostgreSQL's server, so that processes on several machines agree.
    async fn set_clock(&self) -> Result<(), StoreError> {
        let Some(offset) = &self.offset else { return Ok(()) };
        let sql = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) AS now";
        let asked = self.ticks();
        let Some(row) = self.row(sql, values![]).await? else { return Ok(()) };
        // The answer was made about halfway between the question and now.
        let now = row.get::<i64>("now")? + (self.ticks() - asked) / 2;
        offset.fetch_add(now - self.now(), Ordering::Relaxed);
        Ok(())
    }

    fn trust(&self) -> MutexGuard<'_, ClockTrust> {
        self.trust.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time by which everything in the store goes.
    pub fn now(&self) -> i64 {
        self.clock.now()
    }

    /// Milliseconds that never go back, for what waits rather than has a date.
    pub fn ticks(&self) -> i64 {
        self.clock.ticks()
    }

    /// Whether shoppers get a mail about what they order.
    pub fn sends_mails(&self) -> bool {
        self.mails
    }

    /// What the store has counted about itself.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Makes sure that the database takes changes.
    pub async fn check(&self) -> Result<(), StoreError> {
        match &self.engine {
            Engine::Sqlite(engine) => engine.transaction(async |_: &_| Ok(())).await,
            Engine::Postgres(engine) => engine.check().await.map_err(StoreError::given_up),
        }
    }

    /// Cancels orders that wait for their payment for too long, so that others can have what they hold.
    pub async fn release_stock(&self) -> Result<(), StoreError> {
        if self.trust().check(&self.clock) {
            self.orders().cancel_unpaid().await?;
        }
        Ok(())
    }

    /// Deletes some of what has outlived its use; whether there is more. Nothing is deleted by a clock that may be far
    /// ahead.
    pub async fn tidy(&self) -> Result<bool, StoreError> {
        self.set_clock().await?;
        // What is too old is told by the time that is checked here, and not by a later one.
        let now = self.now();
        if !self.trust().check(&self.clock) {
            tracing::warn!("the system clock jumped ahead; expired data is not deleted for a day");
            return Ok(false);
        }
        self.sessions().sweep().await?;
        self.links().sweep().await?;
        self.challenges().sweep().await?;
        self.builds().sweep(now).await?;
        let mut more = self.outbox().sweep(now).await?;
        more |= self.checkouts().sweep(now).await?;
        more |= self.orders().erase_old(now).await?;
        more |= self.shops().delete_due(now).await?;
        more |= self.operators().delete_due(now).await?;
        // What is deleted has been counted before.
        more |= self.days().count_carts().await?;
        Ok(self.carts().sweep(now).await? || more)
    }
}
