//! How an order is paid: the methods there are, and what a shop has chosen. It must never know how a payment is
//! started.

use std::ops::RangeInclusive;

/// How an order is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PaymentMethod {
    /// The shop sends an invoice.
    #[default]
    Invoice,
    /// At Stripe.
    Stripe,
}

impl PaymentMethod {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Invoice, Self::Stripe];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Invoice => "invoice",
            Self::Stripe => "stripe",
        }
    }

    /// The method of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// What a shop has chosen for its payments.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentSetup {
    /// How orders are paid, where the method takes the cart.
    pub method: PaymentMethod,
    /// The shop's secret key at Stripe.
    pub stripe_key: Option<String>,
    /// The secret with which Stripe signs its events.
    pub stripe_webhook_secret: Option<String>,
    /// For how many minutes an order that is not paid holds what it took from the stock.
    pub hold_minutes: u32,
}

impl PaymentSetup {
    /// What a shop may choose for [`Self::hold_minutes`]: half an hour to a day, as with providers.
    pub const HOLD_MINUTES: RangeInclusive<u32> = 30..=1440;

    /// The number of minutes that somebody typed, if it may be chosen.
    pub fn parse_hold_minutes(text: &str) -> Option<u32> {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let minutes = is_number.then(|| text.parse().ok())?;
        minutes.filter(|minutes| Self::HOLD_MINUTES.contains(minutes))
    }

    /// Until when the payment of an order of that time may be begun, in milliseconds since 1970.
    pub fn payable_until(&self, ordered_at: i64) -> i64 {
        ordered_at + i64::from(self.hold_minutes) * 60 * 1000
    }
}

/// Where an order is being paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentSession {
    /// The provider's name for it.
    pub reference: String,
    /// Where the shopper goes to pay.
    pub address: String,
}

/// What became of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentOutcome {
    /// The money is there, or is sure to come.
    Paid,
    /// It failed or expired.
    Failed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_a_name() {
        for method in PaymentMethod::ALL {
            assert_eq!(PaymentMethod::parse(method.name()), Some(method));
        }
        assert_eq!(PaymentMethod::parse("cash"), None);
        assert_eq!(PaymentMethod::Stripe.name(), "stripe");
    }

    #[test]
    fn stock_is_held_for_half_an_hour_to_a_day() {
        for (text, minutes) in [("30", Some(30)), ("45", Some(45)), ("1440", Some(1440))] {
            assert_eq!(PaymentSetup::parse_hold_minutes(text), minutes);
        }
        for text in ["", "29", "1441", "+60", "-60", "60.5", "1 h", "4294967356", "٦٠"] {
            assert_eq!(PaymentSetup::parse_hold_minutes(text), None, "{text}");
        }
    }

    #[test]
    fn an_order_can_be_paid_as_long_as_it_holds_its_stock() {
        let setup = PaymentSetup { hold_minutes: 30, ..PaymentSetup::default() };
        assert_eq!(setup.payable_until(5), 5 + 1_800_000);
    }
}
