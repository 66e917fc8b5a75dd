//! How far the payment of an order is. It must never know a payment provider.

use super::{Orders, change_state, find, of_checkout};
use crate::{
    StoreError, activity, products,
    query::Query,
    row::values,
    transaction::{Rollback, Tx},
};
use basket_model::{
    order::{Order, OrderState},
    payment::{PaymentMethod, PaymentOutcome, PaymentSession},
};

/// How many orders are given up at a time.
const AT_ONCE: i64 = 100;

impl Orders<'_> {
    /// Notes that the payment of an order was begun. An order has one payment: whoever comes second is given the
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
            let revision = products::next_revision(tx, shop).await?;
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
                // The shop gave the order up while somebody was paying: it has to give the money back.
                (PaymentOutcome::Paid, OrderState::Cancelled) => (None, "payment.too_late"),
                _ => return Err(Rollback::Refused),
            };
            if let Some(next) = next {
                change_state(tx, shop, order, next, revision, now).await?;
            }
            activity::record(tx, shop, "", action, &number.to_string(), now).await?;
            Ok(())
        };
        self.0.attempt(settle).await.map(drop)
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
