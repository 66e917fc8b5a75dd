//! How an order is paid, and where its shopper goes to do it. What is ordered and its stock are settled when the
//! order is placed; a payment only says what becomes of it. It must never know SQL, nor pages.

mod invoice;
mod stripe;

pub(crate) use stripe::receive as receive_stripe;

use crate::{
    client::Client,
    order::{Begun, Order},
};
use basket_core::cart::Cart;
use invoice::Invoice;
use stripe::Stripe;
use thiserror::Error;

/// By what an order is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Means {
    /// The shop sends an invoice.
    #[default]
    Invoice,
    /// At Stripe.
    Stripe,
}

impl Means {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Invoice, Self::Stripe];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Invoice => "invoice",
            Self::Stripe => "stripe",
        }
    }

    /// The means of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|means| means.name() == name)
    }
}

/// What a shop has chosen for its payments.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentSetup {
    /// By what orders are paid, where that can be.
    pub means: Means,
    /// What Stripe knows the shop by.
    pub stripe_key: Option<String>,
    /// What Stripe signs its messages with.
    pub stripe_webhook_secret: Option<String>,
}

/// How one cart is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    /// As the shop has chosen.
    Chosen(Means),
    /// By invoice, because what the shop has chosen does not take this cart.
    InvoiceInstead,
}

impl Choice {
    pub(crate) fn means(self) -> Means {
        match self {
            Self::Chosen(means) => means,
            Self::InvoiceInstead => Means::Invoice,
        }
    }
}

/// Why a payment could not be begun. Nothing about the order has changed.
#[derive(Debug, Error)]
pub(crate) enum NotBegun {
    #[error("the shop has no key for it")]
    NoKey,
    #[error("the provider's address is none")]
    Address,
    #[error("the provider could not be reached: {0}")]
    Unreachable(String),
    #[error("the provider refused with {status}: {reason}")]
    Refused { status: u16, reason: String },
    #[error("the provider's answer could not be understood")]
    Odd,
}

/// Somebody who takes payments.
trait Provider {
    /// Whether a cart can be paid so.
    fn takes(cart: &Cart) -> bool;

    /// Begins the payment of an order, the same one however often it is asked for; `None` where the shopper need not
    /// go anywhere. `page` is the checkout's page, which they come back to.
    async fn begin(&self, shop: i64, order: &Order, page: &str) -> Result<Option<Begun>, NotBegun>;
}

/// All who take payments.
#[derive(Debug)]
pub(crate) struct Payments {
    client: Client,
    stripe: String,
}

impl Payments {
    /// With Stripe's own address, or with what the host has put in its place, which may be anywhere.
    pub(crate) fn new(stripe: Option<String>) -> Self {
        Self {
            client: Client::new(stripe.is_some()),
            stripe: stripe.unwrap_or_else(|| stripe::ADDRESS.to_owned()),
        }
    }

    /// How a cart is paid.
    pub(crate) fn choose(setup: &PaymentSetup, cart: &Cart) -> Choice {
        let takes = match setup.means {
            Means::Invoice => Invoice::takes(cart),
            Means::Stripe => Stripe::takes(cart),
        };
        if takes { Choice::Chosen(setup.means) } else { Choice::InvoiceInstead }
    }

    /// Begins the payment of an order.
    pub(crate) async fn begin(
        &self,
        shop: i64,
        setup: &PaymentSetup,
        order: &Order,
        page: &str,
    ) -> Result<Option<Begun>, NotBegun> {
        match order.payment {
            Means::Invoice => Invoice.begin(shop, order, page).await,
            Means::Stripe => {
                let key = setup.stripe_key.as_deref().ok_or(NotBegun::NoKey)?;
                let stripe = Stripe { client: &self.client, address: &self.stripe, key };
                stripe.begin(shop, order, page).await
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_means_has_a_name() {
        for means in Means::ALL {
            assert_eq!(Means::parse(means.name()), Some(means));
        }
        assert_eq!(Means::parse("cash"), None);
    }
}
