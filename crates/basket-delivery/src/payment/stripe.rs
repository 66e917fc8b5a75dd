//! Payments at Stripe Checkout: a session for each order, which Stripe says is paid or over. It must never know what
//! a page looks like, and no key or secret of a shop may come into a message or a log.

mod amount;
mod event;
mod session;
mod signature;

pub use event::StripeEvent;
pub use signature::is_signed;

use super::StartPaymentError;
use crate::client::{Body, Call, Client};
use basket_core::{cart::Cart, product::Frequency};
use basket_model::{order::Order, payment::PaymentSession};
use serde_json::Value;
use std::collections::BTreeSet;
use url::Url;

/// Where Stripe's API is.
pub(super) const ADDRESS: &str = "https://api.stripe.com";
/// The version of the API that this is written for; Stripe goes on to answer as it did then.
const VERSION: &str = "2024-06-20";
/// How long a session is open at least, in milliseconds. One may be begun at the last moment.
pub(super) const SHORTEST: i64 = 31 * 60 * 1000;
/// How many lines a session may have: all of them, and of each kind where some recur.
const LINES: usize = 100;
const LINES_OF_A_KIND: usize = 20;
/// How many characters of a refusal are logged.
const REASON: usize = 300;

/// Stripe, for one shop.
#[derive(Debug)]
pub(super) struct Stripe<'a> {
    pub(super) client: &'a Client,
    pub(super) address: &'a str,
    pub(super) key: &'a str,
}

impl Stripe<'_> {
    /// A session bills at one interval only, of at most three years, and has bounds for lines and amounts.
    pub(super) fn takes(cart: &Cart) -> bool {
        let periods: BTreeSet<_> = cart.lines.iter().filter_map(|line| line.period).collect();
        let recurring = cart.lines.iter().filter(|line| line.period.is_some()).count();
        let once = cart.lines.len() - recurring;
        let fits = match periods.first() {
            None => once <= LINES,
            Some(period) => {
                let most = match period.frequency() {
                    Frequency::Daily => 3 * 365,
                    Frequency::Weekly => 3 * 52,
                    Frequency::Monthly => 3 * 12,
                    Frequency::Yearly => 3,
                };
                let is_short = period.interval() <= most;
                is_short && recurring <= LINES_OF_A_KIND && once <= LINES_OF_A_KIND
            }
        };
        let is_payable = |amount| amount::to_stripe(amount, cart.currency).is_some();
        let all_payable = cart.lines.iter().all(|line| is_payable(line.unit_price));
        let total = amount::to_stripe(cart.total(), cart.currency);
        let is_enough = total.is_some_and(|total| total >= amount::least(cart.currency));
        periods.len() <= 1 && fits && all_payable && is_enough
    }

    /// Creates the session of an order, or finds the one created before.
    pub(super) async fn start(
        &self,
        shop: i64,
        order: &Order,
        page: &str,
        expires_at: i64,
    ) -> Result<PaymentSession, StartPaymentError> {
        let body =
            session::form(shop, order, page, expires_at).ok_or(StartPaymentError::InvalidAnswer)?;
        // Asked again, Stripe answers with the session that it made first.
        let once = ("idempotency-key", &*order.checkout);
        let body = Body { kind: "application/x-www-form-urlencoded", text: &body };
        let said = self.call("/v1/checkout/sessions", Some(once), Some(body)).await?;
        let (Some(reference), Some(address)) = (said["id"].as_str(), said["url"].as_str()) else {
            return Err(StartPaymentError::InvalidAnswer);
        };
        let is_web = Url::parse(address).is_ok_and(|url| matches!(url.scheme(), "https" | "http"));
        if !is_web {
            return Err(StartPaymentError::InvalidAnswer);
        }
        Ok(PaymentSession { reference: reference.to_owned(), address: address.to_owned() })
    }

    /// What became of a session; `None` while nothing is settled.
    pub(super) async fn ask(
        &self,
        reference: &str,
    ) -> Result<Option<StripeEvent>, StartPaymentError> {
        // It comes from Stripe, but goes into an address.
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
        if !reference.bytes().all(is_plain) {
            return Err(StartPaymentError::Address);
        }
        let said = self.call(&format!("/v1/checkout/sessions/{reference}"), None, None).await?;
        Ok(StripeEvent::of_session(&said))
    }

    /// Lists one session, which the key has to be allowed to.
    pub(super) async fn check(&self) -> Result<(), StartPaymentError> {
        self.call("/v1/checkout/sessions?limit=1", None, None).await.map(drop)
    }

    async fn call(
        &self,
        path: &str,
        header: Option<(&'static str, &str)>,
        body: Option<Body<'_>>,
    ) -> Result<Value, StartPaymentError> {
        let address = format!("{}{path}", self.address.trim_end_matches('/'));
        let url = Url::parse(&address).map_err(|_| StartPaymentError::Address)?;
        let authorization = format!("Bearer {}", self.key);
        let headers = [("authorization", &*authorization), ("stripe-version", VERSION)];
        let headers: Vec<_> = headers.into_iter().chain(header).collect();
        let answer = self.client.send(&Call { url: &url, headers: &headers, body }).await;
        let answer =
            answer.map_err(|failure| StartPaymentError::Unreachable(failure.to_string()))?;
        let said: Value = serde_json::from_str(&answer.text).unwrap_or_default();
        if (200..300).contains(&answer.status) {
            return Ok(said);
        }
        let error = &said["error"];
        let reason = error["code"].as_str().or(error["type"].as_str()).unwrap_or("no reason");
        let reason = reason.chars().take(REASON).collect();
        Err(StartPaymentError::Refused { status: answer.status, reason })
    }
}
