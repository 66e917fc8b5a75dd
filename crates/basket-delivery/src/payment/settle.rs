//! What payment providers say of payments, and what that makes of orders. A message may be lost, so they are asked as well.

use super::{
    Payments, StartPaymentError,
    stripe::{Stripe, StripeEvent},
};
use basket_model::payment::PaymentMethod;
use basket_store::{OpenPayment, Store, StoreError};
use std::collections::BTreeSet;

/// What came of asking.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Asked {
    /// How many payments were asked about.
    pub asked: usize,
    /// Of how many it is known now what became of them.
    pub settled: usize,
    /// How many there was no answer about.
    pub failed: usize,
}

/// Notes what became of a payment. The same thing told again changes nothing. One of another amount than the order's is
/// left to people; whether it is the right amount.
pub async fn settle(store: &Store, shop: i64, event: StripeEvent) -> Result<bool, StoreError> {
    let order = store.orders().of_checkout(&event.checkout).await?;
    if let Some(order) = order.filter(|order| !event.is_of(order)) {
        let order = order.number;
        tracing::error!(shop, order, "payment amount differs from the order");
        return Ok(false);
    }
    let StripeEvent { outcome, reference, checkout, .. } = event;
    let method = PaymentMethod::Stripe;
    store.orders().settle_payment(shop, method, &checkout, &reference, outcome).await?;
    Ok(true)
}

impl Payments {
    /// Asks what became of payments that were begun a while ago and that nobody told of, of one shop or of all. A shop
    /// whose provider does not answer is not asked about any more.
    pub async fn ask(&self, store: &Store, shop: Option<i64>) -> Result<Asked, StoreError> {
        let mut result = Asked::default();
        let mut silent = BTreeSet::new();
        for payment in store.orders().open_payments(shop).await? {
            if silent.contains(&payment.shop) {
                result.failed += 1;
                continue;
            }
            result.asked += 1;
            match self.ask_about(store, &payment).await? {
                Ok(Some(event)) => {
                    let is_right = settle(store, payment.shop, event).await?;
                    result.settled += usize::from(is_right);
                }
                Ok(None) => {}
                Err(error) => {
                    let OpenPayment { shop, order, .. } = payment;
                    tracing::warn!(shop, order, %error, "cannot check payment");
                    silent.insert(shop);
                    result.failed += 1;
                }
            }
        }
        Ok(result)
    }

    async fn ask_about(
        &self,
        store: &Store,
        payment: &OpenPayment,
    ) -> Result<Result<Option<StripeEvent>, StartPaymentError>, StoreError> {
        let setup = store.shops().checkout_setup(payment.shop).await?;
        let Some(key) = setup.and_then(|setup| setup.payment.stripe_key) else {
            return Ok(Err(StartPaymentError::NoKey));
        };
        let stripe = Stripe { client: &self.client, address: &self.stripe, key: &key };
        Ok(stripe.ask(&payment.reference).await)
    }
}
