//! What is kept about shoppers, found by their e-mail addresses. A shopper has no account: what they ordered is all that
//! names them.

use crate::{
    Store, StoreError, orders,
    query::Query,
    row::{Row, values},
};
use basket_model::{
    order::Order,
    privacy::{Erasure, KeptMessage, KeptOrder, OrderedCart, PersonalData},
    shop::Shop,
};

/// Shoppers.
#[derive(Debug, Clone, Copy)]
pub struct Persons<'a>(pub(crate) &'a Store);

impl Persons<'_> {
    /// All that a shop keeps about a person. The address is in lower case.
    pub async fn find(self, shop: &Shop, email: &str) -> Result<PersonalData, StoreError> {
        let orders = orders::of_person(self.0, shop.id, email).await?;
        let (mut checkouts, mut carts, mut messages) = (Vec::new(), Vec::new(), Vec::new());
        for order in &orders {
            checkouts.extend(self.0.checkouts().of_cart(&order.cart.id).await?);
            carts.extend(self.cart(shop.id, order).await?);
            messages.extend(self.messages(shop.id, order).await?);
        }
        let shop_name = shop.name.clone();
        Ok(PersonalData { shop: shop.id, shop_name, orders, checkouts, carts, messages })
    }

    /// Erases what a shop keeps about a person, but for orders that are under way: they still have to be paid, sent or
    /// reported to the shop.
    pub async fn erase(self, shop: i64, email: &str) -> Result<Erasure, StoreError> {
        let found = orders::of_person(self.0, shop, email).await?;
        self.0.orders().erase(shop, &found).await?;
        let left = orders::of_person(self.0, shop, email).await?;
        let is_left = |number: &i64| left.iter().any(|order| order.number == *number);
        let erased = found.iter().map(|order| order.number).filter(|number| !is_left(number));
        let kept = |order: &Order| KeptOrder { number: order.number, state: order.state };
        Ok(Erasure { erased: erased.collect(), kept: left.iter().map(kept).collect() })
    }

    async fn cart(self, shop: i64, order: &Order) -> Result<Option<OrderedCart>, StoreError> {
        let sql = "SELECT token, created_at FROM carts WHERE token = $1 AND shop_id = $2";
        let row = self.0.row(sql, values![&order.cart.id, shop]).await?;
        let read = |row: Row| {
            Ok(OrderedCart { id: row.get("token")?, created_at: row.get("created_at")? })
        };
        row.map(read).transpose()
    }

    async fn messages(self, shop: i64, order: &Order) -> Result<Vec<KeptMessage>, StoreError> {
        let sql = "SELECT kind, created_at, delivered_at, body FROM events
                   WHERE subject IN ($1, $2, $3) ORDER BY id";
        let [about, mail, checkout] = orders::subjects(shop, order.number, &order.cart.id);
        let rows = self.0.rows(sql, values![about, mail, checkout]).await?;
        let messages = rows.iter().map(|row| {
            Ok(KeptMessage {
                kind: row.get("kind")?,
                created_at: row.get("created_at")?,
                delivered_at: row.get("delivered_at")?,
                body: row.get("body")?,
            })
        });
        messages.collect()
    }
}
