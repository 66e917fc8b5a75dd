//! How an order is paid, and where its shopper goes to do it. What is ordered and its stock are settled when the
//! order is placed; a payment only says what becomes of it. It must never know SQL, nor pages.

mod settle;
pub mod stripe;

pub use settle::{Asked, settle};

use crate::client::Client;
use basket_core::cart::Cart;
use basket_model::{
    order::Order,
    payment::{PaymentMethod, PaymentSession, PaymentSetup},
};
use stripe::{Expiry, Stripe};
use thiserror::Error;

/// How one cart is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// As the shop has chosen.
    Chosen(PaymentMethod),
    /// By invoice, because what the shop has chosen does not take this cart.
    InvoiceInstead,
}

impl Choice {
    /// The method that results.
    pub fn method(self) -> PaymentMethod {
        match self {
            Self::Chosen(method) => method,
            Self::InvoiceInstead => PaymentMethod::Invoice,
        }
    }
}

/// Why a payment could not be started. Nothing about the order has changed.
#[derive(Debug, Error)]
pub enum StartPaymentError {
    /// The shop has no key for the provider.
    #[error("the shop has no key of the payment provider")]
    NoKey,
    /// The provider's address is invalid.
    #[error("the address of the payment provider is invalid")]
    Address,
    /// No answer came.
    #[error("cannot reach the payment provider: {0}")]
    Unreachable(String),
    /// The provider refused.
    #[error("the payment provider refused with {status}: {reason}")]
    Refused {
        /// The status of its answer.
        status: u16,
        /// The provider's code for the reason.
        reason: String,
    },
    /// The answer is not what the provider documents.
    #[error("the answer of the payment provider is invalid")]
    InvalidAnswer,
}

/// The payment providers.
#[derive(Debug)]
pub struct Payments {
    client: Client,
    stripe: String,
}

impl Payments {
    /// With Stripe's own address, or with what the host has put in its place, which may be anywhere.
    pub fn new(stripe: Option<String>) -> Self {
        Self {
            client: Client::new(stripe.is_some()),
            stripe: stripe.unwrap_or_else(|| stripe::ADDRESS.to_owned()),
        }
    }

    /// Asks Stripe something that changes nothing, to know that it accepts the key.
    pub async fn check_stripe_key(&self, key: &str) -> Result<(), StartPaymentError> {
        Stripe { client: &self.client, address: &self.stripe, key }.check().await
    }

    /// How a cart is paid.
    pub fn choose(setup: &PaymentSetup, cart: &Cart) -> Choice {
        let takes = match setup.method {
            PaymentMethod::Invoice => true,
            PaymentMethod::Stripe => Stripe::takes(cart),
        };
        if takes { Choice::Chosen(setup.method) } else { Choice::InvoiceInstead }
    }

    /// Starts the payment of an order, the same session however often it is asked for; `None` where the shopper need
    /// not go anywhere. `page` is the checkout's page, to which the shopper returns; `now` are milliseconds since 1970.
    pub async fn start(
        &self,
        shop: i64,
        setup: &PaymentSetup,
        order: &Order,
        page: &str,
        now: i64,
    ) -> Result<Option<PaymentSession>, StartPaymentError> {
        match order.payment {
            PaymentMethod::Invoice => Ok(None),
            PaymentMethod::Stripe => {
                let key = setup.stripe_key.as_deref().ok_or(StartPaymentError::NoKey)?;
                let stripe = Stripe { client: &self.client, address: &self.stripe, key };
                let until = setup.payable_until(order.created_at);
                let expiry = Expiry::new(order.created_at, until, now);
                stripe.start(shop, order, page, expiry).await.map(Some)
            }
        }
    }
}
