//! Payments at Stripe Checkout: a session for each order, which Stripe says is paid or over. It must never know what
//! a page looks like, and no key or secret of a shop may come into a message or a log.

mod amount;
mod event;
mod items;
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
/// How long a session is open at least and at most, in milliseconds: a little within the 30 minutes and 24 hours that
/// Stripe takes, since its clock is another one.
const SHORTEST: i64 = 31 * 60 * 1000;
const LONGEST: i64 = (24 * 60 - 5) * 60 * 1000;
/// How many lines a session may have: all of them, and of each kind where some recur.
const LINES: usize = 100;
const LINES_OF_A_KIND: usize = 20;
/// How many characters of a refusal are logged.
const REASON: usize = 300;

/// Until when a session is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Expiry {
    /// In milliseconds since 1970.
    at: i64,
    /// Whether it is earlier than wanted, because Stripe keeps no session open for so long.
    is_capped: bool,
}

impl Expiry {
    /// Of an order whose payment may be begun until `payable_until`. One that is begun at the last moment is open for
    /// a while, too. It does not depend on the moment at which it is begun, apart from whether it is capped: Stripe
    /// refuses a repetition that says something else.
    pub(super) fn new(ordered_at: i64, payable_until: i64, now: i64) -> Self {
        let wanted = payable_until + SHORTEST;
        let is_capped = wanted > now + LONGEST;
        Self { at: if is_capped { ordered_at + LONGEST } else { wanted }, is_capped }
    }
}

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
        let items = items::items(cart);
        let all_payable =
            items.is_some_and(|items| items.iter().all(|item| is_payable(item.unit_price)));
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
        expiry: Expiry,
    ) -> Result<PaymentSession, StartPaymentError> {
        let body = session::form(shop, order, page, expiry.at / 1000)
            .ok_or(StartPaymentError::InvalidAnswer)?;
        // Asked again, Stripe answers with the session that it made first. One that is open longer is another; if
        // there are two, the shopper gets the one that was noted with the order first, and nobody knows the other.
        let capped = format!("{}-capped", order.checkout);
        let once = if expiry.is_capped { &capped } else { &order.checkout };
        let once = ("idempotency-key", &**once);
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

#[cfg(test)]
mod tests {
    use super::*;
    use basket_model::payment::PaymentSetup;

    const MINUTE: i64 = 60 * 1000;
    const ORDERED: i64 = 1_800_000_000_000;

    #[test]
    fn a_session_is_never_open_for_less_than_half_an_hour_or_more_than_a_day() {
        for hold_minutes in PaymentSetup::HOLD_MINUTES {
            let setup = PaymentSetup { hold_minutes, ..PaymentSetup::default() };
            let until = setup.payable_until(ORDERED);
            for minute in 0..=i64::from(hold_minutes) {
                let now = ORDERED + minute * MINUTE;
                let open = Expiry::new(ORDERED, until, now).at - now;
                let is_taken = (30 * MINUTE < open) && (open < 24 * 60 * MINUTE);
                assert!(is_taken, "{hold_minutes} {minute}: {open}");
            }
        }
    }

    #[test]
    fn a_session_that_is_asked_for_again_ends_at_the_same_time() {
        let day = ORDERED + 1440 * MINUTE;
        let after = |minutes| Expiry::new(ORDERED, day, ORDERED + minutes * MINUTE);
        assert_eq!(after(0), Expiry { at: ORDERED + LONGEST, is_capped: true });
        assert_eq!(after(35), after(0));
        assert_eq!(after(36), Expiry { at: day + SHORTEST, is_capped: false });
        assert_eq!(after(1440), after(36));
        let hour = Expiry::new(ORDERED, ORDERED + 60 * MINUTE, ORDERED);
        assert_eq!(hour, Expiry { at: ORDERED + 60 * MINUTE + SHORTEST, is_capped: false });
    }
}
