//! Orders: a cart as it was when it was ordered, the customer, and the state of the order. It
//! must never know pages or where anything is kept.

mod contact;

pub use contact::Contact;

use crate::{
    invoice::Invoice,
    payment::{PaymentMethod, PaymentSession},
    pricing::{self, Rules},
};
use basket_core::cart::{Cart, CodeProblem};
use std::{collections::BTreeMap, sync::Arc};

/// For how many days after an order the link to its confirmation works. A person who finds it later in a browser's history
/// or a forwarded mail learns nothing.
pub const LINK_DAYS: i64 = 90;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// What has become of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderState {
    /// Ordered, and not paid yet.
    Placed,
    /// It is paid.
    Paid,
    /// It is not to be. What was taken from the stock is back.
    Cancelled,
    /// The shopper has what they ordered.
    Fulfilled,
}

impl OrderState {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Placed, Self::Paid, Self::Cancelled, Self::Fulfilled];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Placed => "placed",
            Self::Paid => "paid",
            Self::Cancelled => "cancelled",
            Self::Fulfilled => "fulfilled",
        }
    }

    /// The state of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// What may come of it next. What is cancelled or with the shopper stays so.
    pub fn next(self) -> &'static [Self] {
        match self {
            Self::Placed => &[Self::Paid, Self::Fulfilled, Self::Cancelled],
            Self::Paid => &[Self::Fulfilled, Self::Cancelled],
            Self::Cancelled | Self::Fulfilled => &[],
        }
    }

    /// Whether nothing more comes of it.
    pub fn is_final(self) -> bool {
        self.next().is_empty()
    }
}

/// A cart that a shopper is about to order, frozen with its prices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenCheckout {
    /// What stands in its address; all that protects it.
    pub token: String,
    /// The shop's number.
    pub shop: i64,
    /// What is ordered.
    pub cart: Cart,
    /// What it costs beside its lines, as the shop had it when the cart was frozen.
    pub rules: Option<Arc<Rules>>,
    /// The shopper's language.
    pub locale: String,
    /// The page's origin, to go back to.
    pub origin: Option<String>,
    /// When it was frozen, in milliseconds since 1970.
    pub created_at: i64,
    /// Whether it was ordered.
    pub is_ordered: bool,
    /// How often it was changed. A change names the revision that it is based on.
    pub revision: i64,
}

/// An order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Its place in lists.
    pub id: i64,
    /// Its number in the shop.
    pub number: i64,
    /// What has become of it.
    pub state: OrderState,
    /// Who ordered.
    pub contact: Contact,
    /// The shopper's language.
    pub locale: String,
    /// What was ordered, at the prices of then.
    pub cart: Cart,
    /// When, in milliseconds since 1970.
    pub created_at: i64,
    /// Since when the state is what it is.
    pub changed_at: i64,
    /// The token of the checkout that it came of.
    pub checkout: String,
    /// How it is paid.
    pub payment: PaymentMethod,
    /// Where it is being paid, once that has started.
    pub payment_session: Option<PaymentSession>,
    /// Its invoice, if it is paid by one and the shop has said who sells.
    pub invoice: Option<Invoice>,
}

impl Order {
    /// Whether the link to its confirmation has expired.
    pub fn is_link_expired(&self, now: i64) -> bool {
        self.contact.is_erased() || now - self.created_at > LINK_DAYS * DAY
    }
}

/// Why an order was not placed. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotPlaced {
    /// It is too old: prices may have changed.
    Old,
    /// There is nothing in it.
    Empty,
    /// Something else is ordered there now than was looked at.
    Changed,
    /// The cart was ordered from another page, or emptied away.
    Gone,
    /// The discount code that was counted in cannot be used.
    Code(CodeProblem),
    /// Not so many of a product are left.
    OutOfStock {
        /// The product.
        sku: String,
        /// How many are.
        available: u32,
    },
}

/// Whether anything in a cart has to be sent somewhere.
pub fn is_shipped(cart: &Cart) -> bool {
    cart.lines.iter().any(pricing::is_delivered)
}

/// How many of each product, in the order of their skus: two orders that take the same products take them
/// in the same order, so that neither waits for the other.
pub fn quantities(cart: &Cart) -> BTreeMap<&str, i64> {
    let mut quantities = BTreeMap::new();
    for line in &cart.lines {
        *quantities.entry(&*line.sku).or_default() += i64::from(line.quantity);
    }
    quantities
}

#[cfg(test)]
pub(crate) mod tests;
