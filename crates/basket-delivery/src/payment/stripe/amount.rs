//! Amounts as Stripe counts them. Ours are in the minor units of ISO 4217; Stripe's differ for a few currencies.

use basket_core::money::{Currency, Minor};

/// The largest amount that Stripe takes, in most currencies.
const MOST: Minor = 99_999_999;

/// The least that Stripe takes, in its own units; in other currencies it goes by what they are worth, which is not known
/// here.
pub(super) fn least(currency: Currency) -> Minor {
    match currency.code() {
        "AUD" | "BRL" | "CAD" | "CHF" | "EUR" | "INR" | "JPY" | "NZD" | "SGD" | "USD" => 50,
        "GBP" => 30,
        "BGN" => 100,
        "AED" | "MYR" | "PLN" | "RON" => 200,
        "DKK" => 250,
        "NOK" | "SEK" => 300,
        "HKD" => 400,
        "MXN" | "THB" => 1000,
        "CZK" => 1500,
        "HUF" => 17_500,
        _ => 1,
    }
}

/// What Stripe is told for an amount; `None` if it cannot be told.
pub(super) fn to_stripe(amount: Minor, currency: Currency) -> Option<Minor> {
    let amount = match currency.code() {
        // No minor unit by ISO, but two digits at Stripe, which are always zero.
        "ISK" | "UGX" => amount.checked_mul(100)?,
        // Two digits by ISO, none at Stripe.
        "MGA" => (amount % 100 == 0).then_some(amount / 100)?,
        // Three digits, of which the last has to be zero.
        "BHD" | "JOD" | "KWD" | "OMR" | "TND" => (amount % 10 == 0).then_some(amount)?,
        // Three or four digits, and not known there.
        "IQD" | "LYD" | "CLF" | "UYW" => return None,
        _ => amount,
    };
    (0..=MOST).contains(&amount).then_some(amount)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_those_of_iso_but_for_a_few_currencies() {
        for (code, ours, theirs) in [
            ("EUR", 1299, Some(1299)),
            ("JPY", 1299, Some(1299)),
            ("KRW", 50_000, Some(50_000)),
            ("ISK", 1299, Some(129_900)),
            ("UGX", 5000, Some(500_000)),
            ("MGA", 129_900, Some(1299)),
            ("MGA", 129_950, None),
            ("KWD", 5120, Some(5120)),
            ("KWD", 5124, None),
            ("LYD", 5000, None),
            ("EUR", 0, Some(0)),
            ("EUR", 99_999_999, Some(99_999_999)),
            ("EUR", 100_000_000, None),
            ("ISK", Minor::MAX, None),
        ] {
            assert_eq!(to_stripe(ours, Currency::parse(code).unwrap()), theirs, "{code} {ours}");
        }
    }
}
