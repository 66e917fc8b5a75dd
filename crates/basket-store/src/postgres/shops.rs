//! Finds the shops of keys.

use super::{
    connection::{Connection, Param},
    get, is_text, narrow,
};
use crate::{StoreError, engine::ShopOfKey, rules};
use basket_core::money::Currency;
use basket_model::shop::{Checkout, Shop};
use std::sync::Arc;
use tokio_postgres::{Row, types::Type};

/// By their indexes, as carts are read.
pub(super) const SHOPS: &str = "SELECT q.nth, s.id, s.name, s.currency, s.checkout,
         ARRAY(SELECT o.origin FROM origins o WHERE o.shop_id = s.id ORDER BY o.origin), k.expires_at,
         s.pricing, (SELECT d.id FROM discounts d WHERE d.shop_id = s.id LIMIT 1) IS NOT NULL
     FROM unnest($1::text[], $2::bytea[], $3::bigint[]) WITH ORDINALITY AS q (key, digest, now, nth)
     CROSS JOIN LATERAL (
         SELECT shop_id, expires_at FROM keys WHERE key = q.key AND digest IS NOT DISTINCT FROM q.digest
             AND (expires_at IS NULL OR expires_at > q.now) OFFSET 0
     ) k CROSS JOIN LATERAL (
         SELECT * FROM shops WHERE id = k.shop_id OFFSET 0
     ) s";

/// A key whose shop is asked for.
#[derive(Debug)]
pub(super) struct WantedKey {
    pub(super) name: String,
    /// None for a publishable one.
    pub(super) digest: Option<Vec<u8>>,
    pub(super) now: i64,
}

/// The shops of keys, of those that have one.
pub(super) async fn find_all(
    client: &Connection,
    wanted: &[WantedKey],
) -> Result<Vec<Option<ShopOfKey>>, StoreError> {
    let mut found: Vec<Option<ShopOfKey>> = wanted.iter().map(|_| None).collect();
    let name = |key: &WantedKey| if is_text(&key.name) { key.name.clone() } else { String::new() };
    let names: Vec<String> = wanted.iter().map(name).collect();
    let digests: Vec<Option<&[u8]>> = wanted.iter().map(|key| key.digest.as_deref()).collect();
    let times: Vec<i64> = wanted.iter().map(|key| key.now).collect();
    let values: [Param<'_>; 3] =
        [(&names, Type::TEXT_ARRAY), (&digests, Type::BYTEA_ARRAY), (&times, Type::INT8_ARRAY)];
    for row in &client.query(SHOPS, &values).await? {
        found[narrow::<usize>(get(row, 0)?)? - 1] = Some(read(row)?);
    }
    Ok(found)
}

fn read(row: &Row) -> Result<ShopOfKey, StoreError> {
    let id = get(row, 1)?;
    let corrupt = |what: &str| StoreError::Internal(format!("shop {id} has a corrupt {what}"));
    let shop = Shop {
        id,
        name: get(row, 2)?,
        currency: Currency::parse(get(row, 3)?).ok_or_else(|| corrupt("currency"))?,
        origins: get(row, 5)?,
        checkout: Checkout::parse(get(row, 4)?).ok_or_else(|| corrupt("checkout"))?,
        rules: rules::read(get(row, 7)?, || corrupt("pricing"))?,
        takes_codes: get(row, 8)?,
    };
    Ok(ShopOfKey { shop: Arc::new(shop), expires_at: get(row, 6)? })
}
