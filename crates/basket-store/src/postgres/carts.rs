//! Reads carts as they are shown: lines from the cart, everything about a product from the catalogue.

use super::{
    connection::{Connection, Param},
    get, is_text, narrow,
    products::{period, product_type},
};
use crate::{StoreError, decision::StoredCart};
use basket_core::{
    cart::{Cart, Costs, Line},
    money::Currency,
};
use basket_model::change;
use std::{collections::HashMap, slice};
use tokio_postgres::{Row, types::Type};

/// `OFFSET 0` keeps each part to itself, so that it is looked up by its index whatever the server believes of the
/// tables' sizes. It believes old things for a while after they have grown, and would read them from end to end.
pub(super) const CARTS: &str = "
     SELECT c.id, c.version, c.next_line, c.revisions, c.touched_at,
         l.number, l.sku, l.quantity, l.frequency, l.interval,
         coalesce(p.name, l.name), coalesce(p.type, l.type), l.unit_price,
         CASE WHEN l.frequency IS NULL THEN p.price ELSE o.price END,
         p.image, p.url, p.stock, p.revision, q.nth,
         c.ordered_at IS NOT NULL, p.weight, p.tax_class, c.code
     FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS q (token, shop_id, nth)
     CROSS JOIN LATERAL (
         SELECT * FROM carts WHERE token = q.token AND shop_id = q.shop_id OFFSET 0
     ) c LEFT JOIN LATERAL (
         SELECT * FROM lines WHERE cart_id = c.id OFFSET 0
     ) l ON true LEFT JOIN LATERAL (
         SELECT * FROM products WHERE shop_id = c.shop_id AND sku = l.sku OFFSET 0
     ) p ON true LEFT JOIN LATERAL (
         SELECT price FROM offers
         WHERE product_id = p.id AND frequency = l.frequency AND interval = l.interval OFFSET 0
     ) o ON true
     ORDER BY q.nth, l.number";

/// A cart that is asked for.
#[derive(Debug)]
pub(super) struct Wanted {
    pub(super) shop: i64,
    pub(super) currency: Currency,
    pub(super) token: String,
}

impl Wanted {
    /// The token, or one that no cart has.
    fn text(&self) -> &str {
        if is_text(&self.token) { &self.token } else { "" }
    }
}

/// The cart that is asked for.
pub(super) async fn find(
    client: &Connection,
    wanted: &Wanted,
) -> Result<Option<StoredCart>, StoreError> {
    let found = find_all(client, slice::from_ref(wanted)).await?;
    Ok(found.into_iter().next().flatten())
}

/// The carts that are asked for. One statement, so that cart, lines and products are of one moment.
pub(super) async fn find_all(
    client: &Connection,
    wanted: &[Wanted],
) -> Result<Vec<Option<StoredCart>>, StoreError> {
    let mut found: Vec<Option<StoredCart>> = wanted.iter().map(|_| None).collect();
    if wanted.is_empty() {
        return Ok(found);
    }
    let tokens: Vec<&str> = wanted.iter().map(Wanted::text).collect();
    let shops: Vec<i64> = wanted.iter().map(|wanted| wanted.shop).collect();
    let values: [Param<'_>; 2] = [(&tokens, Type::TEXT_ARRAY), (&shops, Type::INT8_ARRAY)];
    let mut seen: Vec<Option<i64>> = vec![None; wanted.len()];
    for row in &client.query(CARTS, &values).await? {
        let nth = narrow::<usize>(get(row, 18)?)? - 1;
        let Wanted { currency, token, .. } = &wanted[nth];
        let stored = match &mut found[nth] {
            Some(stored) => stored,
            empty => empty.insert(StoredCart {
                row: get(row, 0)?,
                cart: Cart {
                    id: token.clone(),
                    version: get(row, 1)?,
                    currency: *currency,
                    lines: Vec::new(),
                    costs: Costs::entered(get(row, 22)?),
                },
                next_line: get(row, 2)?,
                touched_at: get(row, 4)?,
                is_ordered: get(row, 19)?,
                revisions: HashMap::new(),
                settled: true,
            }),
        };
        seen[nth] = get(row, 3)?;
        // An empty cart is one row without a line.
        let Some(number) = get::<Option<i64>>(row, 5)? else { continue };
        let line = line(row, number)?;
        if let Some(revision) = get(row, 17)? {
            stored.revisions.insert(line.sku.clone(), revision);
        }
        stored.cart.lines.push(line);
    }
    for (stored, seen) in found.iter_mut().zip(seen) {
        if let Some(stored) = stored {
            stored.compare(seen);
            change::settle(&mut stored.cart);
        }
    }
    Ok(found)
}

/// Notes that a shopper looked at a cart that is not ordered.
pub(super) async fn touch(client: &Connection, token: &str, now: i64) -> Result<(), StoreError> {
    let sql = "UPDATE carts SET touched_at = greatest(touched_at, $1)
               WHERE token = $2 AND ordered_at IS NULL";
    if is_text(token) {
        client.execute(sql, &[(&now, Type::INT8), (&token, Type::TEXT)]).await?;
    }
    Ok(())
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
        weight: get::<Option<i64>>(row, 20)?.map(narrow).transpose()?,
        tax_class: get(row, 21)?,
    })
}
