//! Orders. One is placed in one transaction: it takes from the stock, ends the cart and writes the message that tells
//! of it, or nothing happens at all.

mod erase;
mod payment;

pub use payment::OpenPayment;
mod place;
mod search;
mod taken;

pub(crate) use search::of_person;

use crate::{
    Store, StoreError, days, discounts, frozen_cart,
    outbox::{self, NewMessage},
    pieces::{pieces, wanted},
    products,
    query::Query,
    row::{Row, values},
    transaction::{Rollback, Tx},
};
use basket_model::{
    invoice::{Invoice, Seller},
    notification::{self, NotificationKind},
    order::{Contact, Order, OrderState},
    payment::{PaymentMethod, PaymentSession},
    token,
};

use taken::Taken;

/// The orders of shops.
#[derive(Debug, Clone, Copy)]
pub struct Orders<'a>(pub(crate) &'a Store);

/// Some of a shop's orders, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderPage {
    /// The orders.
    pub orders: Vec<Order>,
    /// Where the next page starts; `None` behind the oldest order.
    pub next: Option<i64>,
}

/// Reads orders.
macro_rules! orders {
    ($($which:literal),+) => {
        concat!(
            "SELECT id, number, state, email, name, address, postal_code, city, country, locale,
                 cart, created_at, changed_at, checkout, payment, payment_reference, payment_url, details,
                 sequence, due_at, seller
             FROM orders LEFT JOIN invoices ON order_id = id WHERE ",
            $($which),+
        )
    };
}
use orders;

impl Orders<'_> {
    /// The order that came of a checkout.
    pub async fn of_checkout(self, token: &str) -> Result<Option<Order>, StoreError> {
        of_checkout(self.0, token).await
    }

    /// The order of that number.
    pub async fn find(self, shop: i64, number: i64) -> Result<Option<Order>, StoreError> {
        find(self.0, shop, number).await
    }

    /// At most `limit` orders of the shop behind the place `after`, in any state or in one.
    pub async fn page(
        self,
        shop: i64,
        state: Option<OrderState>,
        after: Option<i64>,
        limit: u32,
    ) -> Result<OrderPage, StoreError> {
        let (after, one_more) = (after.unwrap_or(i64::MAX), i64::from(limit) + 1);
        let rows = match state {
            None => {
                let sql = orders!("shop_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3");
                self.0.rows(sql, values![shop, after, one_more]).await?
            }
            Some(state) => {
                let sql =
                    orders!("shop_id = $1 AND state = $2 AND id < $3 ORDER BY id DESC LIMIT $4");
                self.0.rows(sql, values![shop, state.name(), after, one_more]).await?
            }
        };
        let rows = rows.iter().map(|row| Ok((row.get("id")?, read(row)?)));
        let (orders, next) = crate::page(rows.collect::<Result<_, StoreError>>()?, limit);
        Ok(OrderPage { orders, next })
    }

    /// The oldest order of the shop that is not final.
    pub async fn oldest_open(self, shop: i64) -> Result<Option<Order>, StoreError> {
        let sql = orders!("shop_id = $1 AND state = $2 ORDER BY id LIMIT 1");
        let mut oldest: Option<Order> = None;
        for state in OrderState::ALL.into_iter().filter(|state| !state.is_final()) {
            let found = self.0.row(sql, values![shop, state.name()]).await?;
            let found = found.as_ref().map(read).transpose()?;
            oldest = oldest.into_iter().chain(found).min_by_key(|order| order.id);
        }
        Ok(oldest)
    }

    /// Says what has become of an order; whether that may come of what it was. What a cancelled order had taken
    /// goes back into the stock.
    pub async fn set_state(
        self,
        shop: i64,
        number: i64,
        state: OrderState,
    ) -> Result<bool, StoreError> {
        let now = self.0.now();
        let set = async move |tx: &Tx<'_>| {
            let hold = "SELECT id FROM orders WHERE shop_id = $1 AND number = $2 FOR NO KEY UPDATE";
            tx.hold(hold, values![shop, number]).await?;
            let found = find(tx, shop, number).await?.ok_or(Rollback::Refused)?;
            change_state(tx, shop, found, state, now).await
        };
        let _share = self.0.share(shop).await?;
        self.0.attempt(set).await
    }
}

/// Says what has become of an order that the transaction holds, if that may come of what it was.
async fn change_state(
    tx: &Tx<'_>,
    shop: i64,
    order: Order,
    state: OrderState,
    now: i64,
) -> Result<(), Rollback> {
    if !order.state.next().contains(&state) {
        return Err(Rollback::Refused);
    }
    let sql = "UPDATE orders SET state = $2, changed_at = $3 WHERE id = $1 AND state = $4";
    tx.require(sql, values![order.id, state.name(), now, order.state.name()]).await?;
    let order = Order { state, changed_at: now, ..order };
    if state == OrderState::Cancelled {
        undo(tx, shop, &order).await?;
    }
    tell_shop(tx, shop, &order).await?;
    Ok(())
}

/// Tells the shop which state an order has come into.
async fn tell_shop(tx: &Tx<'_>, shop: i64, order: &Order) -> Result<(), StoreError> {
    let (kind, now) = (NotificationKind::of(order.state), order.changed_at);
    let body = notification::order_body(kind, order, now);
    let subject = subject(shop, order.number);
    outbox::tell_shop(tx, NewMessage { shop, kind, subject, body, now }).await
}

/// Puts what a cancelled order had taken back into the stock.
async fn undo(tx: &Tx<'_>, shop: i64, order: &Order) -> Result<(), StoreError> {
    let give_back = concat!(
        wanted!("$2"),
        "UPDATE products SET stock = stock + pieces, revision = $3 FROM wanted
         WHERE shop_id = $1 AND sku = wanted_sku AND stock IS NOT NULL"
    );
    let taken = Taken::of(tx, order).await?;
    products::hold(tx, shop, taken.0.keys().map(String::as_str)).await?;
    tx.execute(give_back, values![shop, pieces(&taken.0), token::number()?]).await?;
    discounts::give_back(tx, order.id).await?;
    days::count_orders(tx, shop, order.created_at, -1, -order.cart.total()).await
}

/// What messages about an order are about.
fn subject(shop: i64, number: i64) -> String {
    format!("{shop}:{number}")
}

/// What every message to do with an order is about: webhooks, mails, and the webhook about its checkout.
pub(crate) fn subjects(shop: i64, number: i64, cart: &str) -> [String; 3] {
    let subject = subject(shop, number);
    let mail = format!("mail:{subject}");
    [subject, mail, cart.to_owned()]
}

async fn of_checkout(on: &impl Query, token: &str) -> Result<Option<Order>, StoreError> {
    on.row(orders!("checkout = $1"), values![token]).await?.as_ref().map(read).transpose()
}

async fn find(on: &impl Query, shop: i64, number: i64) -> Result<Option<Order>, StoreError> {
    let sql = orders!("shop_id = $1 AND number = $2");
    on.row(sql, values![shop, number]).await?.as_ref().map(read).transpose()
}

fn read(row: &Row) -> Result<Order, StoreError> {
    let payment = Option::zip(row.get("payment_reference")?, row.get("payment_url")?);
    let contact = Contact {
        email: row.get("email")?,
        name: row.get("name")?,
        address: row.get("address")?,
        postal_code: row.get("postal_code")?,
        city: row.get("city")?,
        country: row.get("country")?,
        ..Contact::default()
    };
    let contact = match row.get::<Option<String>>("details")? {
        None => contact,
        Some(_) => row.parse("details", |text| contact.with_details(text))?,
    };
    let invoice = match Option::zip(row.get("sequence")?, row.get("due_at")?) {
        None => None,
        Some((sequence, due_at)) => {
            Some(Invoice { sequence, due_at, seller: row.parse("seller", Seller::parse)? })
        }
    };
    Ok(Order {
        id: row.get("id")?,
        number: row.get("number")?,
        state: row.parse("state", OrderState::parse)?,
        contact,
        locale: row.get("locale")?,
        cart: frozen_cart::read(row)?,
        created_at: row.get("created_at")?,
        changed_at: row.get("changed_at")?,
        checkout: row.get("checkout")?,
        payment: row.parse("payment", PaymentMethod::parse)?,
        payment_session: payment.map(|(reference, address)| PaymentSession { reference, address }),
        invoice,
    })
}
