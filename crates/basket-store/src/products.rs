//! The catalogue. Every change of a product gives it another revision, so that a cart can tell whether what it shows has
//! moved.
//!
//! A text is looked for anywhere in skus and names, which no ordinary index can answer, so one shop's products are read
//! in the order they are listed, until the page is full: a hundred thousand take some ten milliseconds, and there is
//! no other table to be kept true.

mod prices;
mod write;

pub(crate) use write::{hold, hold_counted, put};

use crate::{
    Engine, Store, StoreError, StoredProduct,
    engine::Engine as _,
    pieces::wanted,
    query::Query,
    row::{Row, values},
    transaction::Tx,
};
use basket_core::product::{Frequency, Offer, Period, Product, ProductType};
use basket_model::{
    catalogue::Mentioned,
    price_history::{PriceChange, with_current},
};
use std::collections::BTreeMap;
use write::Stop;

/// How many words are looked for; of more, the last ones do not count.
pub(super) const WORDS: usize = 4;
/// How much of a text is searched, in characters: an index holds it.
pub(super) const SEARCHED: usize = 400;

/// The products of shops.
#[derive(Debug, Clone, Copy)]
pub struct Products<'a>(pub(crate) &'a Store);

/// Some of a shop's products.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductPage {
    /// The products.
    pub products: Vec<Product>,
    /// Where the next page starts; `None` behind the last product.
    pub next: Option<i64>,
}

/// Reads products that a query selects, in as many rows as they have offers, in that order.
macro_rules! products {
    ($order:literal, $($selected:expr),+) => {
        concat!(
            "SELECT p.id, p.sku, p.name, p.image, p.url, p.type, p.price, p.stock, p.revision,
                 p.weight, p.tax_class, o.frequency, o.interval, o.price AS offer_price
             FROM (SELECT * FROM products ",
            $($selected,)+
            ") p LEFT JOIN offers o ON o.product_id = p.id ORDER BY ",
            $order
        )
    };
}

/// Reads the products with all words before a place. The two engines have one function by two names.
macro_rules! found {
    ($find:literal) => {
        products!(
            "p.id DESC",
            "WHERE shop_id = $1 AND id < $2 AND ",
            $find,
            "(search, $3) > 0 AND ",
            $find,
            "(search, $4) > 0 AND ",
            $find,
            "(search, $5) > 0 AND ",
            $find,
            "(search, $6) > 0 ORDER BY id DESC LIMIT $7"
        )
    };
}

impl Products<'_> {
    /// Those of the products named that the shop has, in the order named.
    pub async fn named(self, shop: i64, skus: &[String]) -> Result<Vec<Product>, StoreError> {
        ask!(self.0, products(shop, skus))
    }

    /// At most `limit` products behind the place `after`, in the order they were first put there; 0 is the start.
    pub async fn page(self, shop: i64, after: i64, limit: u32) -> Result<ProductPage, StoreError> {
        let sql = products!("p.id", "WHERE shop_id = $1 AND id > $2 ORDER BY id LIMIT $3");
        // One more than wanted tells whether there is a next page.
        let rows = self.0.rows(sql, values![shop, after, i64::from(limit) + 1]).await?;
        let (products, next) = crate::page(read(&rows)?, limit);
        Ok(ProductPage { products, next })
    }

    /// At most `limit` products with all words of the query behind the place `before`, newest first. The
    /// one whose sku it is stands at the top.
    pub async fn search(
        self,
        shop: i64,
        query: &str,
        before: Option<i64>,
        limit: u32,
    ) -> Result<ProductPage, StoreError> {
        let sql = match self.0.engine {
            Engine::Sqlite(_) => found!("instr"),
            Engine::Postgres(_) => found!("strpos"),
        };
        let [first, second, third, fourth] = words(query);
        let (start, wanted) = (before.unwrap_or(i64::MAX), i64::from(limit) + 1);
        let values = values![shop, start, first, second, third, fourth, wanted];
        let (mut products, next) = crate::page(read(&self.0.rows(sql, values).await?)?, limit);
        let exact = query.trim().to_owned();
        products.retain(|product| product.sku != exact);
        if before.is_none() && !exact.is_empty() {
            let top = self.named(shop, &[exact]).await?;
            products.splice(0..0, top);
        }
        Ok(ProductPage { products, next })
    }

    /// Adds products, or changes what is mentioned of those that have their skus; all of them or none. Where nothing is
    /// said of prices, a product that is not there yet could not be bought, and is left out; how many were.
    pub async fn put(
        self,
        shop: i64,
        products: Vec<Product>,
        mentioned: Mentioned,
    ) -> Result<usize, StoreError> {
        let now = self.0.now();
        let _share = self.0.share(shop).await?;
        self.0.transaction(async move |tx| put(tx, shop, products, mentioned, now).await).await
    }

    /// A product with its version, by which a later change can tell whether it is still the same.
    pub async fn find(self, shop: i64, sku: &str) -> Result<Option<StoredProduct>, StoreError> {
        find(self.0, shop, sku).await
    }

    /// Makes of a product, if there is one, what `decide` wants. Nobody orders or changes it meanwhile.
    pub async fn change<E: Send + 'static>(
        self,
        shop: i64,
        sku: &str,
        decide: impl FnOnce(Option<StoredProduct>) -> Result<Product, E> + Clone + Send + 'static,
    ) -> Result<Result<StoredProduct, E>, StoreError> {
        let (sku, now) = (sku.to_owned(), self.0.now());
        let change = async move |tx: &Tx<'_>| write::change(tx, shop, &sku, decide, now).await;
        let _share = self.0.share(shop).await?;
        match self.0.transaction(change).await {
            Ok(stored) => Ok(Ok(stored)),
            Err(Stop::Refused(why)) => Ok(Err(why)),
            Err(Stop::Failed(error)) => Err(error),
        }
    }

    /// Removes a product; whether there was one. Carts keep their lines of it.
    pub async fn remove(self, shop: i64, sku: &str) -> Result<bool, StoreError> {
        let (sku, now) = (sku.to_owned(), self.0.now());
        let _share = self.0.share(shop).await?;
        self.0.transaction(async move |tx| write::remove(tx, shop, &sku, now).await).await
    }

    /// What the prices of a product are and were, the oldest first; nothing if there was never such a product.
    pub async fn prices(self, shop: i64, sku: &str) -> Result<Vec<PriceChange>, StoreError> {
        let history = prices::read(self.0, shop, sku).await?;
        let product = find(self.0, shop, sku).await?.map(|stored| stored.product);
        Ok(with_current(history, product.as_ref(), self.0.now()))
    }
}

async fn find(on: &impl Query, shop: i64, sku: &str) -> Result<Option<StoredProduct>, StoreError> {
    let sql = products!("p.id", "WHERE shop_id = $1 AND sku = $2");
    let rows = on.rows(sql, values![shop, sku]).await?;
    let Some(first) = rows.first() else { return Ok(None) };
    let version = first.get("revision")?;
    let product = read(&rows)?.into_iter().next();
    Ok(product.map(|(_, product)| StoredProduct { product, version }))
}

/// Those of the products named that the shop has, by sku.
async fn find_all<'a>(
    on: &impl Query,
    shop: i64,
    skus: impl IntoIterator<Item = &'a str>,
) -> Result<BTreeMap<String, Product>, StoreError> {
    let sql = concat!(
        wanted!("$2"),
        products!("p.id", "WHERE shop_id = $1 AND sku IN (SELECT wanted_sku FROM wanted)")
    );
    let rows = on.rows(sql, values![shop, write::named(skus)]).await?;
    Ok(read(&rows)?.into_iter().map(|(_, product)| (product.sku.clone(), product)).collect())
}

/// The products of these rows, each with its place. Rows of one product follow each other.
fn read(rows: &[Row]) -> Result<Vec<(i64, Product)>, StoreError> {
    let mut products: Vec<(i64, Product)> = Vec::new();
    for row in rows {
        let id = row.get("id")?;
        if products.last().is_none_or(|(last, _)| *last != id) {
            products.push((id, read_one(row)?));
        }
        if let (Some((_, product)), Some(offer)) = (products.last_mut(), read_offer(row)?) {
            product.subscriptions.push(offer);
        }
    }
    for (_, product) in &mut products {
        product.subscriptions.sort_by_key(|offer| offer.period);
    }
    Ok(products)
}

fn read_one(row: &Row) -> Result<Product, StoreError> {
    Ok(Product {
        sku: row.get("sku")?,
        name: row.get("name")?,
        image: row.get("image")?,
        url: row.get("url")?,
        product_type: row.parse("type", ProductType::parse)?,
        price: row.get("price")?,
        subscriptions: Vec::new(),
        stock: row.get("stock")?,
        weight: row.get("weight")?,
        tax_class: row.get("tax_class")?,
    })
}

fn read_offer(row: &Row) -> Result<Option<Offer>, StoreError> {
    let Some(period) = read_period(row)? else { return Ok(None) };
    Ok(Some(Offer { period, price: row.get("offer_price")? }))
}

/// The period of a subscription; none of a purchase.
fn read_period(row: &Row) -> Result<Option<Period>, StoreError> {
    let Some(interval) = row.get("interval")? else { return Ok(None) };
    let frequency = row.parse("frequency", Frequency::parse)?;
    let period = Period::new(frequency, interval);
    period.ok_or_else(|| row.corrupt("interval", "holds 0")).map(Some)
}

/// What a product is searched by.
fn search_text(product: &Product) -> String {
    let text = format!("{} {}", product.sku, product.name).to_lowercase();
    text.chars().take(SEARCHED).collect()
}

/// The words of a query; what is empty is found anywhere.
pub(super) fn words(query: &str) -> [String; WORDS] {
    let query = query.to_lowercase();
    let mut words = query.split_whitespace().map(str::to_owned);
    std::array::from_fn(|_| words.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_looked_for_in_small_letters() {
        assert_eq!(words(""), [""; WORDS]);
        assert_eq!(words(" Mug  50% "), ["mug", "50%", "", ""]);
        assert_eq!(words("ÄRMEL b c d e"), ["ärmel", "b", "c", "d"]);
    }
}
