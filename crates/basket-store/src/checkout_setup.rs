//! How a shop's shoppers check out, and where the shop hears of it.

use super::{Store, StoreError, sql::Step};
use base64::{Engine, engine::general_purpose::STANDARD};
use basket_model::{
    payment::{PaymentMethod, PaymentSetup},
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

impl Store {
    /// How a shop's shoppers check out.
    pub async fn checkout_setup(&self, shop: i64) -> Result<Option<CheckoutSetup>, StoreError> {
        let sql = "SELECT checkout, checkout_address, webhook_address, webhook_secret,
                       webhook_secret_before, webhook_secret_until, terms_address,
                       checkout_design, payment, stripe_key, stripe_webhook_secret
                   FROM shops WHERE id = $1";
        let rows = self.ask(sql, [shop.into()]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let before = row.maybe_text(4)?.zip(row.maybe_number(5)?);
        let before = before.filter(|(_, until)| *until > self.now());
        let webhook = row.maybe_text(2)?.zip(row.maybe_text(3)?);
        let corrupt = || StoreError::Internal(format!("shop {shop} has an corrupt checkout"));
        Ok(Some(CheckoutSetup {
            checkout: Checkout::parse(&row.text(0)?).ok_or_else(corrupt)?,
            address: row.maybe_text(1)?,
            terms: row.maybe_text(6)?,
            design: row.maybe_text(7)?,
            webhook: webhook.map(|(address, secret)| Webhook { address, secret, before }),
            payment: PaymentSetup {
                method: PaymentMethod::parse(&row.text(8)?).ok_or_else(corrupt)?,
                stripe_key: row.maybe_text(9)?,
                stripe_webhook_secret: row.maybe_text(10)?,
            },
        }))
    }

    /// The name and the digest of the shop's newest secret key that does not end, if there is one.
    pub async fn signing_key(&self, shop: i64) -> Result<Option<(String, Vec<u8>)>, StoreError> {
        let sql = "SELECT key, digest FROM keys WHERE shop_id = $1 AND digest IS NOT NULL
                   AND expires_at IS NULL ORDER BY created_at DESC, key LIMIT 1";
        let rows = self.ask(sql, [shop.into()]).await?;
        rows.first().map(|row| Ok((row.text(0)?, row.bytes(1)?))).transpose()
    }

    /// The design that the shop's checkout is in.
    pub async fn checkout_design(&self, shop: i64) -> Result<Option<String>, StoreError> {
        let sql = "SELECT d.config FROM shops s
                   JOIN designs d ON d.shop_id = s.id AND d.name = s.checkout_design
                   WHERE s.id = $1";
        self.ask(sql, [shop.into()]).await?.first().map(|row| row.text(0)).transpose()
    }

    /// Chooses the checkout: whose page it is, and what goes with either. All of it at once.
    pub async fn set_checkout(
        &self,
        shop: i64,
        choice: &CheckoutChoice<'_>,
    ) -> Result<(), StoreError> {
        let CheckoutChoice { checkout, address, terms, design } = choice;
        let sql = "UPDATE shops SET checkout = $2, checkout_address = $3, terms_address = $4,
                       checkout_design = $5 WHERE id = $1";
        let values = [
            shop.into(),
            checkout.name().into(),
            (*address).into(),
            (*terms).into(),
            (*design).into(),
        ];
        self.write(vec![Step::new(sql, values)]).await?;
        self.recent.forget();
        Ok(())
    }

    /// Chooses where messages go, or that there are none. The first address gets a secret, later ones
    /// keep it.
    pub async fn set_webhook(&self, shop: i64, address: Option<&str>) -> Result<(), StoreError> {
        let sql = "UPDATE shops SET webhook_address = $2,
                       webhook_secret = coalesce(webhook_secret, $3) WHERE id = $1";
        let values = [shop.into(), address.into(), webhook_secret()?.into()];
        self.write(vec![Step::new(sql, values)]).await.map(drop)
    }

    /// Ends the messages to an address that wants none any more, and notes it; unless there is another by now.
    pub async fn end_webhook(&self, shop: i64, address: &str) -> Result<(), StoreError> {
        let end = "UPDATE shops SET webhook_address = NULL WHERE id = $1 AND webhook_address = $2";
        let note = "INSERT INTO activity (shop_id, email, at, action, subject)
                    VALUES ($1, $2, $3, $4, $5)";
        let values =
            [shop.into(), "".into(), self.now().into(), "webhook.gone".into(), address.into()];
        let steps = vec![Step::must(end, [shop.into(), address.into()]), Step::new(note, values)];
        self.write(steps).await.map(drop)
    }

    /// Replaces the secret; the one before signs for a while, too.
    pub async fn rotate_webhook_secret(
        &self,
        shop: i64,
        overlap: Duration,
    ) -> Result<bool, StoreError> {
        let overlap = i64::try_from(overlap.as_millis()).unwrap_or(i64::MAX);
        let until = self.now().saturating_add(overlap);
        let sql = "UPDATE shops SET webhook_secret_before = webhook_secret,
                       webhook_secret_until = $2, webhook_secret = $3
                   WHERE id = $1 AND webhook_secret IS NOT NULL";
        let values = [shop.into(), until.into(), webhook_secret()?.into()];
        self.write(vec![Step::must(sql, values)]).await
    }
}

/// A new secret as the specification of webhooks writes it.
fn webhook_secret() -> Result<String, StoreError> {
    // As many bytes as the digest that it is used with.
    let bytes = Sha256::digest(token::random()?);
    Ok(format!("whsec_{}", STANDARD.encode(bytes)))
}
