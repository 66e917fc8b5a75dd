//! `GET /checkout/{token}/pay`: sends the browser to where an order is paid, and what its page says of that.

use super::{
    Scene, frame,
    handlers::{Trouble, back, scene},
    page,
    texts::Key,
};
use crate::{
    admin::service_address,
    api::Api,
    order::{Order, OrderState},
    payment::Means,
};
use axum::{
    extract::{Path, State},
    http::{
        HeaderValue, StatusCode,
        header::{LOCATION, REFRESH},
        request::Parts,
    },
    response::{IntoResponse, Response},
};

/// When somebody looks at their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// Any time.
    Later,
    /// They have ordered, and are about to pay.
    Ordered,
    /// They come from where they paid, and we may not have heard of it.
    Back,
    /// They wanted to pay, and could not.
    Failed,
}

impl Moment {
    /// What the address says.
    pub(super) fn of(query: Option<&str>) -> Self {
        match query {
            Some("pay") => Self::Ordered,
            Some("paid") => Self::Back,
            _ => Self::Later,
        }
    }
}

/// Whether the shopper has something to do for the payment of an order.
pub(super) fn is_open(order: &Order) -> bool {
    order.payment != Means::Invoice && order.state == OrderState::Placed
}

/// The answer to who has just ordered. A form may not lead to another site, so its answer is a page of ours, which goes
/// on from there.
pub(super) fn after(order: &Order) -> Response {
    let query = if is_open(order) { "?pay" } else { "" };
    let page = format!("/checkout/{}{query}", order.checkout);
    (StatusCode::SEE_OTHER, [(LOCATION, page)]).into_response()
}

/// What was ordered, and how it is paid.
pub(super) fn confirm(scene: &Scene, order: &Order, moment: Moment) -> Response {
    let title = format!("{} {}", scene.words.text(Key::OrderNumber), order.number);
    let body = page::confirmation(scene, order, moment);
    let mut response = frame::page(scene, &title, &body);
    let next = format!("0; url=/checkout/{}/pay", order.checkout);
    if let (Moment::Ordered, true, Ok(next)) =
        (moment, is_open(order), HeaderValue::from_str(&next))
    {
        response.headers_mut().insert(REFRESH, next);
    }
    response
}

pub(crate) async fn pay(
    State(api): State<Api>,
    Path(token): Path<String>,
    parts: Parts,
) -> Result<Response, Trouble> {
    let scene = scene(&api, &token, &parts).await?;
    let order = api.store.order_of_checkout(&token).await?;
    let Some(order) = order.filter(is_open) else { return Ok(back(&token)) };
    if let Some(begun) = &order.begun {
        return Ok(away(&begun.address));
    }
    let here = format!("{}/checkout/{token}", service_address(&parts, &api));
    let (shop, setup) = (scene.shop.id, &scene.setup.payment);
    match api.payments.begin(shop, setup, &order, &here).await {
        Ok(Some(begun)) => match api.store.begin_payment(&order, &begun).await? {
            Some(begun) => Ok(away(&begun.address)),
            None => Ok(back(&token)),
        },
        Ok(None) => Ok(back(&token)),
        Err(error) => {
            tracing::error!(shop, order = order.number, %error, "a payment could not be begun");
            let mut response = confirm(&scene, &order, Moment::Failed);
            *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
            Ok(response)
        }
    }
}

fn away(address: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response()
}
