//! Shops and their keys.

use super::{execute, get, is_text, query};
use crate::{
    shop::{Checkout, NewShop, Shop},
    store::StoreError,
};
use basket_core::money::Currency;
use deadpool_postgres::GenericClient;

/// The shop that a publishable key names.
pub(super) async fn find(
    client: &impl GenericClient,
    key: &str,
    now: i64,
) -> Result<Option<Shop>, StoreError> {
    if !is_text(key) {
        return Ok(None);
    }
    let sql = "SELECT s.id, s.name, s.currency, s.checkout,
                   ARRAY(SELECT o.origin FROM origins o WHERE o.shop_id = s.id ORDER BY o.origin)
               FROM keys k JOIN shops s ON s.id = k.shop_id
               WHERE k.key = $1 AND (k.expires_at IS NULL OR k.expires_at > $2)";
    let rows = query(client, sql, &[&key, &now]).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let id = get(row, 0)?;
    let odd = |what: &str| StoreError::Internal(format!("shop {id} has an odd {what}"));
    Ok(Some(Shop {
        id,
        name: get(row, 1)?,
        currency: Currency::parse(get(row, 2)?).ok_or_else(|| odd("currency"))?,
        origins: get(row, 4)?,
        checkout: Checkout::parse(get(row, 3)?).ok_or_else(|| odd("checkout"))?,
    }))
}

/// Opens a shop with its first key; its number.
pub(super) async fn create(
    client: &impl GenericClient,
    shop: &NewShop,
    now: i64,
) -> Result<i64, StoreError> {
    let NewShop { name, currency, origins, checkout, key } = shop;
    let sql = "INSERT INTO shops (name, currency, checkout) VALUES ($1, $2, $3) RETURNING id";
    let rows = query(client, sql, &[name, &currency.code(), &checkout.name()]).await?;
    let missing = || StoreError::Internal("a new shop has no number".to_owned());
    let id: i64 = get(rows.first().ok_or_else(missing)?, 0)?;
    let sql = "INSERT INTO origins (shop_id, origin) SELECT $1, unnest($2::text[])
               ON CONFLICT DO NOTHING";
    execute(client, sql, &[&id, origins]).await?;
    let sql = "INSERT INTO keys (key, shop_id, created_at) VALUES ($1, $2, $3)";
    execute(client, sql, &[key, &id, &now]).await?;
    Ok(id)
}
