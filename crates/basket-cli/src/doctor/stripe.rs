//! The shops' keys of Stripe: whether they are keys of the right kind, and whether Stripe accepts them.

use super::{DEADLINE, report::Report};
use crate::serve::Flags;
use basket_delivery::payment::{Payments, StartPaymentError};
use basket_store::InspectedShop;
use tokio::time::timeout;

const STRIPE: &str = "stripe";

pub(super) async fn check(report: &mut Report, flags: &Flags, shops: Option<&[InspectedShop]>) {
    let payments = Payments::new(flags.stripe_url.clone());
    let Some(shops) = shops else { return };
    let is_live = flags.public.as_ref().is_some_and(|public| public.starts_with("https://"));
    for shop in shops.iter().filter(|shop| shop.uses_stripe) {
        check_secret(report, shop);
        check_key(report, &payments, shop, is_live).await;
    }
}

/// A shop as messages name it.
fn named(shop: &InspectedShop) -> String {
    format!("shop {} ({})", shop.id, shop.name)
}

fn check_secret(report: &mut Report, shop: &InspectedShop) {
    let name = named(shop);
    match shop.stripe_webhook_secret.as_deref() {
        Some(secret) if secret.starts_with("whsec_") => {}
        Some(_) => report.failure(
            STRIPE,
            format!("the webhook secret of {name} does not start with whsec_"),
            "Copy the signing secret of the webhook endpoint from Stripe's dashboard into the backend.",
        ),
        None => report.warning(
            STRIPE,
            format!("{name} has no webhook secret; payments are noticed up to an hour late"),
            "Create a webhook endpoint at Stripe, and enter its signing secret in the backend.",
        ),
    }
}

async fn check_key(report: &mut Report, payments: &Payments, shop: &InspectedShop, is_live: bool) {
    let name = named(shop);
    let fix = "Copy the secret key (sk_live_…) from Stripe's dashboard into the backend.";
    let Some(key) = shop.stripe_key.as_deref() else {
        report.failure(STRIPE, format!("{name} takes payments with Stripe and has no key"), fix);
        return;
    };
    let is_of = |kind: &str| {
        key.starts_with(&format!("sk_{kind}_")) || key.starts_with(&format!("rk_{kind}_"))
    };
    let is_test = is_of("test");
    if !is_test && !is_of("live") {
        let start: String = key.chars().take_while(|sign| *sign != '_').take(8).collect();
        let message = format!(
            "the key of {name} starts with {start}_; a secret key starts with sk_live_ or sk_test_"
        );
        report.failure(STRIPE, message, fix);
        return;
    }
    if is_test && is_live {
        report.warning(
            STRIPE,
            format!("the key of {name} is a test key (sk_test_): nobody really pays"),
            fix,
        );
    }
    let late = || Err(StartPaymentError::Unreachable("no answer in time".to_owned()));
    let asked = timeout(DEADLINE, payments.check_stripe_key(key));
    match asked.await.unwrap_or_else(|_| late()) {
        Ok(()) => {
            let kind = if is_test { "test" } else { "live" };
            report.ok(STRIPE, format!("Stripe accepts the {kind} key of {name}"));
        }
        Err(StartPaymentError::Refused { status, reason }) => report.failure(
            STRIPE,
            format!("Stripe refuses the key of {name} with {status}: {reason}"),
            "Create a new key in Stripe's dashboard, and enter it in the backend. A restricted key needs the right \
             to read and write Checkout Sessions.",
        ),
        Err(error) => report.failure(
            STRIPE,
            format!("cannot check the key of {name}: {error}"),
            "Allow connections from this machine to api.stripe.com, port 443.",
        ),
    }
}
