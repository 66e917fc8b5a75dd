//! How orders are paid. Keys and secrets go in here and never come out again.

use super::{Remark, Setup, change::back, sections::action, show};
use crate::{
    activity::record_activity,
    ask_again::owner,
    form::Form,
    member::Member,
    parts::{Field, copyable},
    refusal::Refusal,
    state::AdminState,
};
use axum::{
    extract::{Request, State},
    response::Response,
};
use basket_model::payment::{PaymentMethod, PaymentSetup};
use maud::{Markup, html};
use std::ops::RangeInclusive;

/// How long a key or a secret is.
const LENGTHS: RangeInclusive<usize> = 20..=255;
/// How many characters at its end are shown, so that people know which it is.
const SHOWN: usize = 4;

/// What keys begin with, and secrets.
const KINDS: [&str; 5] = ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"];

const HOLD_MINUTES: RangeInclusive<u32> = PaymentSetup::HOLD_MINUTES;
const HOLD: &str = "Enter a whole number of minutes from 30 to 1440.";
const HOLD_HINT: &str = "From 30 to 1440 (24 hours). An unpaid order reserves its stock for this time and is then cancelled. A shopper who is paying at that moment gets 30 more minutes.";

/// What is wrong with what was chosen.
#[derive(Debug, Clone, Default)]
pub(super) struct Wrong {
    chosen: PaymentMethod,
    key: Option<&'static str>,
    secret: Option<&'static str>,
    hold: Option<&'static str>,
    /// What was typed as minutes.
    hold_typed: String,
}

/// `POST …/api-key/payment`. What is left empty stays as it is.
pub async fn change_payment(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, member, form) = owner(request, &state).await?;
    let shop = member.shop.id;
    let kept =
        state.store.shops().checkout_setup(shop).await?.ok_or_else(Refusal::not_found)?.payment;
    let setup = match read(&form, &kept) {
        Ok(setup) => setup,
        Err(wrong) => {
            let remark = Remark { payment: Some(wrong), ..Remark::default() };
            return show(&state, &parts, &member, &remark).await;
        }
    };
    state.store.shops().set_payment(shop, &setup).await?;
    if setup.method != kept.method {
        record_activity(&state, &member, "payment.changed", setup.method.name()).await?;
    }
    for (is_new, name) in [
        (setup.stripe_key != kept.stripe_key, "secret key"),
        (setup.stripe_webhook_secret != kept.stripe_webhook_secret, "signing secret"),
    ] {
        if is_new {
            record_activity(&state, &member, "payment.keys_changed", name).await?;
        }
    }
    Ok(back())
}

fn read(form: &Form, kept: &PaymentSetup) -> Result<PaymentSetup, Wrong> {
    let method = PaymentMethod::parse(form.text("payment")).unwrap_or_default();
    let (key, secret) = (form.text("stripe-key"), form.text("stripe-secret"));
    let problem = |typed: &str, kept: &Option<String>, begins: &[&str], hint| {
        let is_missing = typed.is_empty() && kept.is_none() && method == PaymentMethod::Stripe;
        let is_plain =
            LENGTHS.contains(&typed.len()) && typed.bytes().all(|byte| byte.is_ascii_graphic());
        let is_one = is_plain && begins.iter().any(|begin| typed.starts_with(begin));
        (is_missing || (!typed.is_empty() && !is_one)).then_some(hint)
    };
    let (keys, secrets) = (&KINDS[..4], &KINDS[4..]);
    // A page that was opened before an upgrade may be without it.
    let typed = form.get("hold-minutes").map(str::trim);
    let hold = typed.map_or(Some(kept.hold_minutes), PaymentSetup::parse_hold_minutes);
    let wrong = Wrong {
        chosen: method,
        key: problem(key, &kept.stripe_key, keys, "Enter the secret key. It starts with sk_."),
        secret: problem(
            secret,
            &kept.stripe_webhook_secret,
            secrets,
            "Enter the signing secret. It starts with whsec_.",
        ),
        hold: hold.is_none().then_some(HOLD),
        hold_typed: typed.map_or_else(|| kept.hold_minutes.to_string(), str::to_owned),
    };
    let Some(hold_minutes) = hold.filter(|_| wrong.key.is_none() && wrong.secret.is_none()) else {
        return Err(wrong);
    };
    let removes = !form.raw("remove-keys").is_empty() && method != PaymentMethod::Stripe;
    let newer = |typed: &str, kept: &Option<String>| {
        let kept = kept.clone().filter(|_| !removes);
        if typed.is_empty() { kept } else { Some(typed.to_owned()) }
    };
    Ok(PaymentSetup {
        method,
        stripe_key: newer(key, &kept.stripe_key),
        stripe_webhook_secret: newer(secret, &kept.stripe_webhook_secret),
        hold_minutes,
    })
}

pub(super) fn section(member: &Member, setup: &Setup, remark: &Remark<'_>) -> Markup {
    let kept = &setup.checkout.payment;
    let wrong = remark.payment.as_ref();
    let hold =
        wrong.map_or_else(|| kept.hold_minutes.to_string(), |wrong| wrong.hold_typed.clone());
    let chosen = wrong.map_or(kept.method, |wrong| wrong.chosen);
    let choice = |method: PaymentMethod, title: &str, text: &str| {
        html! {
            label.choice {
                input type="radio" name="payment" value=(method.name()) checked[method == chosen];
                span { strong { (title) } span.muted { (text) } }
            }
        }
    };
    let key =
        hint("In the Stripe dashboard under Developers > API keys.", kept.stripe_key.as_ref());
    let secret = hint(
        "Stripe shows it after you add the address below as an endpoint.",
        kept.stripe_webhook_secret.as_ref(),
    );
    let address = format!("{}/v1/stripe/{}", setup.service, member.shop.id);
    html! {
        section.card aria-labelledby="payment-title" {
            h2 #payment-title { "Payment" }
            form method="post" action=(action("payment")) {
                (member.csrf_field())
                fieldset {
                    legend { "Payment method of the hosted checkout" }
                    (choice(PaymentMethod::Invoice, "Invoice", "You send the invoice and mark the order as paid."))
                    (choice(PaymentMethod::Stripe, "Stripe", "Shoppers pay with Stripe Checkout, for purchases and subscriptions. Orders that Stripe cannot charge in one payment, such as subscriptions with different periods, are paid by invoice."))
                }
                (Field { name: "stripe-key", label: "Stripe secret key", kind: "password", hint: &key, autocomplete: "off", problem: wrong.and_then(|wrong| wrong.key), ..Field::default() }.markup())
                (Field { name: "stripe-secret", label: "Signing secret of the endpoint", kind: "password", hint: &secret, autocomplete: "off", problem: wrong.and_then(|wrong| wrong.secret), ..Field::default() }.markup())
                div.short { (Field {
                    name: "hold-minutes", label: "Payment timeout in minutes", kind: "number", value: &hold,
                    hint: HOLD_HINT, required: true, range: Some((*HOLD_MINUTES.start(), *HOLD_MINUTES.end())),
                    problem: wrong.and_then(|wrong| wrong.hold), ..Field::default()
                }.markup()) }
                @if kept.stripe_key.is_some() || kept.stripe_webhook_secret.is_some() {
                    label.choice {
                        input type="checkbox" name="remove-keys" value="yes";
                        span { strong { "Remove Stripe keys" } span.muted { "Choose Invoice as well. Orders that wait for a Stripe payment can no longer be paid." } }
                    }
                }
                (copyable("stripe-address", "Endpoint address for the Stripe dashboard", &address))
                p.hint {
                    "Events: " code { "checkout.session.completed" } ", " code { "checkout.session.async_payment_succeeded" } ", "
                    code { "checkout.session.async_payment_failed" } ", " code { "checkout.session.expired" } "."
                }
                button.button type="submit" { "Save payment method" }
            }
        }
    }
}

/// What a field is for, and which key is kept, by its end alone.
fn hint(text: &str, kept: Option<&String>) -> String {
    let Some(kept) = kept else { return text.to_owned() };
    let kind = KINDS.iter().find(|kind| kept.starts_with(**kind)).copied().unwrap_or_default();
    let end: String = kept.chars().skip(kept.chars().count().saturating_sub(SHOWN)).collect();
    format!("Current: {kind}…{end}. Leave empty to keep it. {text}")
}
