//! Shops, where their baskets may stand, and the keys that name them.

mod deletion;
mod setup;

pub use setup::{CheckoutChoice, CheckoutSetup, HandoverSecret, Webhook};

use crate::{
    Engine, Store, StoreError,
    engine::Engine as _,
    keys, products,
    query::Query,
    recent,
    row::{Row, values},
    rules,
    transaction::{Rollback, Tx},
};
use basket_core::{money::Currency, product::Product};
use basket_model::{
    catalogue::Mentioned,
    key,
    pricing::{self, Rules},
    shop::{Checkout, NewShop, Shop, ShopChange},
};
use std::sync::Arc;

/// Shops.
#[derive(Debug, Clone, Copy)]
pub struct Shops<'a>(pub(crate) &'a Store);

/// Reads shops, in as many rows as they have origins.
macro_rules! shops {
    ($which:literal) => {
        concat!(
            "SELECT s.id, s.name, s.currency, s.checkout, s.pricing, o.origin,
                 (SELECT count(*) FROM discounts d WHERE d.shop_id = s.id) AS discounts
             FROM shops s LEFT JOIN origins o ON o.shop_id = s.id ",
            $which,
            " ORDER BY s.id, o.origin"
        )
    };
}

impl Shops<'_> {
    /// The shop that a publishable key names, as it is now or was a moment ago.
    pub async fn of_key(self, key: &str) -> Result<Option<Arc<Shop>>, StoreError> {
        let (recent, now) = (&self.0.recent, self.0.now());
        if let Some(_reading) = recent.begin_reading(now)
            && let Ok(changes) = ask!(self.0, shop_changes())
        {
            recent.compare(changes, now);
        }
        if let Some(shop) = recent.find(key, now) {
            return Ok(Some(shop));
        }
        let epoch = recent.epoch();
        let found = ask!(self.0, shop_of_key(key, None, now))?;
        Ok(found.map(|found| {
            let shop = Arc::clone(&found.shop);
            recent.remember(key, epoch, now, found);
            shop
        }))
    }

    /// The shop that a secret key opens.
    pub async fn of_secret(self, key: &str) -> Result<Option<Arc<Shop>>, StoreError> {
        let Some((name, digest)) = key::read_secret(key) else { return Ok(None) };
        let found = ask!(self.0, shop_of_key(name, Some(&digest), self.0.now()))?;
        Ok(found.map(|found| found.shop))
    }

    /// Every shop, oldest first.
    pub async fn all(self) -> Result<Vec<Shop>, StoreError> {
        read(&self.0.rows(shops!(""), values![]).await?)
    }

    /// The shop of that number.
    pub async fn find(self, shop: i64) -> Result<Option<Shop>, StoreError> {
        let rows = self.0.rows(shops!("WHERE s.id = $1"), values![shop]).await?;
        Ok(read(&rows)?.pop())
    }

    /// Opens a shop with its first key and its first products, or not at all; its number.
    pub async fn create(self, shop: NewShop, products: Vec<Product>) -> Result<i64, StoreError> {
        let now = self.0.now();
        let create = async move |tx: &Tx<'_>| {
            let NewShop { name, currency, origins, checkout, key } = shop;
            let sql =
                "INSERT INTO shops (name, currency, checkout) VALUES ($1, $2, $3) RETURNING id";
            let row = tx.row(sql, values![name, currency.code(), checkout.name()]).await?;
            let missing = || StoreError::Internal("a new shop has no number".to_owned());
            let id = row.ok_or_else(missing)?.get("id")?;
            set_origins(tx, id, &origins).await?;
            keys::create(tx, id, &key, now).await?;
            products::put(tx, id, products, Mentioned::ALL, now).await?;
            Ok(id)
        };
        self.0.transaction(create).await
    }

    /// Changes a shop; whether there is one of that number.
    pub async fn change(self, shop: i64, change: ShopChange) -> Result<bool, StoreError> {
        let change = async move |tx: &Tx<'_>| {
            let ShopChange { name, origins, checkout } = change;
            let sql =
                "UPDATE shops SET name = coalesce($2, name), checkout = coalesce($3, checkout)
                       WHERE id = $1";
            tx.require(sql, values![shop, name, checkout.map(Checkout::name)]).await?;
            if let Some(origins) = origins {
                tx.execute("DELETE FROM origins WHERE shop_id = $1", values![shop]).await?;
                set_origins(tx, shop, &origins).await?;
            }
            recent::count_change(tx).await?;
            Ok::<_, Rollback>(())
        };
        let is_there = self.0.attempt(change).await?;
        self.0.recent.forget();
        Ok(is_there)
    }
}

impl Shops<'_> {
    /// Keeps rules for what orders cost. They count for carts at once, and for checkouts that start from now on.
    pub async fn set_rules(self, shop: i64, rules: &Rules) -> Result<(), StoreError> {
        let text = (*rules != Rules::default()).then(|| pricing::write_rules(rules));
        let set = async move |tx: &Tx<'_>| {
            tx.execute("UPDATE shops SET pricing = $2 WHERE id = $1", values![shop, text]).await?;
            recent::count_change(tx).await
        };
        self.0.transaction(set).await?;
        self.0.recent.forget();
        Ok(())
    }
}

async fn set_origins(tx: &Tx<'_>, shop: i64, origins: &[String]) -> Result<(), StoreError> {
    let sql = "INSERT INTO origins (shop_id, origin) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    for origin in origins {
        tx.execute(sql, values![shop, origin]).await?;
    }
    Ok(())
}

/// The shops of these rows, which are in the order of shops.
fn read(rows: &[Row]) -> Result<Vec<Shop>, StoreError> {
    let mut shops: Vec<Shop> = Vec::new();
    for row in rows {
        let id = row.get("id")?;
        if shops.last().is_none_or(|shop| shop.id != id) {
            shops.push(Shop {
                id,
                name: row.get("name")?,
                currency: row.parse("currency", Currency::parse)?,
                checkout: row.parse("checkout", Checkout::parse)?,
                origins: Vec::new(),
                rules: rules::of(row)?,
                takes_codes: row.get::<i64>("discounts")? > 0,
            });
        }
        if let (Some(shop), Some(origin)) = (shops.last_mut(), row.get("origin")?) {
            shop.origins.push(origin);
        }
    }
    Ok(shops)
}
