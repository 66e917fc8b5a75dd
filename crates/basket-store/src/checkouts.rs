//! Checkouts: carts that somebody is about to order, frozen with their prices.

use crate::{
    Store, StoreError, frozen_cart,
    outbox::{self, NewMessage},
    query::Query,
    row::values,
    transaction::Tx,
};
use basket_core::cart::Cart;
use basket_model::{
    notification::{self, NotificationKind},
    order::OpenCheckout,
    shop::Shop,
    token,
};

/// How long prices stay frozen, in milliseconds.
const FROZEN: i64 = 24 * 60 * 60 * 1000;

/// Carts that somebody is about to order.
#[derive(Debug, Clone, Copy)]
pub struct Checkouts<'a>(pub(crate) &'a Store);

impl Checkouts<'_> {
    /// Freezes a cart for its checkout. As long as nothing about it changes, it is the same one.
    pub async fn start(
        self,
        shop: &Shop,
        cart: &Cart,
        locale: &str,
        origin: Option<&str>,
    ) -> Result<OpenCheckout, StoreError> {
        let now = self.0.now();
        let mut checkout = OpenCheckout {
            token: String::new(),
            shop: shop.id,
            cart: cart.clone(),
            locale: locale.to_owned(),
            origin: origin.map(str::to_owned),
            created_at: now,
            is_ordered: false,
            revision: 0,
        };
        let sql = "SELECT token, cart, created_at, revision FROM checkouts
                   WHERE cart_token = $1 AND shop_id = $2 AND locale = $3
                   AND ordered_at IS NULL AND created_at > $4 ORDER BY created_at DESC, token LIMIT 20";
        let rows = self.0.rows(sql, values![&cart.id, shop.id, locale, now - FROZEN / 2]).await?;
        for row in &rows {
            if frozen_cart::read(row)? == *cart {
                checkout.token = row.get("token")?;
                checkout.created_at = row.get("created_at")?;
                checkout.revision = row.get("revision")?;
                return Ok(checkout);
            }
        }
        checkout.token = token::random()?;
        let started = checkout.clone();
        self.0.transaction(async move |tx| freeze(tx, &started).await).await?;
        Ok(checkout)
    }

    /// The checkout of that token, if there is one.
    pub async fn find(self, token: &str) -> Result<Option<OpenCheckout>, StoreError> {
        let sql = "SELECT shop_id, cart, locale, origin, created_at, ordered_at, revision
                   FROM checkouts WHERE token = $1";
        let Some(row) = self.0.row(sql, values![token]).await? else { return Ok(None) };
        Ok(Some(OpenCheckout {
            token: token.to_owned(),
            shop: row.get("shop_id")?,
            cart: frozen_cart::read(&row)?,
            locale: row.get("locale")?,
            origin: row.get("origin")?,
            created_at: row.get("created_at")?,
            is_ordered: row.get::<Option<i64>>("ordered_at")?.is_some(),
            revision: row.get("revision")?,
        }))
    }

    /// Whether a checkout's prices are too old to order by them.
    pub fn is_old(self, checkout: &OpenCheckout) -> bool {
        is_old(checkout, self.0.now())
    }

    /// Changes what is about to be ordered, if nobody else has meanwhile.
    pub async fn review(self, checkout: &OpenCheckout, cart: &Cart) -> Result<bool, StoreError> {
        let sql = "UPDATE checkouts SET cart = $2, revision = revision + 1
                   WHERE token = $1 AND revision = $3 AND ordered_at IS NULL";
        let values = values![&checkout.token, frozen_cart::write(cart), checkout.revision];
        Ok(self.0.execute(sql, values).await? > 0)
    }

    /// Deletes checkouts that nobody finished.
    pub(super) async fn sweep(self) -> Result<(), StoreError> {
        let sql = "DELETE FROM checkouts WHERE created_at < $1 AND ordered_at IS NULL";
        self.0.execute(sql, values![self.0.now() - 7 * FROZEN]).await.map(drop)
    }
}

/// Whether a checkout's prices are too old to order by them.
pub(super) fn is_old(checkout: &OpenCheckout, now: i64) -> bool {
    checkout.created_at + FROZEN < now
}

async fn freeze(tx: &Tx<'_>, checkout: &OpenCheckout) -> Result<(), StoreError> {
    let OpenCheckout { token, shop, cart, locale, origin, created_at, .. } = checkout;
    let sql = "INSERT INTO checkouts (token, shop_id, cart_token, cart, locale, origin, created_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let text = frozen_cart::write(cart);
    let values = values![token, *shop, &cart.id, text, locale, origin.as_ref(), *created_at];
    tx.execute(sql, values).await?;
    let kind = NotificationKind::CheckoutStarted;
    let body = notification::cart_body(kind, cart, *created_at);
    let (shop, subject, now) = (*shop, cart.id.clone(), *created_at);
    outbox::tell_shop(tx, NewMessage { shop, kind, subject, body, now }).await
}
