//! What Stripe tells, as far as it matters here.

use serde_json::Value;

/// What has become of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// The money is there, or is sure to come.
    Paid,
    /// It is not to be.
    Over,
}

/// News of a session.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct News {
    pub(super) fate: Fate,
    /// The session.
    pub(super) reference: String,
    /// The checkout that it was made for.
    pub(super) checkout: String,
}

/// The news in a message; `None` if it is about something else, or nothing is settled yet.
pub(super) fn read(body: &[u8]) -> Option<News> {
    let event: Value = serde_json::from_slice(body).ok()?;
    let session = &event["data"]["object"];
    let fate = match event["type"].as_str()? {
        // Some ways to pay take days; what becomes of them is told by another message.
        "checkout.session.completed" if session["payment_status"] == "unpaid" => return None,
        "checkout.session.completed" | "checkout.session.async_payment_succeeded" => Fate::Paid,
        "checkout.session.expired" | "checkout.session.async_payment_failed" => Fate::Over,
        _ => return None,
    };
    let reference = session["id"].as_str()?.to_owned();
    // Sessions that others made with the same account have none.
    let checkout = session["metadata"]["checkout"].as_str()?.to_owned();
    Some(News { fate, reference, checkout })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fate(kind: &str, status: &str) -> Option<Fate> {
        let body = format!(
            r#"{{"id":"evt_1","type":"{kind}","data":{{"object":{{"id":"cs_1",
               "payment_status":"{status}","amount":1.5,"metadata":{{"checkout":"abc"}}}}}}}}"#
        );
        let news = read(body.as_bytes())?;
        assert_eq!((&*news.reference, &*news.checkout), ("cs_1", "abc"));
        Some(news.fate)
    }

    #[test]
    fn only_what_is_settled_is_news() {
        for (kind, status, expected) in [
            ("checkout.session.completed", "paid", Some(Fate::Paid)),
            ("checkout.session.completed", "no_payment_required", Some(Fate::Paid)),
            ("checkout.session.completed", "unpaid", None),
            ("checkout.session.async_payment_succeeded", "paid", Some(Fate::Paid)),
            ("checkout.session.async_payment_failed", "unpaid", Some(Fate::Over)),
            ("checkout.session.expired", "unpaid", Some(Fate::Over)),
            ("invoice.paid", "paid", None),
        ] {
            assert_eq!(fate(kind, status), expected, "{kind} {status}");
        }
        for odd in ["", "{}", "[]", r#"{"type":"checkout.session.expired"}"#] {
            assert_eq!(read(odd.as_bytes()), None, "{odd}");
        }
    }
}
