//! Personal data: how long a shop keeps it, what is kept about one person, and what is left after it was erased. It must
//! never know where anything is kept.

use crate::{
    notification::{time, write_order},
    order::{OpenCheckout, Order, OrderState},
};
use basket_core::{json::Writer, wire};
use std::fmt;

/// How many days pass between the request to delete a shop or an account and the deletion. Until then it can be
/// cancelled.
pub const DELETION_DAYS: i64 = 14;

/// For how many months a shop keeps the contact data of an order once the order is final.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention(u16);

impl Retention {
    /// What a shop can choose.
    pub const CHOICES: [Self; 7] =
        [Self(6), Self(12), Self(24), Self(36), Self(60), Self(120), Self(0)];
    /// How long a month is, in milliseconds: a twelfth of a year.
    pub const MONTH: i64 = 365 * 24 * 60 * 60 * 1000 / 12;

    /// The retention of so many months, if it can be chosen; 0 has no end.
    pub fn from_months(months: i64) -> Option<Self> {
        Self::CHOICES.into_iter().find(|choice| choice.months() == months)
    }

    /// Whether something of that time is older than what is kept.
    pub fn is_over(self, since: i64, now: i64) -> bool {
        self.0 > 0 && now - since > self.months() * Self::MONTH
    }

    /// How many months; 0 has no end.
    pub fn months(self) -> i64 {
        self.0.into()
    }
}

impl fmt::Display for Retention {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => formatter.write_str("no limit"),
            months if months % 12 == 0 && months > 12 => write!(formatter, "{} years", months / 12),
            months => write!(formatter, "{months} months"),
        }
    }
}

/// All that a shop keeps about a person, found by their e-mail address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonalData {
    /// The shop's number.
    pub shop: i64,
    /// What people call the shop.
    pub shop_name: String,
    /// Their orders, newest first.
    pub orders: Vec<Order>,
    /// The checkouts that became these orders, and others of the same carts.
    pub checkouts: Vec<OpenCheckout>,
    /// The carts that they ordered.
    pub carts: Vec<OrderedCart>,
    /// Webhooks and mails about the orders.
    pub messages: Vec<KeptMessage>,
}

/// A cart that was ordered. What was in it stands in the order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderedCart {
    /// Its id.
    pub id: String,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
}

/// A webhook or a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptMessage {
    /// What it tells of.
    pub kind: String,
    /// When it was written, in milliseconds since 1970.
    pub created_at: i64,
    /// When it arrived.
    pub delivered_at: Option<i64>,
    /// What is sent: JSON.
    pub body: String,
}

/// The data of a person as a JSON file, to be handed out to them.
pub fn write_personal_data(email: &str, shops: &[PersonalData], now: i64) -> String {
    let mut writer = Writer::new();
    writer.open('{').name("email").string(email).name("exported_at").string(&time(now));
    writer.name("shops").open('[');
    for data in shops {
        write_shop(&mut writer, data);
    }
    writer.close(']').close('}');
    let mut text = writer.finish();
    text.push('\n');
    text
}

fn write_shop(writer: &mut Writer, data: &PersonalData) {
    writer.open('{').name("shop").number(data.shop).name("name").string(&data.shop_name);
    writer.name("orders").open('[');
    for order in &data.orders {
        write_order(writer, order);
    }
    writer.close(']').name("payments").open('[');
    for order in &data.orders {
        if let Some(session) = &order.payment_session {
            writer.open('{').name("order").number(order.number);
            writer.name("provider").string(order.payment.name());
            writer.name("reference").string(&session.reference).close('}');
        }
    }
    writer.close(']').name("checkouts").open('[');
    for checkout in &data.checkouts {
        writer.open('{').name("created_at").string(&time(checkout.created_at));
        writer.name("locale").string(&checkout.locale);
        writer.name("origin").string_or_null(checkout.origin.as_deref()).name("cart");
        wire::write_cart(writer, &checkout.cart);
        writer.close('}');
    }
    writer.close(']').name("carts").open('[');
    for cart in &data.carts {
        writer.open('{').name("id").string(&cart.id);
        writer.name("created_at").string(&time(cart.created_at)).close('}');
    }
    writer.close(']').name("messages").open('[');
    for message in &data.messages {
        let delivered_at = message.delivered_at.map(time);
        writer.open('{').name("type").string(&message.kind);
        writer.name("created_at").string(&time(message.created_at));
        writer.name("delivered_at").string_or_null(delivered_at.as_deref());
        writer.name("body").raw(&message.body).close('}');
    }
    writer.close(']').close('}');
}

/// What was erased, and what was not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Erasure {
    /// The numbers of the orders that no longer say who placed them.
    pub erased: Vec<i64>,
    /// The orders that still do.
    pub kept: Vec<KeptOrder>,
}

/// An order whose contact data is still needed. It says why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptOrder {
    /// Its number.
    pub number: i64,
    /// What has become of it.
    pub state: OrderState,
}

impl fmt::Display for KeptOrder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, state } = self;
        if state.is_final() {
            return write!(
                formatter,
                "Order {number} was not erased, because a webhook about it has not been delivered yet. \
                 Erase again in a few days."
            );
        }
        let state = state.name();
        write!(
            formatter,
            "Order {number} was not erased, because it is {state} and not final. \
             Erase again when it is fulfilled or cancelled."
        )
    }
}

#[cfg(test)]
mod tests;
