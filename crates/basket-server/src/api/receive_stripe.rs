//! `POST /v1/stripe/{shop}`: receives Stripe's events about a shop's payments. A repeated event changes nothing: the
//! order's state tells whether it is new.

use crate::{
    api::{Problem, caller::take_from_network, path_params::PathParams},
    state::AppState,
};
use axum::{
    body::{Body, to_bytes},
    extract::State,
    http::{StatusCode, request::Parts},
};
use basket_core::diagnostic::Code;
use basket_delivery::payment::{
    settle,
    stripe::{self, StripeEvent},
};

/// How large a message may be; Stripe's are some kilobytes.
const MOST: usize = 256 * 1024;

pub(crate) async fn receive_stripe(
    State(state): State<AppState>,
    PathParams(shop): PathParams<String>,
    parts: Parts,
    body: Body,
) -> Result<StatusCode, Problem> {
    take_from_network(&parts, &state)?;
    let body = tokio::time::timeout(state.body_timeout, to_bytes(body, MOST)).await;
    let Ok(Ok(body)) = body else { return Err(Problem::plain(Code::BodyInvalid)) };
    let shop = shop.parse().unwrap_or_default();
    let setup = state.store.shops().checkout_setup(shop).await?;
    let secret = setup.and_then(|setup| setup.payment.stripe_webhook_secret).unwrap_or_default();
    let header = parts.headers.get("stripe-signature").and_then(|header| header.to_str().ok());
    let now = state.store.now() / 1000;
    // An unknown shop and a shop without Stripe get the same answer.
    if !stripe::is_signed(header.unwrap_or_default(), &secret, &body, now) {
        let detail = "The signature is not valid for the signing secret of this shop, or too old.";
        return Err(Problem::new(Code::BodyInvalid, detail));
    }
    let Some(event) = StripeEvent::parse(&body) else { return Ok(StatusCode::OK) };
    let checkout = event.checkout.clone();
    if !settle(&state.store, shop, event).await?
        && let Some(order) = state.store.orders().of_checkout(&checkout).await?
    {
        // An operator has to check it; a repeated event would not help.
        let number = order.number.to_string();
        state.store.activity().record(shop, "", "payment.mismatch", &number).await?;
    }
    Ok(StatusCode::OK)
}
