//! Checkouts: carts that a shopper is about to order, frozen with their prices.

use crate::{
    Store, StoreError, frozen_cart,
    lifetime::DAY,
    outbox::{self, NewMessage},
    query::Query,
    row::{Row, values},
    rules,
    transaction::Tx,
};
use basket_core::cart::Cart;
use basket_model::{
    notification::{self, NotificationKind},
    order::{LINK_DAYS, OpenCheckout},
    pricing::{Rules, write_rules},
    shop::Shop,
    token,
};
use std::sync::Arc;

/// How long prices stay frozen, in milliseconds.
const FROZEN: i64 = 24 * 60 * 60 * 1000;
/// How old a checkout may be that a shopper comes back to: what is left of its time is enough to fill in a form.
const FRESH: i64 = FROZEN / 2;

/// How many checkouts one sweep deletes, so that shoppers never wait for it. Each lies somewhere else in the file.
const AT_ONCE: u16 = 100;

/// Reads checkouts.
macro_rules! checkouts {
    ($which:literal) => {
        concat!(
            "SELECT token, shop_id, cart, pricing, locale, origin, created_at, ordered_at, revision
             FROM checkouts WHERE ",
            $which
        )
    };
}

/// Carts that a shopper is about to order.
#[derive(Debug, Clone, Copy)]
pub struct Checkouts<'a>(pub(crate) &'a Store);

impl Checkouts<'_> {
    /// Freezes a cart for its checkout. A cart has one in each language: asked for again, it is the same one, with what
    /// the cart holds by now.
    pub async fn start(
        self,
        shop: &Shop,
        cart: &Cart,
        language: &str,
        origin: Option<&str>,
    ) -> Result<OpenCheckout, StoreError> {
        let (now, current) = (self.0.now(), shop.rules.clone());
        let is_same = |row: &Row| -> Result<bool, StoreError> {
            Ok(frozen_cart::read(row)? == *cart
                && rules::of(row)? == current
                && row.get::<i64>("created_at")? > now - FRESH)
        };
        let kept = match of_cart(self.0, &cart.id, language).await? {
            Some(row) if is_same(&row)? => row,
            _ => {
                let (shop, cart, rules) = (shop.id, cart.clone(), current.clone());
                let (language, origin) = (language.to_owned(), origin.map(str::to_owned));
                let freezing = Freezing { shop, cart, rules, language, origin, now };
                self.0.repeatable_transaction(async move |tx| freezing.run(tx).await).await?
            }
        };
        Ok(OpenCheckout {
            token: kept.get("token")?,
            shop: shop.id,
            cart: cart.clone(),
            rules: current,
            locale: language.to_owned(),
            origin: origin.map(str::to_owned),
            created_at: kept.get("created_at")?,
            is_ordered: false,
            revision: kept.get("revision")?,
        })
    }

    /// The checkout of that token, if there is one.
    pub async fn find(self, token: &str) -> Result<Option<OpenCheckout>, StoreError> {
        let sql = checkouts!("token = $1");
        self.0.row(sql, values![token]).await?.as_ref().map(read).transpose()
    }

    /// Every checkout of a cart.
    pub(super) async fn of_cart(self, cart: &str) -> Result<Vec<OpenCheckout>, StoreError> {
        let sql = checkouts!("cart_token = $1 ORDER BY created_at, token");
        self.0.rows(sql, values![cart]).await?.iter().map(read).collect()
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

    /// Deletes some of the checkouts that nobody finished, and of those whose order can no longer be looked at by its
    /// link; whether there are more.
    pub(super) async fn sweep(self, now: i64) -> Result<bool, StoreError> {
        let unfinished = "SELECT token FROM checkouts WHERE ordered_at IS NULL AND created_at < $1
                          ORDER BY created_at LIMIT $2";
        let ordered = "SELECT token FROM checkouts WHERE ordered_at < $1
                       ORDER BY ordered_at LIMIT $2";
        let (week, link) = (now - 7 * FROZEN, now - LINK_DAYS * DAY);
        let mut old = self.0.rows(unfinished, values![week, AT_ONCE]).await?;
        old.extend(self.0.rows(ordered, values![link, AT_ONCE]).await?);
        let mut tokens: Vec<String> =
            old.iter().map(|row| row.get("token")).collect::<Result<_, _>>()?;
        // Two processes that delete the same rows wait for each other at the same one.
        tokens.sort_unstable();
        tokens.truncate(AT_ONCE.into());
        if tokens.is_empty() {
            return Ok(false);
        }
        let is_full = tokens.len() == usize::from(AT_ONCE);
        let delete = async move |tx: &Tx<'_>| {
            for token in &tokens {
                // It may have been ordered meanwhile.
                let sql = "DELETE FROM checkouts WHERE token = $1
                           AND (ordered_at IS NULL AND created_at < $2 OR ordered_at < $3)";
                tx.execute(sql, values![token, week, link]).await?;
            }
            Ok::<_, StoreError>(())
        };
        self.0.transaction(delete).await?;
        Ok(is_full)
    }
}

fn read(row: &Row) -> Result<OpenCheckout, StoreError> {
    Ok(OpenCheckout {
        token: row.get("token")?,
        shop: row.get("shop_id")?,
        cart: frozen_cart::read(row)?,
        rules: rules::of(row)?,
        locale: row.get("locale")?,
        origin: row.get("origin")?,
        created_at: row.get("created_at")?,
        is_ordered: row.get::<Option<i64>>("ordered_at")?.is_some(),
        revision: row.get("revision")?,
    })
}

/// Whether a checkout's prices are too old to order by them.
pub(super) fn is_old(checkout: &OpenCheckout, now: i64) -> bool {
    checkout.created_at + FROZEN < now
}

/// The open checkout of a cart in a language.
async fn of_cart(on: &impl Query, cart: &str, language: &str) -> Result<Option<Row>, StoreError> {
    let sql = "SELECT token, cart, pricing, created_at, revision FROM checkouts
               WHERE cart_token = $1 AND language = $2 AND ordered_at IS NULL";
    on.row(sql, values![cart, language]).await
}

/// A cart that is about to be frozen.
#[derive(Clone)]
struct Freezing {
    shop: i64,
    cart: Cart,
    rules: Option<Arc<Rules>>,
    language: String,
    origin: Option<String>,
    now: i64,
}

impl Freezing {
    /// Tells the shop, unless another request has frozen the same meanwhile: a second click does nothing.
    async fn run(self, tx: &Tx<'_>) -> Result<Row, StoreError> {
        let Self { shop, cart, rules, language, origin, now } = &self;
        let sql = "INSERT INTO checkouts
                       (token, shop_id, cart_token, cart, locale, language, origin, created_at, pricing)
                   VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $9)
                   ON CONFLICT (cart_token, language) WHERE ordered_at IS NULL DO UPDATE
                   SET cart = excluded.cart, origin = excluded.origin, pricing = excluded.pricing,
                       created_at = excluded.created_at, revision = checkouts.revision + 1
                   WHERE checkouts.cart <> excluded.cart OR checkouts.created_at <= $8
                       OR checkouts.pricing IS DISTINCT FROM excluded.pricing
                   RETURNING token, created_at, revision";
        let text = frozen_cart::write(cart);
        let token = token::random()?;
        let pricing = rules.as_deref().map(write_rules);
        let oldest = *now - FRESH;
        let origin = origin.as_ref();
        let values = values![token, *shop, &cart.id, text, language, origin, *now, oldest, pricing];
        let Some(row) = tx.row(sql, values).await? else {
            let lost = || StoreError::Internal("an open checkout is gone".to_owned());
            return of_cart(tx, &cart.id, language).await?.ok_or_else(lost);
        };
        let kind = NotificationKind::CheckoutStarted;
        let body = notification::cart_body(kind, cart, *now);
        let (shop, subject, now) = (*shop, cart.id.clone(), *now);
        outbox::tell_shop_latest(tx, NewMessage { shop, kind, subject, body, now }).await?;
        Ok(row)
    }
}
