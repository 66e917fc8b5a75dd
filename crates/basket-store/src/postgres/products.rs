//! The catalogue. Every change is counted, so that a cart can tell whether what it shows has moved.

use super::{execute, get, is_text, narrow, query};
use crate::{ProductPage, StoreError, product_search};
use basket_core::{
    money::Minor,
    product::{Frequency, Offer, Period, Product, ProductType},
};
use deadpool_postgres::GenericClient;
use std::collections::{BTreeSet, HashMap};
use tokio_postgres::Row;

/// The columns of a product, its offers as three lists side by side.
macro_rules! products {
    ($from:literal, $rest:literal) => {
        concat!(
            "SELECT p.id, p.sku, p.name, p.image, p.url, p.type, p.price, p.stock,
                 o.frequencies, o.intervals, o.prices, p.shop_id
             FROM ",
            $from,
            " p CROSS JOIN LATERAL (
                 SELECT array_agg(offers.frequency) AS frequencies,
                     array_agg(offers.interval) AS intervals, array_agg(offers.price) AS prices
                 FROM offers WHERE offers.product_id = p.id
             ) o ",
            $rest
        )
    };
}

/// Those of the products named that each shop has, in the order named.
pub(super) async fn named_all(
    client: &impl GenericClient,
    named: Vec<(i64, Vec<String>)>,
) -> Result<Vec<Vec<Product>>, StoreError> {
    let wanted: BTreeSet<(i64, &str)> = named
        .iter()
        .flat_map(|(shop, skus)| skus.iter().map(|sku| (*shop, &**sku)))
        .filter(|(_, sku)| is_text(sku))
        .collect();
    if wanted.is_empty() {
        return Ok(named.iter().map(|_| Vec::new()).collect());
    }
    let (shops, skus): (Vec<i64>, Vec<&str>) = wanted.into_iter().unzip();
    // By its index, as carts are read.
    let sql = products!(
        "unnest($1::bigint[], $2::text[]) AS q (shop_id, sku) CROSS JOIN LATERAL (
             SELECT * FROM products WHERE shop_id = q.shop_id AND sku = q.sku OFFSET 0
         )",
        ""
    );
    let mut found: HashMap<(i64, String), Product> = HashMap::new();
    for row in &query(client, sql, &[&shops, &skus]).await? {
        let product = read(row)?;
        found.insert((get(row, 11)?, product.sku.clone()), product);
    }
    let pick = |shop: i64, sku: String| found.get(&(shop, sku)).cloned();
    Ok(named
        .into_iter()
        .map(|(shop, skus)| skus.into_iter().filter_map(|sku| pick(shop, sku)).collect())
        .collect())
}

/// Those of the products named that the shop has, in the order named.
pub(super) async fn named(
    client: &impl GenericClient,
    shop: i64,
    skus: &[String],
) -> Result<Vec<Product>, StoreError> {
    let found = named_all(client, vec![(shop, skus.to_vec())]).await?;
    Ok(found.into_iter().flatten().collect())
}

/// At most `limit` products behind the place `after`.
pub(super) async fn page(
    client: &impl GenericClient,
    shop: i64,
    after: i64,
    limit: u32,
) -> Result<ProductPage, StoreError> {
    let sql = products!("products", "WHERE p.shop_id = $1 AND p.id > $2 ORDER BY p.id LIMIT $3");
    // One more than wanted tells whether there is a next page.
    let rows = query(client, sql, &[&shop, &after, &(i64::from(limit) + 1)]).await?;
    let rows = rows.iter().map(|row| Ok((get(row, 0)?, read(row)?)));
    let (products, next) = crate::page(rows.collect::<Result<_, StoreError>>()?, limit);
    Ok(ProductPage { products, next })
}

/// Adds products, or changes those that have their skus.
pub(super) async fn put(
    client: &impl GenericClient,
    shop: i64,
    products: &[Product],
) -> Result<(), StoreError> {
    if products.is_empty() {
        return Ok(());
    }
    let count = "UPDATE shops SET catalogue = catalogue + 1 WHERE id = $1 RETURNING catalogue";
    let rows = query(client, count, &[&shop]).await?;
    let unknown = || StoreError::Internal(format!("there is no shop {shop}"));
    let revision: i64 = get(rows.first().ok_or_else(unknown)?, 0)?;
    for product in products {
        put_one(client, shop, product, revision).await?;
    }
    Ok(())
}

async fn put_one(
    client: &impl GenericClient,
    shop: i64,
    product: &Product,
    revision: i64,
) -> Result<(), StoreError> {
    let sql = "WITH product AS (
            INSERT INTO products
                (shop_id, sku, name, image, url, type, price, stock, revision, search)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $13)
            ON CONFLICT (shop_id, sku) DO UPDATE SET
                name = excluded.name, image = excluded.image, url = excluded.url,
                type = excluded.type, price = excluded.price, stock = excluded.stock,
                revision = excluded.revision, search = excluded.search
            RETURNING id
        ), offer AS (
            SELECT * FROM unnest($10::text[], $11::bigint[], $12::bigint[])
                AS offer (frequency, interval, price)
        ), gone AS (
            DELETE FROM offers USING product
            WHERE offers.product_id = product.id AND NOT EXISTS (
                SELECT FROM offer
                WHERE offer.frequency = offers.frequency AND offer.interval = offers.interval)
        )
        INSERT INTO offers (product_id, frequency, interval, price)
        SELECT product.id, offer.frequency, offer.interval, offer.price FROM product, offer
        ON CONFLICT (product_id, frequency, interval) DO UPDATE SET price = excluded.price";
    let Product { sku, name, image, url, product_type, price, subscriptions, stock } = product;
    let stock = stock.map(i64::from);
    let frequencies: Vec<&str> =
        subscriptions.iter().map(|offer| offer.period.frequency().name()).collect();
    let intervals: Vec<i64> =
        subscriptions.iter().map(|offer| offer.period.interval().into()).collect();
    let prices: Vec<Minor> = subscriptions.iter().map(|offer| offer.price).collect();
    let (kind, search) = (product_type.name(), product_search::text(product));
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 13] = [
        &shop,
        sku,
        name,
        image,
        url,
        &kind,
        price,
        &stock,
        &revision,
        &frequencies,
        &intervals,
        &prices,
        &search,
    ];
    execute(client, sql, &values).await.map(drop)
}

/// Removes a product; whether there was one.
pub(super) async fn remove(
    client: &impl GenericClient,
    shop: i64,
    sku: &str,
) -> Result<bool, StoreError> {
    if !is_text(sku) {
        return Ok(false);
    }
    let sql = "DELETE FROM products WHERE shop_id = $1 AND sku = $2";
    Ok(execute(client, sql, &[&shop, &sku]).await? > 0)
}

fn read(row: &Row) -> Result<Product, StoreError> {
    let list = |column| get::<Option<Vec<i64>>>(row, column);
    let frequencies: Vec<&str> = get::<Option<_>>(row, 8)?.unwrap_or_default();
    let (intervals, prices) = (list(9)?.unwrap_or_default(), list(10)?.unwrap_or_default());
    let offers = frequencies.iter().zip(intervals).zip(prices);
    let offers = offers.map(|((frequency, interval), price)| {
        Ok(Offer { period: period(frequency, interval)?, price })
    });
    let mut subscriptions = offers.collect::<Result<Vec<_>, StoreError>>()?;
    subscriptions.sort_by_key(|offer| offer.period);
    Ok(Product {
        sku: get(row, 1)?,
        name: get(row, 2)?,
        image: get(row, 3)?,
        url: get(row, 4)?,
        product_type: product_type(get(row, 5)?)?,
        price: get(row, 6)?,
        subscriptions,
        stock: get::<Option<i64>>(row, 7)?.map(narrow).transpose()?,
    })
}

/// The product type of that name.
pub(super) fn product_type(name: &str) -> Result<ProductType, StoreError> {
    ProductType::parse(name).ok_or_else(|| corrupt(name))
}

/// The period of that name and number.
pub(super) fn period(frequency: &str, interval: i64) -> Result<Period, StoreError> {
    let frequency = Frequency::parse(frequency).ok_or_else(|| corrupt(frequency))?;
    Period::new(frequency, narrow(interval)?).ok_or_else(|| corrupt("0"))
}

fn corrupt(found: &str) -> StoreError {
    StoreError::Internal(format!("unexpected value {found:?}"))
}
