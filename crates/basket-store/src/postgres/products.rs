//! Products that changes to carts name.

use super::{
    connection::{Connection, Param},
    get, is_text, narrow,
};
use crate::{StoreError, StoredProduct};
use basket_core::product::{Frequency, Offer, Period, Product, ProductType};
use std::collections::{BTreeSet, HashMap};
use tokio_postgres::{Row, types::Type};

/// Those of the products named that each shop has, in the order named.
pub(super) async fn named_all(
    client: &Connection,
    named: Vec<(i64, Vec<String>)>,
) -> Result<Vec<Vec<StoredProduct>>, StoreError> {
    let wanted: BTreeSet<(i64, &str)> = named
        .iter()
        .flat_map(|(shop, skus)| skus.iter().map(|sku| (*shop, &**sku)))
        .filter(|(_, sku)| is_text(sku))
        .collect();
    if wanted.is_empty() {
        return Ok(named.iter().map(|_| Vec::new()).collect());
    }
    let (shops, skus): (Vec<i64>, Vec<&str>) = wanted.into_iter().unzip();
    // By its index, as carts are read. The offers are three lists side by side.
    let sql = "SELECT p.id, p.sku, p.name, p.image, p.url, p.type, p.price, p.stock,
                   o.frequencies, o.intervals, o.prices, p.shop_id, p.revision, p.weight, p.tax_class
               FROM unnest($1::bigint[], $2::text[]) AS q (shop_id, sku) CROSS JOIN LATERAL (
                   SELECT * FROM products WHERE shop_id = q.shop_id AND sku = q.sku OFFSET 0
               ) p CROSS JOIN LATERAL (
                   SELECT array_agg(offers.frequency) AS frequencies,
                       array_agg(offers.interval) AS intervals, array_agg(offers.price) AS prices
                   FROM offers WHERE offers.product_id = p.id
               ) o";
    let mut found: HashMap<(i64, String), StoredProduct> = HashMap::new();
    let values: [Param<'_>; 2] = [(&shops, Type::INT8_ARRAY), (&skus, Type::TEXT_ARRAY)];
    for row in &client.query(sql, &values).await? {
        let product = read(row)?;
        let (sku, version) = (product.sku.clone(), get(row, 12)?);
        found.insert((get(row, 11)?, sku), StoredProduct { product, version });
    }
    let pick = |shop: i64, sku: String| found.get(&(shop, sku)).cloned();
    Ok(named
        .into_iter()
        .map(|(shop, skus)| skus.into_iter().filter_map(|sku| pick(shop, sku)).collect())
        .collect())
}

/// Those of the products named that the shop has, in the order named.
pub(super) async fn named(
    client: &Connection,
    shop: i64,
    skus: &[String],
) -> Result<Vec<Product>, StoreError> {
    let found = named_all(client, vec![(shop, skus.to_vec())]).await?;
    Ok(found.into_iter().flatten().map(|stored| stored.product).collect())
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
        weight: get::<Option<i64>>(row, 13)?.map(narrow).transpose()?,
        tax_class: get(row, 14)?,
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
