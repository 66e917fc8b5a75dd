//! `POST /v1/stripe/{shop}`: what Stripe tells a shop of its payments. Told again, nothing happens again: what has
//! become of an order says whether it is news.

use super::{
    event::{self, Fate, News},
    signature,
};
use crate::{
    api::{Api, Problem},
    order::{Order, OrderState},
    payment::Means,
    store::StoreError,
};
use axum::{
    body::{Body, to_bytes},
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
};
use basket_core::diagnostic::Code;

/// How large a message may be; Stripe's are some kilobytes.
const MOST: usize = 256 * 1024;
/// How often an order is looked at anew.
const TRIES: u32 = 3;

pub(crate) async fn receive(
    State(api): State<Api>,
    Path(shop): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<StatusCode, Problem> {
    let body = tokio::time::timeout(api.body_timeout, to_bytes(body, MOST)).await;
    let Ok(Ok(body)) = body else { return Err(Problem::plain(Code::BodyInvalid)) };
    let shop = shop.parse().unwrap_or_default();
    let setup = api.store.checkout_setup(shop).await?;
    let secret = setup.and_then(|setup| setup.payment.stripe_webhook_secret).unwrap_or_default();
    let header = headers.get("stripe-signature").and_then(|header| header.to_str().ok());
    let now = api.store.now() / 1000;
    // A shop that is none, or wants to hear nothing, is not told apart.
    if !signature::is_good(header.unwrap_or_default(), &secret, &body, now) {
        let detail = "It is not signed by Stripe, with the secret of this shop, just now.";
        return Err(Problem::new(Code::BodyInvalid, detail));
    }
    if let Some(news) = event::read(&body) {
        settle(&api, shop, &news).await?;
    }
    Ok(StatusCode::OK)
}

/// Somebody else may do something with the order at the same moment; then what has become of it is looked at anew.
async fn settle(api: &Api, shop: i64, news: &News) -> Result<(), StoreError> {
    for _ in 0..TRIES {
        let order = api.store.order_to_pay(shop, Means::Stripe, &news.checkout).await?;
        let is_its = |order: &Order| {
            order.begun.as_ref().is_none_or(|begun| begun.reference == news.reference)
        };
        let Some(order) = order.filter(is_its) else { return Ok(()) };
        let (state, action) = match (news.fate, order.state) {
            (Fate::Paid, OrderState::Placed) => (OrderState::Paid, "payment.arrived"),
            (Fate::Over, OrderState::Placed) => (OrderState::Cancelled, "payment.failed"),
            // The shop gave the order up while somebody was paying: it has to give the money back.
            (Fate::Paid, OrderState::Cancelled) => {
                return api.store.note_payment(shop, "payment.too_late", order.number).await;
            }
            _ => return Ok(()),
        };
        let number = order.number;
        if api.store.advance_order(shop, order, state).await? {
            return api.store.note_payment(shop, action, number).await;
        }
    }
    // Stripe tells it again.
    Err(StoreError::Unavailable("an order did not stay as it was".to_owned()))
}
