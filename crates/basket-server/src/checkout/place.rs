//! Places the order, if it is what the page showed.

use super::{
    CheckoutContext,
    contact::{Checking, vat_number},
    costs::{self, code_problem},
    handlers::{CheckoutError, notice, old, read},
    pay,
    priced::{Priced, price},
    shown::{Shown, short, show},
    typed::{METHOD, Part, Typed, VAT_NUMBER},
};
use crate::state::AppState;
use axum::{
    extract::{Path, Request, State},
    http::{StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
};
use basket_core::cart::{Cart, Delivery, Minimum};
use basket_delivery::{NotConfirmed, payment::Payments};
use basket_model::{
    address::Field,
    order::{Contact, NotPlaced, OpenCheckout},
    vat_number,
};
use basket_store::PlaceError;
use basket_texts::localizer::{Key, Localizer};
use basket_web::caller::caller_network;
use std::net::IpAddr;

/// `POST /checkout/{token}`: the order.
pub(crate) async fn place_order(
    State(state): State<AppState>,
    Path(token): Path<String>,
    request: Request,
) -> Result<Response, CheckoutError> {
    let (parts, body) = request.into_parts();
    let network = caller_network(&parts, state.limits.proxies);
    let request = Request::from_parts(parts, body);
    let (context, form) = read(&state, &token, request).await?;
    if let Some(order) = state.store.orders().of_checkout(&token).await? {
        return Ok(pay::after(&order));
    }
    let typed = Typed::new(form, context.checkout.rules.as_deref());
    let localizer = &context.localizer;
    let checking = Checking {
        cart: &context.checkout.cart,
        rules: context.checkout.rules.as_deref(),
        has_terms: context.setup.terms.is_some(),
        localizer,
    };
    let contact = match checking.check(&typed) {
        Ok(contact) => contact,
        Err(problems) => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            let shown = Shown { status, problems, ..Shown::default() };
            return show(&state, &context, &typed, shown).await;
        }
    };
    // What is ordered is what was on the page, also if another tab has changed it since.
    let seen = typed.raw("revision");
    if !seen.is_empty() && seen != context.checkout.revision.to_string() {
        return show(&state, &context, &typed, Shown::conflict(localizer.text(Key::Changed))).await;
    }
    let priced = price(&state, &context, &typed).await?;
    if let Some(shown) = refusal(&context, &typed, &priced) {
        return show(&state, &context, &typed, shown).await;
    }
    let contact = match confirm(&state, &context, &typed, &priced.cart, contact, network).await? {
        Ok(contact) => contact,
        Err(shown) => return show(&state, &context, &typed, shown).await,
    };
    let now = state.store.ticks();
    let pieces = priced.cart.lines.iter().map(|line| line.quantity).sum();
    let what = (context.checkout.shop, pieces);
    if let Err(wait) = state.limits.take_order(network, &contact.email, what, now) {
        let response = show(&state, &context, &typed, busy(localizer)).await?;
        return Ok(([(RETRY_AFTER, (wait.as_secs() + 1).to_string())], response).into_response());
    }
    let method = Payments::choose(&context.setup.payment, &priced.cart).method();
    let checkout = OpenCheckout { cart: priced.cart, ..context.checkout.clone() };
    let why = match state.store.orders().place(method, &checkout, &contact).await {
        Ok(order) => return Ok(pay::after(&order)),
        Err(PlaceError::Refused(why)) => why,
        Err(PlaceError::Store(error)) => return Err(error.into()),
    };
    let problem = match why {
        NotPlaced::OutOfStock { sku, available } => {
            short(localizer, &context.checkout.cart, &sku, available)
        }
        NotPlaced::Empty => localizer.text(Key::Empty).to_owned(),
        NotPlaced::Old => return Err(old(context)),
        NotPlaced::Changed => localizer.text(Key::Changed).to_owned(),
        NotPlaced::Code(problem) => {
            let code = checkout.cart.costs.code.as_ref().map_or("", |entered| &entered.code);
            code_problem(localizer, &checkout.cart, code, problem)
        }
        NotPlaced::Gone => {
            return Err(notice(StatusCode::GONE, context.localizer, Key::GoneTitle, Key::Gone));
        }
    };
    show(&state, &context, &typed, Shown::conflict(&problem)).await
}

fn busy(localizer: &Localizer) -> Shown {
    let notice = Some(localizer.text(Key::Busy).to_owned());
    Shown { status: StatusCode::TOO_MANY_REQUESTS, notice, ..Shown::default() }
}

/// Asks VIES about the VAT number of an order without tax, if the shop wants that; the contact with the consultation number,
/// or why the order is not placed. What cannot be confirmed does not count.
async fn confirm(
    state: &AppState,
    context: &CheckoutContext,
    typed: &Typed,
    cart: &Cart,
    contact: Contact,
    network: Option<IpAddr>,
) -> Result<Result<Contact, Shown>, CheckoutError> {
    let tax = context.checkout.rules.as_deref().and_then(|rules| rules.tax.as_ref());
    let number = vat_number(typed).and_then(Result::ok);
    let Some(number) =
        number.filter(|_| tax.is_some_and(|tax| tax.asks_vies) && costs::is_reverse_charge(cart))
    else {
        return Ok(Ok(contact));
    };
    let localizer = &context.localizer;
    let limit = &state.limits.vat_numbers;
    if network.is_some_and(|network| limit.take(network, state.store.ticks()).is_err()) {
        return Ok(Err(busy(localizer)));
    }
    let seller = state.store.sellers().find(context.shop.id).await?;
    let requester = seller.and_then(|seller| vat_number::parse_with_prefix(&seller.vat_number));
    let wrong = |key| Shown::wrong(VAT_NUMBER, localizer.text(key).to_owned());
    Ok(match state.vies.confirm(&number, requester.as_ref()).await {
        Ok(vat_consultation) => Ok(Contact { vat_consultation, ..contact }),
        Err(NotConfirmed::Unregistered) => Err(wrong(Key::VatNumberUnregistered)),
        Err(NotConfirmed::Unavailable(reason)) => {
            tracing::warn!(shop = context.shop.id, reason, "cannot ask VIES");
            let status = StatusCode::SERVICE_UNAVAILABLE;
            Err(Shown { status, ..wrong(Key::VatNumberUnavailable) })
        }
    })
}

/// Why what was typed cannot be ordered as it is, although each field is right.
fn refusal(context: &CheckoutContext, typed: &Typed, priced: &Priced) -> Option<Shown> {
    let (localizer, cart) = (&context.localizer, &priced.cart);
    let money = |amount| localizer.money(amount, cart.currency);
    if priced.is_too_large {
        return Some(Shown::conflict(localizer.text(Key::TotalTooLarge)));
    }
    if cart.costs.delivery != Delivery::Settled {
        let country = typed.country_text(Part::Delivery);
        let country = localizer.country(&country).unwrap_or(&country);
        let text = localizer.fill(Key::ShippingNone, &[("country", country)]);
        return Some(Shown::wrong(Part::Delivery.name(Field::Country), text));
    }
    if let Some(Minimum { amount, missing }) = cart.costs.minimum {
        let values = [("price", &*money(amount)), ("missing", &money(missing))];
        return Some(Shown::conflict(&localizer.fill(Key::MinimumMissing, &values)));
    }
    let chosen = typed.raw(METHOD);
    if !chosen.is_empty() && priced.method.as_deref() != Some(chosen) && !priced.methods.is_empty()
    {
        return Some(Shown::wrong(METHOD, localizer.text(Key::ShippingGone).to_owned()));
    }
    if chosen.is_empty() && priced.methods.len() > 1 {
        return Some(Shown::wrong(METHOD, localizer.text(Key::ShippingChoose).to_owned()));
    }
    let has_costs =
        !cart.costs.adjustments.is_empty() || context.checkout.cart.costs.code.is_some();
    let total = cart.total().to_string();
    let is_seen = typed.raw("total") == total || (typed.raw("total").is_empty() && !has_costs);
    let text = || localizer.fill(Key::CostsChanged, &[("price", &money(cart.total()))]);
    (!is_seen).then(|| Shown::conflict(&text()))
}
