//! Erases who placed orders. What was ordered, for how much and to which country stays: a shop needs it for its books.

use super::{Orders, subjects};
use crate::{StoreError, discounts, query::Query, row::values, transaction::Tx};
use basket_model::{order::Order, privacy::Retention};

/// How many orders one transaction erases, so that shoppers never wait for it.
const AT_ONCE: usize = 50;

/// An order to be erased.
#[derive(Debug, Clone)]
struct Erasable {
    id: i64,
    shop: i64,
    number: i64,
    cart: String,
    /// Whether it is so old that no webhook about it matters any more.
    is_old: bool,
}

impl Orders<'_> {
    /// Erases who placed these orders of a shop, where nothing more comes of them and no webhook about them waits to be
    /// sent.
    pub(crate) async fn erase(self, shop: i64, orders: &[Order]) -> Result<(), StoreError> {
        let erasable = |order: &Order| Erasable {
            id: order.id,
            shop,
            number: order.number,
            cart: order.cart.id.clone(),
            is_old: false,
        };
        for some in orders.chunks(AT_ONCE) {
            self.erase_some(some.iter().map(erasable).collect()).await?;
        }
        Ok(())
    }

    /// Erases who placed some of the orders that have been final for longer than their shop keeps contact data; whether
    /// there may be more.
    pub(crate) async fn erase_old(self, now: i64) -> Result<bool, StoreError> {
        // Both read no more of the index than they need, whatever a planner thinks of a join.
        let shop = "SELECT id, retention_months FROM shops s WHERE retention_months > 0
                        AND (SELECT min(changed_at) FROM orders WHERE shop_id = s.id
                                 AND state IN ('cancelled', 'fulfilled') AND email <> '')
                            < $1 - retention_months * $2
                    ORDER BY id LIMIT 1";
        let due = self.0.row(shop, values![now, Retention::MONTH]).await?;
        let Some(due) = due else { return Ok(false) };
        let shop: i64 = due.get("id")?;
        let before = now - due.get::<i64>("retention_months")? * Retention::MONTH;
        let orders = "SELECT id, number, cart_token FROM orders WHERE shop_id = $1
                          AND state IN ('cancelled', 'fulfilled') AND email <> ''
                          AND changed_at < $2
                      ORDER BY changed_at LIMIT $3";
        let at_once = u32::try_from(AT_ONCE).unwrap_or(u32::MAX);
        let rows = self.0.rows(orders, values![shop, before, at_once]).await?;
        let old = rows.iter().map(|row| {
            Ok(Erasable {
                id: row.get("id")?,
                shop,
                number: row.get("number")?,
                cart: row.get("cart_token")?,
                is_old: true,
            })
        });
        let old: Vec<Erasable> = old.collect::<Result<_, StoreError>>()?;
        Ok(self.erase_some(old).await? > 0)
    }

    /// Erases orders in one transaction; how many.
    async fn erase_some(self, mut orders: Vec<Erasable>) -> Result<usize, StoreError> {
        // Two processes that erase the same orders wait for each other at the same one.
        orders.sort_by_key(|order| order.id);
        let erase = async move |tx: &Tx<'_>| {
            let mut erased = 0;
            for order in &orders {
                erased += usize::from(erase(tx, order).await?);
            }
            Ok(erased)
        };
        self.0.transaction(erase).await
    }
}

/// Erases who placed an order, in all places; whether that was possible.
async fn erase(tx: &Tx<'_>, order: &Erasable) -> Result<bool, StoreError> {
    let Erasable { id, shop, number, cart, is_old } = order;
    let [about, mail, checkout] = subjects(*shop, *number, cart);
    let sql = "UPDATE orders
               SET email = '', name = '', address = '', postal_code = '', city = '', search = $2,
                   details = NULL
               WHERE id = $1 AND state IN ('cancelled', 'fulfilled') AND email <> ''
                   AND (CAST($4 AS bigint) = 1 OR NOT EXISTS
                       (SELECT 1 FROM events WHERE subject = $3 AND next_at IS NOT NULL))";
    let values = values![*id, format!("{number} erased"), &about, i64::from(*is_old)];
    if tx.execute(sql, values).await? == 0 {
        return Ok(false);
    }
    discounts::forget_person(tx, *id).await?;
    let sql = "DELETE FROM events WHERE subject IN ($1, $2, $3)";
    tx.execute(sql, values![about, mail, checkout]).await?;
    tx.execute("DELETE FROM checkouts WHERE cart_token = $1", values![cart]).await?;
    Ok(true)
}
