//! What is kept of payments: what a shop has chosen, and how far the payment of an order is. It must never know a
//! provider.

use super::{Store, StoreError, sql::Step};
use basket_model::{
    order::{Order, OrderState},
    payment::{PaymentMethod, PaymentSession, PaymentSetup},
};

/// How long an order waits for its payment to be begun, in milliseconds: as long as a payment that was begun waits.
const PATIENCE: i64 = 24 * 60 * 60 * 1000;
/// How many orders are given up at a time.
const AT_ONCE: i64 = 100;

impl Store {
    /// Chooses how orders are paid from now on.
    pub async fn set_payment(&self, shop: i64, setup: &PaymentSetup) -> Result<(), StoreError> {
        let sql = "UPDATE shops SET payment = $2, stripe_key = $3, stripe_webhook_secret = $4
                   WHERE id = $1";
        let values = [
            shop.into(),
            setup.method.name().into(),
            setup.stripe_key.as_deref().into(),
            setup.stripe_webhook_secret.as_deref().into(),
        ];
        self.write(vec![Step::new(sql, values)]).await.map(drop)
    }

    /// Notes that the payment of an order was begun. An order has one payment: whoever comes second is given the
    /// first one; `None` if nothing is to be paid any more.
    pub async fn start_payment(
        &self,
        order: &Order,
        begun: &PaymentSession,
    ) -> Result<Option<PaymentSession>, StoreError> {
        let sql = "UPDATE orders SET payment_reference = $2, payment_url = $3
                   WHERE id = $1 AND state = 'placed' AND payment_reference IS NULL";
        let values = [order.id.into(), (&*begun.reference).into(), (&*begun.address).into()];
        self.write(vec![Step::new(sql, values)]).await?;
        let kept = self.order_of_checkout(&order.checkout).await?;
        Ok(kept
            .filter(|kept| kept.state == OrderState::Placed)
            .and_then(|kept| kept.payment_session))
    }

    /// The order of a shop that came of a checkout and is paid by those means.
    pub async fn order_to_pay(
        &self,
        shop: i64,
        means: PaymentMethod,
        checkout: &str,
    ) -> Result<Option<Order>, StoreError> {
        let sql = "SELECT id FROM orders WHERE shop_id = $1 AND payment = $2 AND checkout = $3";
        let found = self.ask(sql, [shop.into(), means.name().into(), checkout.into()]).await?;
        if found.is_empty() { Ok(None) } else { self.order_of_checkout(checkout).await }
    }

    /// Notes in the shop's activity what a provider has told of an order.
    pub async fn record_payment(
        &self,
        shop: i64,
        action: &str,
        number: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO activity (shop_id, email, at, action, subject)
                   VALUES ($1, '', $2, $3, $4)";
        let values = [shop.into(), self.now().into(), action.into(), number.to_string().into()];
        self.write(vec![Step::new(sql, values)]).await.map(drop)
    }

    /// Cancels orders whose payment was never begun: nobody was sent anywhere to pay, and nobody will tell that
    /// they did not.
    pub(super) async fn tidy_payments(&self) -> Result<(), StoreError> {
        let sql = "SELECT shop_id, checkout FROM orders
                   WHERE state = 'placed' AND payment <> 'invoice' AND payment_reference IS NULL
                       AND created_at < $1
                   ORDER BY created_at LIMIT $2";
        for row in self.ask(sql, [(self.now() - PATIENCE).into(), AT_ONCE.into()]).await? {
            let (shop, checkout) = (row.number(0)?, row.text(1)?);
            if let Some(order) = self.order_of_checkout(&checkout).await? {
                self.advance_order(shop, order, OrderState::Cancelled).await?;
            }
        }
        Ok(())
    }
}
