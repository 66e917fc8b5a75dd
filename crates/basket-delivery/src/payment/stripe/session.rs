//! What Stripe is told of an order, as the form that its API takes.

use super::{amount, items::items};
use basket_core::product::Frequency;
use basket_model::order::Order;
use form_urlencoded::Serializer;

/// The languages of Stripe's page; for all others it looks at the browser.
const LANGUAGES: &[&str] = &[
    "bg", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "hr", "hu", "id", "it", "ja", "ko",
    "lt", "lv", "ms", "mt", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "th", "tr", "vi",
    "zh",
];

/// How long a product's name may be.
const NAME: usize = 250;

/// The form of a session; `None` if Stripe does not accept an amount. `page` is the checkout's page, `expires_at` are
/// seconds since 1970.
pub(super) fn form(shop: i64, order: &Order, page: &str, expires_at: i64) -> Option<String> {
    let recurs = order.cart.lines.iter().any(|line| line.period.is_some());
    let (shop, number) = (shop.to_string(), order.number.to_string());
    let mut form = Serializer::new(String::new());
    form.append_pair("mode", if recurs { "subscription" } else { "payment" })
        .append_pair("client_reference_id", &number)
        .append_pair("customer_email", &order.contact.email)
        .append_pair("locale", language(&order.locale))
        .append_pair("success_url", &format!("{page}?paid"))
        .append_pair("cancel_url", page)
        .append_pair("expires_at", &expires_at.to_string());
    // What a session is made for outlives it: in the shop's dashboard, payments and subscriptions say it, too.
    let made = if recurs { "subscription_data" } else { "payment_intent_data" };
    for prefix in ["metadata".to_owned(), format!("{made}[metadata]")] {
        form.append_pair(&format!("{prefix}[shop]"), &shop)
            .append_pair(&format!("{prefix}[order]"), &number);
    }
    form.append_pair("metadata[checkout]", &order.checkout);
    let currency = order.cart.currency.code().to_ascii_lowercase();
    for (place, item) in items(&order.cart)?.iter().enumerate() {
        let mut add = |name: &str, value: &str| {
            form.append_pair(&format!("line_items[{place}]{name}"), value);
        };
        let price = amount::to_stripe(item.unit_price, order.cart.currency)?;
        let name: String = item.name.chars().take(NAME).collect();
        add("[quantity]", &item.quantity.to_string());
        add("[price_data][currency]", &currency);
        add("[price_data][unit_amount]", &price.to_string());
        add("[price_data][product_data][name]", &name);
        if let Some(sku) = item.sku {
            add("[price_data][product_data][metadata][sku]", sku);
        }
        if let Some(period) = item.period {
            add("[price_data][recurring][interval]", interval(period.frequency()));
            add("[price_data][recurring][interval_count]", &period.interval().to_string());
        }
    }
    Some(form.finish())
}

fn interval(frequency: Frequency) -> &'static str {
    match frequency {
        Frequency::Daily => "day",
        Frequency::Weekly => "week",
        Frequency::Monthly => "month",
        Frequency::Yearly => "year",
    }
}

fn language(locale: &str) -> &'static str {
    let language = locale.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    let language = match &*language {
        "dk" => "da",
        "no" | "nn" => "nb",
        language => language,
    };
    LANGUAGES.iter().find(|known| **known == language).unwrap_or(&"auto")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_speaks_the_shoppers_language_where_it_can() {
        for (locale, theirs) in [
            ("de-AT", "de"),
            ("dk", "da"),
            ("no", "nb"),
            ("nn_NO", "nb"),
            ("EL", "el"),
            ("ar", "auto"),
            ("", "auto"),
        ] {
            assert_eq!(language(locale), theirs, "{locale}");
        }
    }
}
