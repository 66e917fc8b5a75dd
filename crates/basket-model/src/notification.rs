//! What webhooks and mails say, in JSON. It must never know how a notification is kept or sent.

use crate::order::{Contact, Order, OrderState};
use basket_core::{cart::Cart, json::Writer, wire};
use jiff::Timestamp;

/// What a message tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotificationKind {
    /// Somebody goes to the checkout.
    CheckoutStarted,
    /// Somebody has ordered.
    OrderPlaced,
    /// An order is paid.
    OrderPaid,
    /// The shopper has what they ordered.
    OrderFulfilled,
    /// An order was cancelled.
    OrderCancelled,
    /// A mail confirms the order to its shopper.
    OrderMail,
}

impl NotificationKind {
    /// What tells that an order has come into a state.
    pub fn of(state: OrderState) -> Self {
        match state {
            OrderState::Placed => Self::OrderPlaced,
            OrderState::Paid => Self::OrderPaid,
            OrderState::Fulfilled => Self::OrderFulfilled,
            OrderState::Cancelled => Self::OrderCancelled,
        }
    }

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::CheckoutStarted => "checkout.started",
            Self::OrderPlaced => "order.placed",
            Self::OrderPaid => "order.paid",
            Self::OrderFulfilled => "order.fulfilled",
            Self::OrderCancelled => "order.cancelled",
            Self::OrderMail => "mail.order_placed",
        }
    }
}

/// The body of a message about a cart.
pub fn cart_body(kind: NotificationKind, cart: &Cart, now: i64) -> String {
    envelope(kind, now, |writer| {
        writer.open('{').name("cart");
        wire::write_cart(writer, cart);
        writer.close('}');
    })
}

/// The body of a message about an order.
pub fn order_body(kind: NotificationKind, order: &Order, now: i64) -> String {
    envelope(kind, now, |writer| {
        writer.open('{').name("order");
        write_order(writer, order);
        writer.close('}');
    })
}

/// The body of a message that a mail is made of: the order's number.
pub fn mail_body(kind: NotificationKind, number: i64, now: i64) -> String {
    envelope(kind, now, |writer| {
        writer.open('{').name("number").number(number).close('}');
    })
}

fn envelope(kind: NotificationKind, now: i64, write: impl FnOnce(&mut Writer)) -> String {
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

/// A time as RFC 3339 writes it.
pub(crate) fn time(milliseconds: i64) -> String {
    Timestamp::from_millisecond(milliseconds).unwrap_or_default().to_string()
}
