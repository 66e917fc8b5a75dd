//! What is written of a message, in the transaction that it tells of.

use super::Kind;
use crate::{StoreError, sql::Step};
use basket_core::{cart::Cart, json::Writer, wire};
use basket_model::{
    order::{Contact, OpenCheckout, Order, OrderState},
    payment::PaymentMethod,
    token,
};
use jiff::Timestamp;

/// Writes a message, if the shop wants any. `subject` is what it is about: messages about the same arrive in their
/// order.
pub(crate) fn step(
    shop: i64,
    kind: Kind,
    subject: &str,
    body: String,
    now: i64,
) -> Result<Step, StoreError> {
    let sql =
        "INSERT INTO events (shop_id, name, subject, kind, body, created_at, attempts, next_at)
               SELECT id, $2, $3, $4, $5, $6, 0, $6 FROM shops
               WHERE id = $1 AND webhook_address IS NOT NULL";
    let values =
        [shop.into(), name()?.into(), subject.into(), kind.name().into(), body.into(), now.into()];
    Ok(Step::new(sql, values).telling())
}

/// Writes the message of an order that is being placed. Its number is known to the database alone.
pub(crate) fn placed_step(
    payment: PaymentMethod,
    checkout: &OpenCheckout,
    contact: &Contact,
    now: i64,
) -> Result<Step, StoreError> {
    let order = Order {
        id: 0,
        number: 0,
        state: OrderState::Placed,
        contact: contact.clone(),
        locale: checkout.locale.clone(),
        cart: checkout.cart.clone(),
        created_at: now,
        changed_at: now,
        checkout: checkout.token.clone(),
        payment,
        payment_session: None,
    };
    // Inside of a text the quotes would have backslashes, so nothing that a shopper wrote is meant by it.
    let sql =
        "INSERT INTO events (shop_id, name, subject, kind, body, created_at, attempts, next_at)
               SELECT o.shop_id, $1, CAST(o.shop_id AS text) || ':' || CAST(o.number AS text), $2,
                   replace($3, '\"number\":0', '\"number\":' || CAST(o.number AS text)), $4, 0, $4
               FROM orders o JOIN shops s ON s.id = o.shop_id
               WHERE o.checkout = $5 AND s.webhook_address IS NOT NULL";
    let values = [
        name()?.into(),
        Kind::OrderPlaced.name().into(),
        order_body(Kind::OrderPlaced, &order, now).into(),
        now.into(),
        (&*checkout.token).into(),
    ];
    Ok(Step::new(sql, values).telling())
}

/// Writes that the shopper is to get a mail about an order that is being placed. It has a subject of its own: a shop
/// that cannot be reached holds up no mail.
pub(crate) fn mail_step(checkout: &OpenCheckout, now: i64) -> Result<Step, StoreError> {
    let sql =
        "INSERT INTO events (shop_id, name, subject, kind, body, created_at, attempts, next_at)
               SELECT shop_id, $1, 'mail:' || CAST(shop_id AS text) || ':' || CAST(number AS text),
                   $2, replace($3, '\"number\":0', '\"number\":' || CAST(number AS text)), $4, 0, $4
               FROM orders WHERE checkout = $5";
    let body = envelope(Kind::OrderMail, now, |writer| {
        writer.open('{').name("number").number(0).close('}');
    });
    let values = [
        name()?.into(),
        Kind::OrderMail.name().into(),
        body.into(),
        now.into(),
        (&*checkout.token).into(),
    ];
    Ok(Step::new(sql, values).telling())
}

fn name() -> Result<String, StoreError> {
    Ok(format!("msg_{}", &token::random()?[..24]))
}

/// What a message about a cart says.
pub(crate) fn checkout_body(kind: Kind, cart: &Cart, now: i64) -> String {
    envelope(kind, now, |writer| {
        writer.open('{').name("cart");
        wire::write_cart(writer, cart);
        writer.close('}');
    })
}

/// What a message about an order says.
pub(crate) fn order_body(kind: Kind, order: &Order, now: i64) -> String {
    envelope(kind, now, |writer| {
        writer.open('{').name("order");
        write_order(writer, order);
        writer.close('}');
    })
}

fn envelope(kind: Kind, now: i64, write: impl FnOnce(&mut Writer)) -> String {
    let mut writer = Writer::new();
    writer.open('{').name("type").string(kind.name());
    writer.name("timestamp").string(&time(now)).name("data");
    write(&mut writer);
    writer.close('}');
    writer.finish()
}

/// An order as it goes over the wire.
pub fn write_order(writer: &mut Writer, order: &Order) {
    let Contact { email, name, address, postal_code, city, country } = &order.contact;
    writer.open('{').name("number").number(order.number);
    writer.name("state").string(order.state.name());
    writer.name("created_at").string(&time(order.created_at));
    writer.name("changed_at").string(&time(order.changed_at));
    writer.name("payment").string(order.payment.name());
    writer.name("locale").string(&order.locale).name("contact").open('{');
    for (member, value) in [
        ("email", email),
        ("name", name),
        ("address", address),
        ("postal_code", postal_code),
        ("city", city),
        ("country", country),
    ] {
        writer.name(member).string(value);
    }
    writer.close('}').name("cart");
    wire::write_cart(writer, &order.cart);
    writer.close('}');
}

fn time(milliseconds: i64) -> String {
    Timestamp::from_millisecond(milliseconds).unwrap_or_default().to_string()
}
