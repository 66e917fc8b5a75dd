//! Amounts as people on this side read and type them, in English. What a shopper reads is written by
//! their browser, in their language. It must never know a floating-point number.

use basket_core::{
    money::{Currency, MAX_PRICE, Minor},
    product::{Frequency, Period, Product},
};

/// An amount to be read: `€1,234.50`.
pub fn money(currency: Currency, amount: Minor) -> String {
    let sign = if amount < 0 { "−" } else { "" };
    let (whole, part) = parts(currency, amount);
    let whole = grouped(whole);
    match currency.code() {
        "EUR" => format!("{sign}€{whole}{part}"),
        "GBP" => format!("{sign}£{whole}{part}"),
        "USD" => format!("{sign}${whole}{part}"),
        code => format!("{sign}{code}\u{a0}{whole}{part}"),
    }
}

/// An amount as it is typed into a field: `1234.50`.
pub fn typed(currency: Currency, amount: Minor) -> String {
    let sign = if amount < 0 { "-" } else { "" };
    let (whole, part) = parts(currency, amount);
    format!("{sign}{whole}{part}")
}

/// An example of how an amount is typed.
pub fn example(currency: Currency) -> String {
    typed(currency, 24 * 10_i64.pow(u32::try_from(currency.decimals()).unwrap_or(0)))
}

/// The amount that was typed, with a point or a comma before the decimals. Thousands are not set
/// apart: `1.234` would mean something else to each of two people.
pub fn parse(currency: Currency, text: &str) -> Option<Minor> {
    let decimals = currency.decimals();
    let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_fine =
        !whole.is_empty() && part.len() <= decimals && is_number(whole) && is_number(part);
    let digits = is_fine.then(|| format!("{whole}{part:0<decimals$}"))?;
    digits.parse().ok().filter(|amount| *amount <= MAX_PRICE)
}

/// The whole units, and the decimals behind their point.
fn parts(currency: Currency, amount: Minor) -> (String, String) {
    let decimals = currency.decimals();
    // At least one digit before the point.
    let digits = format!("{:0>width$}", amount.unsigned_abs(), width = decimals + 1);
    let (whole, part) = digits.split_at(digits.len() - decimals);
    let part = if part.is_empty() { String::new() } else { format!(".{part}") };
    (whole.to_owned(), part)
}

/// A number to be read: `1,234`.
pub fn number(number: i64) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", grouped(number.unsigned_abs().to_string()))
}

fn grouped(digits: impl AsRef<str>) -> String {
    let digits = digits.as_ref();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A period in English: `monthly`, `every 3 months`.
pub fn rhythm(period: Period) -> String {
    let unit = match period.frequency() {
        Frequency::Daily => "days",
        Frequency::Weekly => "weeks",
        Frequency::Monthly => "months",
        Frequency::Yearly => "years",
    };
    match period.interval() {
        1 => period.frequency().name().into(),
        interval => format!("every {interval} {unit}"),
    }
}

/// `€24.00 or from €21.00 monthly`: the one-off price, then the smallest price of a subscription.
pub fn prices(currency: Currency, product: &Product) -> String {
    let once = product.price.map(|price| money(currency, price));
    let from = if product.subscriptions.len() > 1 { "from " } else { "" };
    let cheapest = product.subscriptions.iter().min_by_key(|offer| offer.price);
    let again = cheapest
        .map(|offer| format!("{from}{} {}", money(currency, offer.price), rhythm(offer.period)));
    capitalised(&[once, again].into_iter().flatten().collect::<Vec<_>>().join(" or "))
}

fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn currency(code: &str) -> Currency {
        Currency::parse(code).unwrap()
    }

    #[test]
    fn amounts_are_written_with_the_decimals_of_their_currency() {
        for (code, amount, text) in [
            ("EUR", 5, "€0.05"),
            ("EUR", 123_456_789, "€1,234,567.89"),
            ("USD", -1800, "−$18.00"),
            ("JPY", 1800, "JPY\u{a0}1,800"),
            ("KWD", 1800, "KWD\u{a0}1.800"),
        ] {
            assert_eq!(money(currency(code), amount), text);
        }
        assert_eq!(number(1_234_567), "1,234,567");
    }

    #[test]
    fn what_is_typed_is_what_was_written() {
        for code in ["EUR", "JPY", "KWD", "CLF"] {
            for amount in [0, 1, 99, 100, 1800, MAX_PRICE] {
                assert_eq!(parse(currency(code), &typed(currency(code), amount)), Some(amount));
            }
        }
        assert_eq!(example(currency("EUR")), "24.00");
        assert_eq!(example(currency("JPY")), "24");
    }

    #[test]
    fn a_comma_counts_and_half_an_amount_does_not() {
        let euros = |text| parse(Currency::EUR, text);
        assert_eq!(
            (euros("18"), euros("18,5"), euros("18.")),
            (Some(1800), Some(1850), Some(1800))
        );
        for wrong in
            ["", ".5", "1.234", "1,234.50", "-1", "1e3", "18 €", "９", "99999999999999999999"]
        {
            assert_eq!(euros(wrong), None, "{wrong}");
        }
        assert_eq!(parse(currency("JPY"), "18.5"), None);
    }
}
