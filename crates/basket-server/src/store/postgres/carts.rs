//! Reads carts as they are shown: lines from the cart, everything about a product from the catalogue.

use super::{
    get, is_text, narrow,
    products::{period, product_type},
    query,
};
use crate::{
    change,
    shop::Shop,
    store::{StoreError, decision::StoredCart, statement::CART},
};
use basket_core::cart::{Cart, Line};
use deadpool_postgres::GenericClient;
use tokio_postgres::Row;

/// The cart of that id. One statement, so that cart, lines and products are of one moment.
pub(super) async fn find(
    client: &impl GenericClient,
    shop: &Shop,
    token: &str,
) -> Result<Option<StoredCart>, StoreError> {
    if !is_text(token) {
        return Ok(None);
    }
    let rows = query(client, CART, &[&token, &shop.id]).await?;
    let Some(first) = rows.first() else { return Ok(None) };
    let (version, currency) = (get(first, 1)?, shop.currency);
    let mut stored = StoredCart {
        row: get(first, 0)?,
        cart: Cart { id: token.to_owned(), version, currency, lines: Vec::new() },
        next_line: get(first, 2)?,
        touched_at: get(first, 4)?,
        settled: true,
    };
    let seen: i64 = get(first, 3)?;
    for row in &rows {
        // An empty cart is one row without a line.
        let Some(number) = get::<Option<i64>>(row, 5)? else { break };
        stored.cart.lines.push(line(row, number)?);
        let revision: Option<i64> = get(row, 17)?;
        stored.settled &= revision.is_some_and(|revision| revision <= seen);
    }
    change::settle(&mut stored.cart);
    Ok(Some(stored))
}

fn line(row: &Row, number: i64) -> Result<Line, StoreError> {
    let price: Option<i64> = get(row, 13)?;
    let (frequency, interval) = (get::<Option<&str>>(row, 8)?, get::<Option<i64>>(row, 9)?);
    let period = frequency.zip(interval).map(|(frequency, interval)| period(frequency, interval));
    // What is no longer sold, or not at this period, cannot be had at all.
    let stock = if price.is_some() { get(row, 16)? } else { Some(0) };
    Ok(Line {
        id: number.to_string(),
        sku: get(row, 6)?,
        name: get(row, 10)?,
        image: get(row, 14)?,
        url: get(row, 15)?,
        product_type: product_type(get(row, 11)?)?,
        quantity: narrow(get(row, 7)?)?,
        unit_price: price.map_or_else(|| get(row, 12), Ok)?,
        period: period.transpose()?,
        available: true,
        stock: stock.map(narrow::<u32>).transpose()?,
    })
}
