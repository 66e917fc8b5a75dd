//! Finds orders by number, invoice number, e-mail address and name. A text is looked for anywhere, so one shop's orders are read from an
//! index in the order they are listed, until the page is full.

use super::{OrderPage, Orders, find, orders, read};
use crate::{
    Engine, Store, StoreError,
    products::{SEARCHED, words},
    query::Query,
    row::{Row, values},
};
use basket_model::{
    invoice::Invoice,
    order::{Contact, Order, OrderState},
};

/// Reads the orders with all words before a place. The two engines have one function by two names.
macro_rules! found {
    ($find:literal) => {
        orders!(
            "id IN (SELECT id FROM orders WHERE shop_id = $1 AND id < $2 AND ",
            $find,
            "(search, $3) > 0 AND ",
            $find,
            "(search, $4) > 0 AND ",
            $find,
            "(search, $5) > 0 AND ",
            $find,
            "(search, $6) > 0 AND (CAST($7 AS text) = '' OR state = $7) ORDER BY id DESC LIMIT $8)
             ORDER BY id DESC"
        )
    };
}

/// Reads the orders that may be a person's: those with their address, and those of a release that did not write down
/// what is searched.
macro_rules! may_be_of_person {
    ($find:literal) => {
        orders!(
            "id IN (SELECT id FROM orders WHERE shop_id = $1 AND (",
            $find,
            "(search, $2) > 0 OR search = '')) ORDER BY id DESC"
        )
    };
}

impl Orders<'_> {
    /// At most `limit` orders of the shop behind the place `before` that have all words of the query in their number,
    /// e-mail address or name, in any state or in one, newest first. The one whose number it is stands at the top.
    pub async fn search(
        self,
        shop: i64,
        query: &str,
        state: Option<OrderState>,
        before: Option<i64>,
        limit: u32,
    ) -> Result<OrderPage, StoreError> {
        if query.trim().is_empty() {
            return self.page(shop, state, before, limit).await;
        }
        let sql = match self.0.engine {
            Engine::Sqlite(_) => found!("instr"),
            Engine::Postgres(_) => found!("strpos"),
        };
        let [first, second, third, fourth] = words(query);
        let (start, one_more) = (before.unwrap_or(i64::MAX), i64::from(limit) + 1);
        let name = state.map_or("", OrderState::name);
        let values = values![shop, start, first, second, third, fourth, name, one_more];
        let rows = self.0.rows(sql, values).await?;
        let rows = rows.iter().map(|row| Ok((row.get("id")?, read(row)?)));
        let (mut orders, next) = crate::page(rows.collect::<Result<_, StoreError>>()?, limit);
        if let Ok(number) = query.trim().parse() {
            orders.retain(|order| order.number != number);
            let exact = if before.is_none() { find(self.0, shop, number).await? } else { None };
            let exact = exact.filter(|order| state.is_none_or(|state| order.state == state));
            orders.splice(0..0, exact);
        }
        Ok(OrderPage { orders, next })
    }
}

/// The orders of a shop with that e-mail address, which is in lower case; newest first.
pub(crate) async fn of_person(
    store: &Store,
    shop: i64,
    email: &str,
) -> Result<Vec<Order>, StoreError> {
    let sql = match store.engine {
        Engine::Sqlite(_) => may_be_of_person!("instr"),
        Engine::Postgres(_) => may_be_of_person!("strpos"),
    };
    let rows = store.rows(sql, values![shop, email]).await?;
    let is_theirs = |order: &Order| order.contact.email.to_lowercase() == email;
    let orders: Vec<Order> = rows.iter().map(|row: &Row| read(row)).collect::<Result<_, _>>()?;
    Ok(orders.into_iter().filter(is_theirs).collect())
}

/// What an order is searched by.
pub(super) fn search_text(number: i64, invoice: Option<&Invoice>, contact: &Contact) -> String {
    let invoice = invoice.map(|invoice| format!(" {}", invoice.number())).unwrap_or_default();
    let text = format!("{number}{invoice} {} {}", contact.email, contact.name).to_lowercase();
    text.chars().take(SEARCHED).collect()
}
