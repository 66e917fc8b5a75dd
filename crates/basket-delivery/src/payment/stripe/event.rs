//! Events that Stripe sends, as far as they matter here.

use super::amount;
use basket_model::{order::Order, payment::PaymentOutcome};
use serde_json::Value;

/// What became of a payment session.
#[derive(Debug, PartialEq, Eq)]
pub struct StripeEvent {
    /// What became of the payment.
    pub outcome: PaymentOutcome,
    /// The session.
    pub reference: String,
    /// The checkout that it was created for.
    pub checkout: String,
    /// How much was paid, in Stripe's units, and in which currency, if it says so.
    amount: Option<(i64, String)>,
}

impl StripeEvent {
    /// The event in a body; `None` if it is about something else, or nothing is settled yet.
    pub fn parse(body: &[u8]) -> Option<Self> {
        let event: Value = serde_json::from_slice(body).ok()?;
        let session = &event["data"]["object"];
        let outcome = match event["type"].as_str()? {
            // Some ways to pay take days; what becomes of them is told by another message.
            "checkout.session.completed" if session["payment_status"] == "unpaid" => return None,
            "checkout.session.completed" | "checkout.session.async_payment_succeeded" => {
                PaymentOutcome::Paid
            }
            "checkout.session.expired" | "checkout.session.async_payment_failed" => {
                PaymentOutcome::Failed
            }
            _ => return None,
        };
        Self::new(outcome, session)
    }

    /// What a session says of itself; `None` while nothing is settled.
    pub(super) fn of_session(session: &Value) -> Option<Self> {
        let outcome = match (session["status"].as_str()?, session["payment_status"].as_str()?) {
            ("complete", "paid" | "no_payment_required") => PaymentOutcome::Paid,
            ("expired", "unpaid") => PaymentOutcome::Failed,
            _ => return None,
        };
        Self::new(outcome, session)
    }

    fn new(outcome: PaymentOutcome, session: &Value) -> Option<Self> {
        let reference = session["id"].as_str()?.to_owned();
        // Sessions that others made with the same account have none.
        let checkout = session["metadata"]["checkout"].as_str()?.to_owned();
        let amount = session["amount_total"].as_i64();
        let amount = amount.zip(session["currency"].as_str().map(str::to_owned));
        Some(Self { outcome, reference, checkout, amount })
    }

    /// Whether it is about as much as the order costs.
    pub fn is_of(&self, order: &Order) -> bool {
        let currency = order.cart.currency;
        let expected = amount::to_stripe(order.cart.total(), currency);
        self.amount.as_ref().is_none_or(|(amount, code)| {
            Some(*amount) == expected && code.eq_ignore_ascii_case(currency.code())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(kind: &str, status: &str) -> Option<PaymentOutcome> {
        let body = format!(
            r#"{{"id":"evt_1","type":"{kind}","data":{{"object":{{"id":"cs_1",
               "payment_status":"{status}","amount":1.5,"metadata":{{"checkout":"abc"}}}}}}}}"#
        );
        let event = StripeEvent::parse(body.as_bytes())?;
        assert_eq!((&*event.reference, &*event.checkout), ("cs_1", "abc"));
        Some(event.outcome)
    }

    #[test]
    fn only_settled_payments_count() {
        for (kind, status, expected) in [
            ("checkout.session.completed", "paid", Some(PaymentOutcome::Paid)),
            ("checkout.session.completed", "no_payment_required", Some(PaymentOutcome::Paid)),
            ("checkout.session.completed", "unpaid", None),
            ("checkout.session.async_payment_succeeded", "paid", Some(PaymentOutcome::Paid)),
            ("checkout.session.async_payment_failed", "unpaid", Some(PaymentOutcome::Failed)),
            ("checkout.session.expired", "unpaid", Some(PaymentOutcome::Failed)),
            ("invoice.paid", "paid", None),
        ] {
            assert_eq!(outcome(kind, status), expected, "{kind} {status}");
        }
        for (status, payment, expected) in [
            ("open", "unpaid", None),
            ("complete", "unpaid", None),
            ("complete", "paid", Some(PaymentOutcome::Paid)),
            ("complete", "no_payment_required", Some(PaymentOutcome::Paid)),
            ("expired", "unpaid", Some(PaymentOutcome::Failed)),
        ] {
            let session = serde_json::json!({ "id": "cs_1", "status": status,
                "payment_status": payment, "metadata": { "checkout": "abc" } });
            let outcome = StripeEvent::of_session(&session).map(|event| event.outcome);
            assert_eq!(outcome, expected, "{status} {payment}");
        }
        for odd in ["", "{}", "[]", r#"{"type":"checkout.session.expired"}"#] {
            assert_eq!(StripeEvent::parse(odd.as_bytes()), None, "{odd}");
        }
    }
}
