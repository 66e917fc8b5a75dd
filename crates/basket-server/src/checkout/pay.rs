//! `GET /checkout/{token}/pay`: sends the browser to where an order is paid, and what its page says of that.

use super::{
    CheckoutContext, frame,
    handlers::{CheckoutError, back, context},
    page,
};
use crate::state::AppState;
use axum::{
    extract::{Path, State},
    http::{
        HeaderValue, StatusCode,
        header::{LOCATION, REFRESH, RETRY_AFTER},
        request::Parts,
    },
    response::{IntoResponse, Response},
};
use basket_model::{
    order::{Order, OrderState},
    payment::PaymentMethod,
};
use basket_texts::localizer::Key;
use basket_web::{address::service_address, fields::Fields};

/// How the shopper arrived at the page of the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrival {
    /// Any time.
    Later,
    /// They have ordered, and are about to pay.
    Ordered,
    /// They come from where they paid, and we may not have heard of it.
    Back,
    /// They wanted to pay, and could not.
    Failed,
}

impl Arrival {
    /// What the address says.
    pub(super) fn from_query(query: &Fields<'_>) -> Self {
        let has = |name| query.get(name).is_some();
        if has("pay") {
            Self::Ordered
        } else if has("paid") {
            Self::Back
        } else {
            Self::Later
        }
    }
}

/// Whether the shopper has something to do for the payment of an order.
pub(super) fn is_open(order: &Order) -> bool {
    order.payment != PaymentMethod::Invoice && order.state == OrderState::Placed
}

/// The answer to who has just ordered. A form may not lead to another site, so its answer is a page of ours, which goes
/// on from there.
pub(super) fn after(order: &Order) -> Response {
    let query = if is_open(order) { "?pay" } else { "" };
    let page = format!("/checkout/{}{query}", order.checkout);
    (StatusCode::SEE_OTHER, [(LOCATION, page)]).into_response()
}

/// What was ordered, and how it is paid.
pub(super) fn confirm(context: &CheckoutContext, order: &Order, arrival: Arrival) -> Response {
    let title = format!("{} {}", context.localizer.text(Key::OrderNumber), order.number);
    let body = page::confirmation(context, order, arrival);
    let mut response = frame::page(context, &title, &body);
    let next = format!("0; url=/checkout/{}/pay", order.checkout);
    if let (Arrival::Ordered, true, Ok(next)) =
        (arrival, is_open(order), HeaderValue::from_str(&next))
    {
        response.headers_mut().insert(REFRESH, next);
    }
    response
}

pub(crate) async fn pay(
    State(state): State<AppState>,
    Path(token): Path<String>,
    parts: Parts,
) -> Result<Response, CheckoutError> {
    let context = context(&state, &token, &parts).await?;
    let order = state.store.orders().of_checkout(&token).await?;
    let Some(order) = order.filter(is_open) else { return Ok(back(&token)) };
    if let Some(session) = &order.payment_session {
        return Ok(away(&session.address));
    }
    if let Err(wait) = state.limits.payments.take(token.clone(), state.store.ticks()) {
        let mut response = confirm(&context, &order, Arrival::Failed);
        *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
        response.headers_mut().insert(RETRY_AFTER, (wait.as_secs() + 1).into());
        return Ok(response);
    }
    let here = format!("{}/checkout/{token}", service_address(&parts, state.public()));
    let (shop, setup) = (context.shop.id, &context.setup.payment);
    let now = state.store.now();
    match state.payments.start(shop, setup, &order, &here, now).await {
        Ok(Some(session)) => match state.store.orders().start_payment(&order, &session).await? {
            Some(session) => Ok(away(&session.address)),
            None => Ok(back(&token)),
        },
        Ok(None) => Ok(back(&token)),
        Err(error) => {
            tracing::error!(shop, order = order.number, %error, "cannot start payment");
            let mut response = confirm(&context, &order, Arrival::Failed);
            *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
            Ok(response)
        }
    }
}

fn away(address: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response()
}
