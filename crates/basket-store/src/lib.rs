//! Where shops, products and carts are kept. All SQL of the service stands below this module; what
//! goes in and comes out are the domain's own types. It must never know HTTP.
//!
//! An engine keeps what it is told and decides nothing: what a change does to a cart is decided in
//! `decision`, the same for every engine.

mod cart_search;
mod checkout_setup;
mod copy;
mod days;
mod decision;
mod designs;
mod engine;
mod error;
mod imports;
mod lifetime;
mod location;
mod orders;
mod outbox;
mod outcome;
mod payments;
mod people;
mod postgres;
mod product_search;
mod recent;
mod sql;
mod sqlite;
mod statement;
mod statements;
pub mod tls;

pub use cart_search::{CartFilter, CartRow, Contents, FoundCarts};
pub use checkout_setup::{CheckoutChoice, CheckoutSetup, Webhook};
pub use copy::{CopyError, Progress, copy};
pub use days::Day;
pub use designs::Design;
pub use error::{ChangeError, StoreError};
pub use imports::Import;
pub use lifetime::{IDLE_DAYS, REPLAY_HOURS};
pub use location::{BadLocation, Location, PostgresAddress};
pub use orders::OrderPage;
pub use outbox::write_order;
pub use outbox::{
    Channel, Delivery, DeliveryAttempt, DueMessage, Kind as MessageKind, MessageState,
    OutboxMessage,
};
pub use people::{Activity, Colleague, Link, Membership, Session};

use basket_core::{cart::Cart, product::Product};
use basket_model::{
    change::Change,
    clock::Clock,
    key::{self, Key, NewKey},
    shop::{NewShop, Shop, ShopChange},
};
use engine::Engine as _;
use postgres::Postgres;
use recent::Recent;
use sqlite::Sqlite;
use std::{sync::Arc, time::Duration};
use tokio::sync::Notify;

/// How a database is opened.
#[derive(Debug, Clone)]
pub struct StoreOptions {
    /// Tells the time.
    pub clock: Clock,
    /// With SQLite, how long to wait for another process that holds the file.
    pub busy_timeout: Duration,
    /// With SQLite, how many pages of 4 KiB the file may have; `None` is as many as the disk holds.
    pub max_pages: Option<u32>,
    /// With PostgreSQL, how many connections there may be.
    pub connections: usize,
    /// Whether shoppers get a mail about what they order. If not, none is written down to be sent.
    pub mails: bool,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self {
            clock: Clock::system(),
            busy_timeout: Duration::from_secs(5),
            max_pages: None,
            // Several processes fit into the hundred that a server allows unless told otherwise.
            connections: 16,
            mails: false,
        }
    }
}

/// A cart as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCart {
    /// The cart.
    pub cart: Cart,
    /// Whether everything that it shows is as it was when it got its version. If not, the catalogue
    /// has moved since, and two carts of this version may differ.
    pub settled: bool,
    /// Whether it is time to note that somebody still looks at it.
    pub fading: bool,
}

/// Some of a shop's products, in the order they were first put there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductPage {
    /// The products.
    pub products: Vec<Product>,
    /// Where the next page starts; `None` behind the last product.
    pub next: Option<i64>,
}

/// A cart in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedCart {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: i64,
    /// How many items are in it.
    pub items: i64,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// When somebody last used it, within a day.
    pub touched_at: i64,
}

/// Some of a shop's carts, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CartPage {
    /// The carts.
    pub carts: Vec<ListedCart>,
    /// Where the next page starts; `None` behind the oldest cart.
    pub next: Option<i64>,
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
    recent: Recent,
    mails: bool,
    /// Told when this process writes a message to be sent.
    wake: Notify,
}

#[derive(Debug)]
enum Engine {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

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

impl Store {
    /// Opens the database, creates what is missing in it, and brings it up to date.
    pub async fn open(location: &Location, options: StoreOptions) -> Result<Self, StoreError> {
        let (clock, mails) = (options.clock.clone(), options.mails);
        let engine = match location {
            Location::Sqlite(path) => Engine::Sqlite(Sqlite::open(path, options)?),
            Location::Postgres(address) => {
                Engine::Postgres(Postgres::open(address, options).await?)
            }
        };
        Ok(Self { engine, clock, recent: Recent::default(), mails, wake: Notify::new() })
    }

    /// The time by which everything in the store goes.
    pub fn now(&self) -> i64 {
        self.clock.now()
    }

    /// Whether shoppers get a mail about what they order.
    pub fn sends_mails(&self) -> bool {
        self.mails
    }

    /// Reads something small, to know that the database answers.
    pub async fn check(&self) -> Result<(), StoreError> {
        ask!(self, check())
    }

    /// The shop that a publishable key names, as it is now or was a moment ago.
    pub async fn shop_of_key(&self, key: &str) -> Result<Option<Arc<Shop>>, StoreError> {
        let now = self.clock.now();
        if let Some(shop) = self.recent.find(key, now) {
            return Ok(Some(shop));
        }
        let shop = ask!(self, shop_of_key(key, None, now))?.map(Arc::new);
        if let Some(shop) = &shop {
            self.recent.remember(key, now, shop);
        }
        Ok(shop)
    }

    /// The shop that a secret key opens.
    pub async fn shop_of_secret(&self, key: &str) -> Result<Option<Shop>, StoreError> {
        let Some((name, digest)) = key::read_secret(key) else { return Ok(None) };
        ask!(self, shop_of_key(name, Some(&digest), self.clock.now()))
    }

    /// Every shop, oldest first.
    pub async fn shops(&self) -> Result<Vec<Shop>, StoreError> {
        ask!(self, shops())
    }

    /// Changes a shop; whether there is one of that number.
    pub async fn change_shop(&self, shop: i64, change: ShopChange) -> Result<bool, StoreError> {
        let is_there = ask!(self, change_shop(shop, change))?;
        self.recent.forget();
        Ok(is_there)
    }

    /// Every key that the shop has or had, oldest first.
    pub async fn keys(&self, shop: i64) -> Result<Vec<Key>, StoreError> {
        ask!(self, keys(shop))
    }

    /// Gives the shop one more key.
    pub async fn create_key(&self, shop: i64, key: NewKey) -> Result<(), StoreError> {
        ask!(self, create_key(shop, key, self.clock.now()))
    }

    /// Ends a key at once; whether the shop has it.
    pub async fn revoke_key(&self, shop: i64, name: &str) -> Result<bool, StoreError> {
        self.end_key(shop, name, self.clock.now(), None).await
    }

    /// Gives a key a successor and lets it end a while later; whether the shop has it.
    pub async fn rotate_key(
        &self,
        shop: i64,
        name: &str,
        successor: NewKey,
        overlap: Duration,
    ) -> Result<bool, StoreError> {
        let overlap = i64::try_from(overlap.as_millis()).unwrap_or(i64::MAX);
        let at = self.clock.now().saturating_add(overlap);
        self.end_key(shop, name, at, Some(successor)).await
    }

    async fn end_key(
        &self,
        shop: i64,
        name: &str,
        at: i64,
        successor: Option<NewKey>,
    ) -> Result<bool, StoreError> {
        let is_there = ask!(self, end_key(shop, name.to_owned(), at, successor, self.clock.now()))?;
        self.recent.forget();
        Ok(is_there)
    }

    /// Opens a shop with its first key and its first products, or not at all; its number.
    pub async fn create_shop(
        &self,
        shop: NewShop,
        products: Vec<Product>,
    ) -> Result<i64, StoreError> {
        ask!(self, create_shop(shop, products, self.clock.now()))
    }

    /// Those of the products named that the shop has, in the order named.
    pub async fn products(&self, shop: i64, skus: &[String]) -> Result<Vec<Product>, StoreError> {
        ask!(self, products(shop, skus))
    }

    /// At most `limit` products behind the place `after`; 0 is the start.
    pub async fn product_page(
        &self,
        shop: i64,
        after: i64,
        limit: u32,
    ) -> Result<ProductPage, StoreError> {
        ask!(self, product_page(shop, after, limit))
    }

    /// Adds products, or changes those that have their skus; all of them or none.
    pub async fn put_products(&self, shop: i64, products: Vec<Product>) -> Result<(), StoreError> {
        ask!(self, put_products(shop, products))
    }

    /// Removes a product; whether there was one. Carts keep their lines of it.
    pub async fn remove_product(&self, shop: i64, sku: String) -> Result<bool, StoreError> {
        ask!(self, remove_product(shop, sku))
    }

    /// The cart of that id, if it is the shop's.
    pub async fn cart(&self, shop: &Shop, id: &str) -> Result<FoundCart, ChangeError> {
        let found = ask!(self, cart(shop, id))?;
        let now = self.clock.now();
        let stored = decision::live(found, now)?;
        let fading = lifetime::is_fading(stored.touched_at, now);
        Ok(FoundCart { cart: stored.cart, settled: stored.settled, fading })
    }

    /// At most `limit` carts of the shop behind the place `after`; `None` is the newest.
    pub async fn cart_page(
        &self,
        shop: i64,
        after: Option<i64>,
        limit: u32,
    ) -> Result<CartPage, StoreError> {
        ask!(self, cart_page(shop, after.unwrap_or(i64::MAX), limit))
    }

    /// Makes a change; the cart as it is then.
    pub async fn change(&self, shop: &Shop, change: Change) -> Result<Cart, ChangeError> {
        ask!(self, change(shop, change, self.clock.now()))
    }

    /// Notes that somebody looked at a cart.
    pub async fn touch_cart(&self, id: String) -> Result<(), StoreError> {
        ask!(self, touch_cart(id, self.clock.now()))
    }

    /// Deletes some of what has outlived its use; whether there is more.
    pub async fn tidy(&self) -> Result<bool, StoreError> {
        self.tidy_people().await?;
        self.tidy_checkouts().await?;
        self.tidy_payments().await?;
        self.tidy_outbox().await?;
        // What is deleted has been counted before.
        let more = self.count_carts().await?;
        Ok(ask!(self, tidy(self.clock.now()))? || more)
    }
}
