//! How far the payment of an order is. It must never know a payment provider.

use super::{Orders, change_state, find, of_checkout};
use crate::{
    StoreError, activity,
    query::Query,
    row::values,
    transaction::{Rollback, Tx},
};
use basket_model::{
    order::{Order, OrderState},
    payment::{PaymentMethod, PaymentOutcome, PaymentSession},
};

/// How many orders are given up, or asked about, at a time.
const AT_ONCE: i64 = 100;
/// How long a provider has to tell by itself what became of a payment, and how long it is asked, in milliseconds.
const PATIENCE: i64 = 10 * 60 * 1000;
const INTEREST: i64 = 30 * 24 * 60 * 60 * 1000;

/// A payment that was begun, and of which nobody has told what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenPayment {
    /// The shop's number.
    pub shop: i64,
    /// The order's number.
    pub order: i64,
    /// By what the provider knows it.
    pub reference: String,
}

impl Orders<'_> {
    /// Notes that the payment of an order was begun. An order has one payment: a second call gets the
    /// first one; `None` if nothing is to be paid any more.
    pub async fn start_payment(
        self,
        order: &Order,
        begun: &PaymentSession,
    ) -> Result<Option<PaymentSession>, StoreError> {
        let values = values![order.id, &begun.reference, &begun.address];
        let checkout = order.checkout.clone();
        let start = async move |tx: &Tx<'_>| {
            let sql = "UPDATE orders SET payment_reference = $2, payment_url = $3
                       WHERE id = $1 AND state = 'placed' AND payment_reference IS NULL";
            tx.execute(sql, values).await?;
            of_checkout(tx, &checkout).await
        };
        let kept = self.0.transaction(start).await?;
        Ok(kept
            .filter(|kept| kept.state == OrderState::Placed)
            .and_then(|kept| kept.payment_session))
    }

    /// Notes what became of the payment of the order that came of a checkout, and what that makes of the order. The
    /// same thing told again changes nothing, nor does what is told of another payment.
    pub async fn settle_payment(
        self,
        shop: i64,
        method: PaymentMethod,
        checkout: &str,
        reference: &str,
        outcome: PaymentOutcome,
    ) -> Result<(), StoreError> {
        let now = self.0.now();
        let (checkout, reference) = (checkout.to_owned(), reference.to_owned());
        let settle = async move |tx: &Tx<'_>| {
            let hold = "SELECT id FROM orders WHERE checkout = $1 FOR NO KEY UPDATE";
            tx.hold(hold, values![&checkout]).await?;
            let sql =
                "SELECT number FROM orders WHERE shop_id = $1 AND payment = $2 AND checkout = $3
                       AND coalesce(payment_reference, $4) = $4";
            let row = tx.row(sql, values![shop, method.name(), checkout, reference]).await?;
            let number: i64 = row.ok_or(Rollback::Refused)?.get("number")?;
            let order = find(tx, shop, number).await?.ok_or(Rollback::Refused)?;
            let (next, action) = match (outcome, order.state) {
                (PaymentOutcome::Paid, OrderState::Placed) => {
                    (Some(OrderState::Paid), "payment.arrived")
                }
                (PaymentOutcome::Failed, OrderState::Placed) => {
                    (Some(OrderState::Cancelled), "payment.failed")
                }
                // The shop gave the order up while the shopper was paying: it has to give the money back.
                (PaymentOutcome::Paid, OrderState::Cancelled) => (None, "payment.too_late"),
                _ => return Err(Rollback::Refused),
            };
            if let Some(next) = next {
                change_state(tx, shop, order, next, now).await?;
            }
            activity::record(tx, shop, "", action, &number.to_string(), now).await?;
            Ok(())
        };
        let _share = self.0.share(shop).await?;
        self.0.attempt(settle).await.map(drop)
    }

    /// Payments that were begun a while ago and are open, of one shop or of all, the oldest first.
    pub async fn open_payments(self, shop: Option<i64>) -> Result<Vec<OpenPayment>, StoreError> {
        let sql = "SELECT shop_id, number, payment_reference FROM orders
                   WHERE state = 'placed' AND payment <> 'invoice'
                       AND payment_reference IS NOT NULL AND created_at < $1 AND created_at > $2
                       AND shop_id = coalesce($3, shop_id)
                   ORDER BY created_at LIMIT $4";
        let now = self.0.now();
        let values = values![now - PATIENCE, now - INTEREST, shop, AT_ONCE];
        let rows = self.0.rows(sql, values).await?;
        let payments = rows.iter().map(|row| {
            Ok(OpenPayment {
                shop: row.get("shop_id")?,
                order: row.get("number")?,
                reference: row.get("payment_reference")?,
            })
        });
        payments.collect()
    }

    /// Cancels orders whose payment was never begun: nobody was sent anywhere to pay, and nobody will tell that
    /// they did not.
    pub(crate) async fn cancel_unpaid(self) -> Result<(), StoreError> {
        let sql = "SELECT o.shop_id, o.number FROM orders o JOIN shops s ON s.id = o.shop_id
                   WHERE o.state = 'placed' AND o.payment <> 'invoice'
                       AND o.payment_reference IS NULL
                       AND o.created_at + s.hold_minutes * 60000 < $1
                   ORDER BY o.created_at LIMIT $2";
        for row in self.0.rows(sql, values![self.0.now(), AT_ONCE]).await? {
            let (shop, number) = (row.get("shop_id")?, row.get("number")?);
            self.set_state(shop, number, OrderState::Cancelled).await?;
        }
        Ok(())
    }
}
