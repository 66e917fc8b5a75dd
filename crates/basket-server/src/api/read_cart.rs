//! `GET /v1/carts/{cart}`: the cart as it is now.

use super::document::{Cart, Estimate, Known, ReadRefusals};
use super::{
    Problem,
    caller::Caller,
    conditions::{Held, tag},
    path_params::PathParams,
    show_cart::{put_tag, show},
};
use crate::state::AppState;
use axum::{
    extract::State,
    http::{HeaderValue, StatusCode, header::CACHE_CONTROL},
    response::{IntoResponse, Response},
};
use basket_core::cart::Costs;
use std::sync::Arc;

#[utoipa::path(
    get,
    path = "/v1/carts/{cart}",
    tag = "shoppers",
    summary = "Read a cart",
    params(("cart" = String, Path, description = "ID of the cart"), Known, Estimate),
    responses((status = 200, description = "The cart", body = Cart), (status = 304, description = "The client has the current version"), ReadRefusals),
    security(("publishable" = []), ("address" = []))
)]
pub(crate) async fn read_cart(
    State(state): State<AppState>,
    caller: Caller,
    PathParams(id): PathParams<String>,
    held: Held,
) -> Result<Response, Problem> {
    let mut found = state.store.carts().find(&caller.shop, &id).await?;
    if found.fading {
        // The shopper need not wait for it, and if it fails, the next visit tries again.
        let store = Arc::clone(&state.store);
        tokio::spawn(async move { store.carts().touch(id).await });
    }
    let version = found.cart.version;
    state.store.carts().add_costs(&caller.shop, caller.country.as_deref(), &mut found.cart).await?;
    // The tag is the version alone; where the catalogue has moved since, or rules, days and codes count, too, it does not
    // say enough.
    if found.settled && found.cart.costs == Costs::default() && held.has(&tag(version)) {
        let mut response = StatusCode::NOT_MODIFIED.into_response();
        put_tag(&mut response, version);
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return Ok(response);
    }
    Ok(show(&caller.address, found.cart))
}
