//! Shops and where their baskets may stand.

use super::{execute, get, is_text, keys, query};
use crate::StoreError;
use basket_core::money::Currency;
use basket_model::shop::{Checkout, NewShop, Shop, ShopChange};
use deadpool_postgres::GenericClient;
use tokio_postgres::Row;

/// The columns of a shop with its origins.
macro_rules! shops {
    ($rest:literal) => {
        concat!(
            "SELECT s.id, s.name, s.currency, s.checkout,
                 ARRAY(SELECT o.origin FROM origins o WHERE o.shop_id = s.id ORDER BY o.origin)
             FROM shops s ",
            $rest
        )
    };
}

/// The shop of the key of that name, if the key has that digest.
pub(super) async fn find(
    client: &impl GenericClient,
    name: &str,
    digest: Option<&[u8]>,
    now: i64,
) -> Result<Option<Shop>, StoreError> {
    if !is_text(name) {
        return Ok(None);
    }
    let sql = shops!(
        "JOIN keys k ON k.shop_id = s.id
         WHERE k.key = $1 AND k.digest IS NOT DISTINCT FROM $2
             AND (k.expires_at IS NULL OR k.expires_at > $3)"
    );
    query(client, sql, &[&name, &digest, &now]).await?.first().map(read).transpose()
}

/// Every shop, oldest first.
pub(super) async fn all(client: &impl GenericClient) -> Result<Vec<Shop>, StoreError> {
    query(client, shops!("ORDER BY s.id"), &[]).await?.iter().map(read).collect()
}

fn read(row: &Row) -> Result<Shop, StoreError> {
    let id = get(row, 0)?;
    let corrupt = |what: &str| StoreError::Internal(format!("shop {id} has an corrupt {what}"));
    Ok(Shop {
        id,
        name: get(row, 1)?,
        currency: Currency::parse(get(row, 2)?).ok_or_else(|| corrupt("currency"))?,
        origins: get(row, 4)?,
        checkout: Checkout::parse(get(row, 3)?).ok_or_else(|| corrupt("checkout"))?,
    })
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
    set_origins(client, id, origins).await?;
    keys::create(client, id, key, now).await?;
    Ok(id)
}

/// Changes a shop; whether there is one of that number.
pub(super) async fn change(
    client: &impl GenericClient,
    shop: i64,
    change: &ShopChange,
) -> Result<bool, StoreError> {
    let ShopChange { name, origins, checkout } = change;
    let sql = "UPDATE shops SET name = coalesce($2, name), checkout = coalesce($3, checkout)
               WHERE id = $1";
    let checkout = checkout.map(Checkout::name);
    let is_there = execute(client, sql, &[&shop, name, &checkout]).await? > 0;
    if let (true, Some(origins)) = (is_there, origins) {
        execute(client, "DELETE FROM origins WHERE shop_id = $1", &[&shop]).await?;
        set_origins(client, shop, origins).await?;
    }
    Ok(is_there)
}

async fn set_origins(
    client: &impl GenericClient,
    shop: i64,
    origins: &[String],
) -> Result<(), StoreError> {
    let sql = "INSERT INTO origins (shop_id, origin) SELECT $1, unnest($2::text[])
               ON CONFLICT DO NOTHING";
    execute(client, sql, &[&shop, &origins]).await.map(drop)
}
