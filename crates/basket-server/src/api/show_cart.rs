//! A cart as an answer: what every change and every read of a cart ends with.

use super::{Problem, body, caller::Caller, conditions, json};
use crate::state::AppState;
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, header::ETAG, request::Parts},
    response::Response,
};
use basket_core::{cart::Cart, json::Writer, wire};
use basket_model::change::{Action, Change};
use basket_web::address::Address;

/// More bytes than a cart without lines takes, and more than most lines take.
const ROOM: usize = 384;

/// A request for a change, with its body read.
pub(super) struct Asked {
    pub(super) body: String,
    parts: Parts,
}

impl Asked {
    pub(super) async fn read(state: &AppState, parts: Parts, body: Body) -> Result<Self, Problem> {
        let body = body::read(state, &parts.headers, body).await?;
        Ok(Self { body, parts })
    }

    /// A request whose body, if any, means nothing.
    pub(super) fn without_body(parts: Parts) -> Self {
        Self { body: String::new(), parts }
    }

    fn headers(&self) -> &HeaderMap {
        &self.parts.headers
    }
}

/// Makes a change and shows the cart.
pub(super) async fn change(
    state: &AppState,
    caller: &Caller,
    asked: &Asked,
    action: Action,
) -> Result<Cart, Problem> {
    let Parts { method, uri, .. } = &asked.parts;
    let idempotency = conditions::idempotency(asked.headers(), method, uri, &asked.body)?;
    let versions = conditions::expected_versions(asked.headers());
    let change = Change { action, versions, idempotency };
    let mut cart = state.store.carts().change(&caller.shop, change).await?;
    state.store.carts().add_costs(&caller.shop, caller.country.as_deref(), &mut cart).await?;
    Ok(cart)
}

/// The answer that shows a cart.
pub(super) fn show(address: &Address, mut cart: Cart) -> Response {
    address.complete_cart(&mut cart);
    let mut writer = Writer::with_capacity(ROOM + cart.lines.len() * ROOM);
    wire::write_cart(&mut writer, &cart);
    let mut response = json(writer.finish());
    put_tag(&mut response, cart.version);
    response
}

/// Writes a cart's version into the answer's headers.
pub(super) fn put_tag(response: &mut Response, version: i64) {
    if let Ok(tag) = HeaderValue::try_from(conditions::tag(version)) {
        response.headers_mut().insert(ETAG, tag);
    }
}
