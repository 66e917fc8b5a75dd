//! Finds the shop of a key.

use super::{
    connection::{Connection, Param},
    get, is_text,
};
use crate::StoreError;
use basket_core::money::Currency;
use basket_model::shop::{Checkout, Shop};
use tokio_postgres::{Row, types::Type};

/// The shop of the key of that name, if the key has that digest.
pub(super) async fn find(
    client: &Connection,
    name: &str,
    digest: Option<&[u8]>,
    now: i64,
) -> Result<Option<Shop>, StoreError> {
    if !is_text(name) {
        return Ok(None);
    }
    let sql = "SELECT s.id, s.name, s.currency, s.checkout,
                   ARRAY(SELECT o.origin FROM origins o WHERE o.shop_id = s.id ORDER BY o.origin)
               FROM shops s JOIN keys k ON k.shop_id = s.id
               WHERE k.key = $1 AND k.digest IS NOT DISTINCT FROM $2
                   AND (k.expires_at IS NULL OR k.expires_at > $3)";
    let values: [Param<'_>; 3] = [(&name, Type::TEXT), (&digest, Type::BYTEA), (&now, Type::INT8)];
    client.query(sql, &values).await?.first().map(read).transpose()
}

fn read(row: &Row) -> Result<Shop, StoreError> {
    let id = get(row, 0)?;
    let corrupt = |what: &str| StoreError::Internal(format!("shop {id} has a corrupt {what}"));
    Ok(Shop {
        id,
        name: get(row, 1)?,
        currency: Currency::parse(get(row, 2)?).ok_or_else(|| corrupt("currency"))?,
        origins: get(row, 4)?,
        checkout: Checkout::parse(get(row, 3)?).ok_or_else(|| corrupt("checkout"))?,
    })
}
