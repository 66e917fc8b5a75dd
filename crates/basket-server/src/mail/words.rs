//! What a mail says, in the shopper's language, and how it writes amounts.

use basket_core::{
    money::{Currency, Minor},
    product::Period,
};

/// A text.
#[derive(Debug, Clone, Copy)]
pub(super) enum Key {
    MailSubject,
    MailHello,
    MailBody,
    MailEnd,
    OrderNumber,
    DueToday,
    Then,
    ShipTo,
}

/// All texts in one language.
#[derive(Debug)]
pub(super) struct Words;

#[expect(
    clippy::unused_self,
    clippy::unnecessary_literal_bound,
    reason = "the other languages are read from files"
)]
impl Words {
    pub(super) fn new(_locale: &str) -> Self {
        Self
    }

    pub(super) fn language(&self) -> &str {
        "en"
    }

    pub(super) fn direction(&self) -> &'static str {
        "ltr"
    }

    pub(super) fn text(&self, key: Key) -> &str {
        match key {
            Key::MailSubject => "Your order {number} at {shop}",
            Key::MailHello => "Hello {name},",
            Key::MailBody => "thank you for your order at {shop}. This is what you ordered:",
            Key::MailEnd => "If anything is wrong, just answer this mail.",
            Key::OrderNumber => "Order number",
            Key::DueToday => "Due today",
            Key::Then => "Then {price} {period}",
            Key::ShipTo => "Delivered to",
        }
    }

    /// A text with its placeholders filled. What a value contains is never read as a placeholder.
    pub(super) fn fill(&self, key: Key, values: &[(&str, &str)]) -> String {
        let mut out = String::new();
        let mut rest = self.text(key);
        while let Some((before, behind)) = rest.split_once('{') {
            let (name, after) = behind.split_once('}').unwrap_or((behind, ""));
            out.push_str(before);
            out.push_str(
                values.iter().find(|(found, _)| *found == name).map_or("", |(_, value)| value),
            );
            rest = after;
        }
        out + rest
    }

    pub(super) fn money(&self, amount: Minor, currency: Currency) -> String {
        format!("{} {}.{:02}", currency.code(), amount / 100, amount % 100)
    }

    pub(super) fn then(&self, price: Minor, currency: Currency, period: Period) -> String {
        let (price, period) = (self.money(price, currency), self.period(period));
        self.fill(Key::Then, &[("price", &price), ("period", &period)])
    }

    pub(super) fn country(&self, _code: &str) -> Option<&'static str> {
        None
    }

    pub(super) fn period(&self, period: Period) -> String {
        let Period { frequency, interval } = period;
        if interval == 1 {
            frequency.name().to_owned()
        } else {
            format!("{} × {interval}", frequency.name())
        }
    }
}
