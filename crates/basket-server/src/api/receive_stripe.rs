//! `POST /v1/stripe/{shop}`: receives Stripe's events about a shop's payments. A repeated event changes nothing: the
//! order's state tells whether it is new.

use crate::{api::Problem, state::AppState};
use axum::{
    body::{Body, to_bytes},
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
};
use basket_core::diagnostic::Code;
use basket_delivery::payment::stripe::{self, PaymentOutcome, StripeEvent};
use basket_model::{
    order::{Order, OrderState},
    payment::PaymentMethod,
};
use basket_store::StoreError;

/// How large a message may be; Stripe's are some kilobytes.
const MOST: usize = 256 * 1024;
/// How often an order is looked at anew.
const TRIES: u32 = 3;

pub(crate) async fn receive_stripe(
    State(state): State<AppState>,
    Path(shop): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, Problem> {
    let body = tokio::time::timeout(state.body_timeout, to_bytes(body, MOST)).await;
    let Ok(Ok(body)) = body else { return Err(Problem::plain(Code::BodyInvalid)) };
    let shop = shop.parse().unwrap_or_default();
    let setup = state.store.checkout_setup(shop).await?;
    let secret = setup.and_then(|setup| setup.payment.stripe_webhook_secret).unwrap_or_default();
    let header = headers.get("stripe-signature").and_then(|header| header.to_str().ok());
    let now = state.store.now() / 1000;
    // A shop that is none, or wants to hear nothing, is not told apart.
    if !stripe::is_signed(header.unwrap_or_default(), &secret, &body, now) {
        let detail = "It is not signed by Stripe, with the secret of this shop, just now.";
        return Err(Problem::new(Code::BodyInvalid, detail));
    }
    if let Some(event) = StripeEvent::parse(&body) {
        settle(&state, shop, &event).await?;
    }
    Ok(StatusCode::OK)
}

/// Somebody else may do something with the order at the same moment; then what has become of it is looked at anew.
async fn settle(state: &AppState, shop: i64, event: &StripeEvent) -> Result<(), StoreError> {
    for _ in 0..TRIES {
        let order = state.store.order_to_pay(shop, PaymentMethod::Stripe, &event.checkout).await?;
        let is_its = |order: &Order| {
            order
                .payment_session
                .as_ref()
                .is_none_or(|session| session.reference == event.reference)
        };
        let Some(order) = order.filter(is_its) else { return Ok(()) };
        let (next, action) = match (event.outcome, order.state) {
            (PaymentOutcome::Paid, OrderState::Placed) => (OrderState::Paid, "payment.arrived"),
            (PaymentOutcome::Failed, OrderState::Placed) => {
                (OrderState::Cancelled, "payment.failed")
            }
            // The shop gave the order up while somebody was paying: it has to give the money back.
            (PaymentOutcome::Paid, OrderState::Cancelled) => {
                return state.store.record_payment(shop, "payment.too_late", order.number).await;
            }
            _ => return Ok(()),
        };
        let number = order.number;
        if state.store.advance_order(shop, order, next).await? {
            return state.store.record_payment(shop, action, number).await;
        }
    }
    // Stripe tells it again.
    Err(StoreError::Unavailable("an order did not stay as it was".to_owned()))
}
