//! Every price that products have had. What a change adds to them is decided in `price_history` of the model.
//!
//! A history is bounded, because a key that changes a price every second must not fill the disk. It holds more than two
//! changes a day for two years, and a change every half hour for the 30 days that have to be told before a reduction.

use super::read_period;
use crate::{
    StoreError,
    query::Query,
    row::{Row, values},
    transaction::Tx,
};
use basket_core::{
    json::Writer,
    money::Minor,
    product::{Period, Product},
};
use basket_model::price_history::{ChangedOffer, PriceChange, changed_offers};
use std::collections::HashMap;

/// How many changes of a product are kept. Of the older ones, those are kept that say what was when these began.
const KEPT: i64 = 2000;

/// What stands for a price where something is not sold; prices are never negative.
const NOT_SOLD: Minor = -1;

/// How a statement for many offers begins: the value of that name has them, as [`Changes::json`] writes it.
macro_rules! offers {
    ($value:literal) => {
        concat!(
            "WITH changed AS (SELECT CAST(key AS bigint) AS place, value ->> 'sku' AS sku,
                 value ->> 'frequency' AS frequency,
                 CAST(value ->> 'interval' AS bigint) AS interval,
                 CAST(value ->> 'price' AS bigint) AS price
             FROM json_each(",
            $value,
            ")) "
        )
    };
}

/// The offers whose prices a transaction changes, with their products.
#[derive(Debug, Default)]
pub(super) struct Changes(Vec<(String, ChangedOffer)>);

impl Changes {
    /// Adds what differs between a product of before and of afterwards.
    pub(super) fn add(&mut self, sku: &str, before: Option<&Product>, after: Option<&Product>) {
        let changed = changed_offers(before, after);
        self.0.extend(changed.into_iter().map(|offer| (sku.to_owned(), offer)));
    }

    /// Writes them down. Of an import that changes no price, there is nothing to write.
    pub(super) async fn write(self, tx: &Tx<'_>, shop: i64, now: i64) -> Result<(), StoreError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let last = self.last(tx, shop).await?;
        // An offer that is changed twice is known from the first time on.
        let mut last: HashMap<_, _> = self.0.iter().map(key).zip(last).collect();
        let mut rows = Vec::new();
        for changed in &self.0 {
            let (sku, offer) = changed;
            let prices = offer.prices(last.insert(key(changed), Some(offer.after)).flatten());
            rows.extend(prices.into_iter().map(|price| (&**sku, offer.period, price)));
        }
        let sql = concat!(
            offers!("$2"),
            "INSERT INTO prices (shop_id, sku, frequency, interval, price, since)
             SELECT $1, sku, frequency, interval, price, $3 FROM changed ORDER BY place"
        );
        tx.execute(sql, values![shop, json(rows.iter().copied()), now]).await?;
        let skus = json(rows.iter().map(|(sku, ..)| (*sku, None, None)));
        forget(tx, shop, skus).await
    }

    /// What the history of each offer ends with, if it has one.
    async fn last(&self, tx: &Tx<'_>, shop: i64) -> Result<Vec<Option<Option<Minor>>>, StoreError> {
        let sql = concat!(
            offers!("$2"),
            "SELECT (SELECT coalesce(p.price, $3) FROM prices p
                     WHERE p.shop_id = $1 AND p.sku = changed.sku
                         AND p.frequency IS NOT DISTINCT FROM changed.frequency
                         AND p.interval IS NOT DISTINCT FROM changed.interval
                     ORDER BY p.shop_id DESC, p.sku DESC, p.id DESC LIMIT 1) AS last
             FROM changed ORDER BY place"
        );
        let offers = self.0.iter().map(|(sku, offer)| (&**sku, offer.period, None));
        let rows = tx.rows(sql, values![shop, json(offers), NOT_SOLD]).await?;
        let last = |row: &Row| {
            let last: Option<Minor> = row.get("last")?;
            Ok(last.map(|price| Some(price).filter(|price| *price != NOT_SOLD)))
        };
        rows.iter().map(last).collect()
    }
}

fn key((sku, offer): &(String, ChangedOffer)) -> (String, Option<Period>) {
    (sku.clone(), offer.period)
}

/// Forgets what is older than what is kept of products, except what was when that began.
async fn forget(tx: &Tx<'_>, shop: i64, skus: String) -> Result<(), StoreError> {
    let sql = concat!(
        offers!("$2"),
        ", first AS MATERIALIZED (
             SELECT sku, (SELECT p.id FROM prices p WHERE p.shop_id = $1 AND p.sku = named.sku
                          ORDER BY p.shop_id DESC, p.sku DESC, p.id DESC LIMIT 1 OFFSET $3) AS id
             FROM (SELECT DISTINCT sku FROM changed) named)
         DELETE FROM prices WHERE id IN (
             SELECT p.id FROM first JOIN prices p
                 ON p.shop_id = $1 AND p.sku = first.sku AND p.id <= first.id
             WHERE EXISTS (SELECT 1 FROM prices later
                           WHERE later.shop_id = $1 AND later.sku = p.sku
                               AND later.id > p.id AND later.id <= first.id
                               AND later.frequency IS NOT DISTINCT FROM p.frequency
                               AND later.interval IS NOT DISTINCT FROM p.interval)
                 OR p.price IS NULL)"
    );
    tx.execute(sql, values![shop, skus, KEPT]).await.map(drop)
}

/// The history of a product, the oldest first.
pub(super) async fn read(
    on: &impl Query,
    shop: i64,
    sku: &str,
) -> Result<Vec<PriceChange>, StoreError> {
    let sql = "SELECT frequency, interval, price, since FROM prices
               WHERE shop_id = $1 AND sku = $2 ORDER BY id";
    let rows = on.rows(sql, values![shop, sku]).await?;
    let change = |row: &Row| {
        Ok(PriceChange {
            period: read_period(row)?,
            price: row.get("price")?,
            since: row.get("since")?,
        })
    };
    rows.iter().map(change).collect()
}

/// Offers with prices, for [`offers`].
fn json<'a>(offers: impl Iterator<Item = (&'a str, Option<Period>, Option<Minor>)>) -> String {
    let mut writer = Writer::new();
    writer.open('{');
    for (place, (sku, period, price)) in offers.enumerate() {
        writer.name(&place.to_string()).open('{').name("sku").string(sku);
        if let Some(period) = period {
            writer.name("frequency").string(period.frequency().name());
            writer.name("interval").number(period.interval());
        }
        if let Some(price) = price {
            writer.name("price").number(price);
        }
        writer.close('}');
    }
    writer.close('}');
    writer.finish()
}
