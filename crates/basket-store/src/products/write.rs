//! Writes products, with what their prices were. Whoever writes one holds it from before it is read until the
//! transaction ends, so that two who write the same do it one after the other, and each knows what the other has done.

use super::{find, find_all, prices, search_text};
use crate::{
    StoreError, StoredProduct,
    error::TransactionError,
    pieces::{pieces, wanted},
    query::Query as _,
    row::values,
    transaction::Tx,
};
use basket_core::product::{Offer, Product};
use basket_model::{
    catalogue::{Mentioned, is_offered},
    token,
};
use std::collections::BTreeMap;

/// Why a transaction is rolled back.
pub(super) enum Stop<E> {
    Refused(E),
    Failed(StoreError),
}

impl<E> From<StoreError> for Stop<E> {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

impl<E: Send + 'static> TransactionError for Stop<E> {
    fn store_error(&self) -> Option<&StoreError> {
        if let Self::Failed(error) = self { Some(error) } else { None }
    }
}

/// Adds products, or changes those that have their skus; how many were left out.
pub(crate) async fn put(
    tx: &Tx<'_>,
    shop: i64,
    products: Vec<Product>,
    mentioned: Mentioned,
    now: i64,
) -> Result<usize, StoreError> {
    if products.is_empty() {
        return Ok(0);
    }
    let revision = token::number()?;
    let skus = || products.iter().map(|product| &*product.sku);
    hold(tx, shop, skus()).await?;
    let mut current = find_all(tx, shop, skus()).await?;
    let (mut left_out, mut changes) = (0, prices::Changes::default());
    for mut product in products {
        let before = current.get(&product.sku);
        if let Some(before) = before {
            product = mentioned.merge(product, before);
        }
        if !is_offered(&product) {
            left_out += 1;
            continue;
        }
        put_one(tx, shop, &product, revision, IfThere::expect(before.is_some())).await?;
        changes.add(&product.sku, before, Some(&product));
        current.insert(product.sku.clone(), product);
    }
    changes.write(tx, shop, now).await?;
    Ok(left_out)
}

/// Makes of a product, if there is one, what `decide` wants.
pub(super) async fn change<E>(
    tx: &Tx<'_>,
    shop: i64,
    sku: &str,
    decide: impl FnOnce(Option<StoredProduct>) -> Result<Product, E>,
    now: i64,
) -> Result<StoredProduct, Stop<E>> {
    let version = token::number().map_err(StoreError::from)?;
    hold(tx, shop, [sku]).await?;
    let stored = find(tx, shop, sku).await?;
    let before = stored.as_ref().map(|stored| stored.product.clone());
    let product = decide(stored).map_err(Stop::Refused)?;
    put_one(tx, shop, &product, version, IfThere::expect(before.is_some())).await?;
    let mut changes = prices::Changes::default();
    changes.add(sku, before.as_ref(), Some(&product));
    changes.write(tx, shop, now).await?;
    Ok(StoredProduct { product, version })
}

/// Removes a product; whether there was one.
pub(super) async fn remove(
    tx: &Tx<'_>,
    shop: i64,
    sku: &str,
    now: i64,
) -> Result<bool, StoreError> {
    hold(tx, shop, [sku]).await?;
    let Some(before) = find(tx, shop, sku).await? else { return Ok(false) };
    let sql = "DELETE FROM products WHERE shop_id = $1 AND sku = $2";
    tx.execute(sql, values![shop, sku]).await?;
    let mut changes = prices::Changes::default();
    changes.add(sku, Some(&before.product), None);
    changes.write(tx, shop, now).await?;
    Ok(true)
}

/// Holds products until the transaction ends, so that what is decided by what they are stays right.
pub(crate) async fn hold<'a>(
    tx: &Tx<'_>,
    shop: i64,
    skus: impl IntoIterator<Item = &'a str>,
) -> Result<(), StoreError> {
    tx.hold(held!(""), values![shop, named(skus)]).await
}

/// Likewise those whose stock is counted.
pub(crate) async fn hold_counted<'a>(
    tx: &Tx<'_>,
    shop: i64,
    skus: impl IntoIterator<Item = &'a str>,
) -> Result<(), StoreError> {
    tx.hold(held!("AND p.stock IS NOT NULL"), values![shop, named(skus)]).await
}

/// In the order of their skus: those who want the same products wait for each other, and never in a circle.
macro_rules! held {
    ($which:literal) => {
        concat!(
            wanted!("$2"),
            "SELECT p.id FROM products p JOIN wanted ON p.sku = wanted_sku WHERE p.shop_id = $1 ",
            $which,
            " ORDER BY p.sku FOR NO KEY UPDATE OF p"
        )
    };
}
use held;

pub(super) fn named<'a>(skus: impl IntoIterator<Item = &'a str>) -> String {
    pieces(&skus.into_iter().map(|sku| (sku, 0)).collect::<BTreeMap<_, _>>())
}

/// What becomes of a product that is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum IfThere {
    /// It is another one now.
    Replace,
    /// Another transaction was quicker.
    Refuse,
}

impl IfThere {
    /// A product that was not there when it was looked for cannot be held: whoever made it meanwhile has said what its
    /// prices are.
    fn expect(is_there: bool) -> Self {
        if is_there { Self::Replace } else { Self::Refuse }
    }
}

async fn put_one(
    tx: &Tx<'_>,
    shop: i64,
    product: &Product,
    revision: i64,
    if_there: IfThere,
) -> Result<(), StoreError> {
    let Product {
        sku,
        name,
        image,
        url,
        product_type,
        price,
        subscriptions,
        stock,
        weight,
        tax_class,
    } = product;
    let sql = "INSERT INTO products (shop_id, sku, name, image, url, type, price, stock, revision, search,
                   weight, tax_class)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13)
               ON CONFLICT (shop_id, sku) DO UPDATE SET
                   name = excluded.name, image = excluded.image, url = excluded.url,
                   type = excluded.type, price = excluded.price, stock = excluded.stock,
                   revision = excluded.revision, search = excluded.search,
                   weight = excluded.weight, tax_class = excluded.tax_class
               WHERE CAST($11 AS bigint) = 1
               RETURNING id,
                   (SELECT count(*) FROM offers WHERE product_id = products.id) AS offers";
    let values = values![
        shop,
        sku,
        name,
        image.as_ref(),
        url.as_ref(),
        product_type.name(),
        *price,
        *stock,
        revision,
        search_text(product),
        i64::from(if_there == IfThere::Replace),
        *weight,
        tax_class.as_ref(),
    ];
    let taken = || StoreError::Conflict("another transaction made the product".to_owned());
    let row = tx.row(sql, values).await?.ok_or_else(taken)?;
    let id: i64 = row.get("id")?;
    // Most products have none, and an import has many products.
    if row.get::<i64>("offers")? > 0 {
        tx.execute("DELETE FROM offers WHERE product_id = $1", values![id]).await?;
    }
    let sql = "INSERT INTO offers (product_id, frequency, interval, price) VALUES ($1, $2, $3, $4)";
    for Offer { period, price } in subscriptions {
        let values = values![id, period.frequency().name(), period.interval(), *price];
        tx.execute(sql, values).await?;
    }
    Ok(())
}
