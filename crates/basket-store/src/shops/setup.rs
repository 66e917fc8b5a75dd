//! How a shop's shoppers check out and pay, and where the shop hears of it. It must never know a payment provider.

use super::Shops;
use crate::{
    StoreError, activity,
    query::Query,
    recent,
    row::{Row, values},
    secrets::of_shop,
    transaction::Tx,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use basket_model::{
    payment::{PaymentMethod, PaymentSetup},
    privacy::Retention,
    shop::Checkout,
    token,
};
use sha2::{Digest, Sha256};
use std::time::Duration;

/// What a shop has chosen for its checkout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckoutSetup {
    /// Whose page it is.
    pub checkout: Checkout,
    /// Where the shop's own checkout is.
    pub address: Option<String>,
    /// Where the terms are that shoppers agree to.
    pub terms: Option<String>,
    /// The design that the service's own checkout is in, by its name.
    pub design: Option<String>,
    /// What signs carts that go to the shop's own checkout.
    pub handover: Option<HandoverSecret>,
    /// Where the shop wants to hear what happens.
    pub webhook: Option<Webhook>,
    /// How orders are paid.
    pub payment: PaymentSetup,
}

/// What a shop chooses for its checkout.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CheckoutChoice<'a> {
    /// Whose page it is.
    pub checkout: Checkout,
    /// Where the shop's own checkout is.
    pub address: Option<&'a str>,
    /// Where the terms are that shoppers agree to.
    pub terms: Option<&'a str>,
    /// The design of the hosted checkout, by its name.
    pub design: Option<&'a str>,
}

/// Where a shop hears what happens, and how it knows that it is us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Where messages go.
    pub address: String,
    /// What signs them.
    pub secret: String,
    /// What signed them before and still does until then, in milliseconds since 1970.
    pub before: Option<(String, i64)>,
}

/// What signs carts that go to the shop's own checkout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandoverSecret {
    /// The secret.
    pub secret: String,
    /// What signed them before and still does until then, in milliseconds since 1970.
    pub before: Option<(String, i64)>,
}

impl Shops<'_> {
    /// How a shop's shoppers check out.
    pub async fn checkout_setup(self, shop: i64) -> Result<Option<CheckoutSetup>, StoreError> {
        let sql = "SELECT checkout, checkout_address, webhook_address, webhook_secret,
                       webhook_secret_before, webhook_secret_until, terms_address,
                       checkout_design, payment, stripe_key, stripe_webhook_secret,
                       hold_minutes, handover_secret, handover_secret_before,
                       handover_secret_until
                   FROM shops WHERE id = $1";
        let Some(row) = self.0.row(sql, values![shop]).await? else { return Ok(None) };
        let secret = |column| self.secret(shop, &row, column);
        let before =
            |secret, until| Option::zip(secret, until).filter(|(_, until)| *until > self.0.now());
        let handover_before =
            before(secret("handover_secret_before")?, row.get("handover_secret_until")?);
        let before = before(secret("webhook_secret_before")?, row.get("webhook_secret_until")?);
        let webhook = Option::zip(row.get("webhook_address")?, secret("webhook_secret")?);
        Ok(Some(CheckoutSetup {
            checkout: row.parse("checkout", Checkout::parse)?,
            address: row.get("checkout_address")?,
            terms: row.get("terms_address")?,
            design: row.get("checkout_design")?,
            handover: secret("handover_secret")?
                .map(|secret| HandoverSecret { secret, before: handover_before }),
            webhook: webhook.map(|(address, secret)| Webhook { address, secret, before }),
            payment: PaymentSetup {
                method: row.parse("payment", PaymentMethod::parse)?,
                stripe_key: secret("stripe_key")?,
                stripe_webhook_secret: secret("stripe_webhook_secret")?,
                hold_minutes: row.get("hold_minutes")?,
            },
        }))
    }

    /// The moment after a while, in milliseconds since 1970.
    fn after(self, time: Duration) -> i64 {
        let time = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        self.0.now().saturating_add(time)
    }

    /// What stands in a column that is encrypted.
    fn secret(self, shop: i64, row: &Row, column: &str) -> Result<Option<String>, StoreError> {
        let kept: Option<String> = row.get(column)?;
        kept.map(|kept| self.0.secret_keys.open(&of_shop(shop), &kept)).transpose()
    }

    /// A secret as it is kept.
    fn close(self, shop: i64, secret: &str) -> Result<String, StoreError> {
        self.0.secret_keys.close(&of_shop(shop), secret)
    }

    /// The design that the shop's checkout is in.
    pub async fn checkout_design(self, shop: i64) -> Result<Option<String>, StoreError> {
        let sql = "SELECT d.config FROM shops s
                   JOIN designs d ON d.shop_id = s.id AND d.name = s.checkout_design
                   WHERE s.id = $1";
        self.0.row(sql, values![shop]).await?.map(|row| row.get("config")).transpose()
    }

    /// Chooses the checkout: whose page it is, and what goes with either. All of it at once.
    pub async fn set_checkout(
        self,
        shop: i64,
        choice: &CheckoutChoice<'_>,
    ) -> Result<(), StoreError> {
        let CheckoutChoice { checkout, address, terms, design } = *choice;
        let secret = self.close(shop, &handover_secret()?)?;
        // The first address of an own checkout gets a secret, later ones keep it.
        let sql = "UPDATE shops SET checkout = $2, checkout_address = $3, terms_address = $4,
                       checkout_design = $5,
                       handover_secret = CASE WHEN $2 = 'external'
                           THEN coalesce(handover_secret, $6) ELSE handover_secret END
                   WHERE id = $1";
        let values = values![shop, checkout.name(), address, terms, design, secret];
        let set = async move |tx: &Tx<'_>| {
            tx.execute(sql, values).await?;
            recent::count_change(tx).await
        };
        self.0.transaction(set).await?;
        self.0.recent.forget();
        Ok(())
    }

    /// Chooses whether everybody who runs the shop needs more than a password.
    pub async fn set_second_factor(self, shop: i64, is_needed: bool) -> Result<(), StoreError> {
        let sql = "UPDATE shops SET second_factor = $2 WHERE id = $1";
        self.0.execute(sql, values![shop, i64::from(is_needed)]).await.map(drop)
    }

    /// Chooses how orders are paid from now on.
    pub async fn set_payment(self, shop: i64, setup: &PaymentSetup) -> Result<(), StoreError> {
        let PaymentSetup { method, stripe_key, stripe_webhook_secret, hold_minutes } = setup;
        let sql = "UPDATE shops SET payment = $2, stripe_key = $3, stripe_webhook_secret = $4,
                       hold_minutes = $5 WHERE id = $1";
        let close = |secret: &Option<String>| {
            secret.as_ref().map(|secret| self.close(shop, secret)).transpose()
        };
        let (key, secret) = (close(stripe_key)?, close(stripe_webhook_secret)?);
        let values = values![shop, method.name(), key, secret, *hold_minutes];
        self.0.execute(sql, values).await.map(drop)
    }

    /// Replaces what signs carts for the shop's own checkout; the one before signs for a while, too.
    pub async fn rotate_handover_secret(
        self,
        shop: i64,
        overlap: Duration,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE shops SET handover_secret_before = handover_secret,
                       handover_secret_until = $2, handover_secret = $3
                   WHERE id = $1";
        let secret = self.close(shop, &handover_secret()?)?;
        self.0.execute(sql, values![shop, self.after(overlap), secret]).await.map(drop)
    }

    /// For how long a shop keeps the contact data of its orders.
    pub async fn retention(self, shop: i64) -> Result<Option<Retention>, StoreError> {
        let sql = "SELECT retention_months FROM shops WHERE id = $1";
        let Some(row) = self.0.row(sql, values![shop]).await? else { return Ok(None) };
        let unknown = || row.corrupt("retention_months", "holds an invalid number");
        let months = Retention::from_months(row.get("retention_months")?);
        months.ok_or_else(unknown).map(Some)
    }

    /// Chooses for how long a shop keeps the contact data of its orders.
    pub async fn set_retention(self, shop: i64, retention: Retention) -> Result<(), StoreError> {
        let sql = "UPDATE shops SET retention_months = $2 WHERE id = $1";
        self.0.execute(sql, values![shop, retention.months()]).await.map(drop)
    }

    /// Chooses where messages go, or that there are none. The first address gets a secret, later ones
    /// keep it.
    pub async fn set_webhook(self, shop: i64, address: Option<&str>) -> Result<(), StoreError> {
        let sql = "UPDATE shops SET webhook_address = $2,
                       webhook_secret = coalesce(webhook_secret, $3) WHERE id = $1";
        let secret = self.close(shop, &webhook_secret()?)?;
        self.0.execute(sql, values![shop, address, secret]).await.map(drop)
    }

    /// Ends the messages to an address that wants none any more, and notes it; unless there is another by now.
    pub async fn end_webhook(self, shop: i64, address: &str) -> Result<(), StoreError> {
        let (address, now) = (address.to_owned(), self.0.now());
        let end = async move |tx: &Tx<'_>| {
            let sql =
                "UPDATE shops SET webhook_address = NULL WHERE id = $1 AND webhook_address = $2";
            if tx.execute(sql, values![shop, &address]).await? > 0 {
                activity::record(tx, shop, "", "webhook.gone", &address, now).await?;
            }
            Ok(())
        };
        self.0.transaction(end).await
    }

    /// Replaces the secret; the one before signs for a while, too. Whether there was one.
    pub async fn rotate_webhook_secret(
        self,
        shop: i64,
        overlap: Duration,
    ) -> Result<bool, StoreError> {
        let until = self.after(overlap);
        let sql = "UPDATE shops SET webhook_secret_before = webhook_secret,
                       webhook_secret_until = $2, webhook_secret = $3
                   WHERE id = $1 AND webhook_secret IS NOT NULL";
        let secret = self.close(shop, &webhook_secret()?)?;
        Ok(self.0.execute(sql, values![shop, until, secret]).await? > 0)
    }
}

/// A new secret as the specification of webhooks writes it.
fn webhook_secret() -> Result<String, StoreError> {
    // As many bytes as the digest that it is used with.
    let bytes = Sha256::digest(token::random()?);
    Ok(format!("whsec_{}", STANDARD.encode(bytes)))
}

/// Likewise, for carts that go to the shop's own checkout.
fn handover_secret() -> Result<String, StoreError> {
    Ok(format!("hand_{}", token::random()?))
}
