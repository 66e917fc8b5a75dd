//! `DELETE /v1/carts/{cart}/lines`: the cart without any line.

use super::document::{Cart, ChangeRefusals, Conditions, Estimate};
use super::{
    Problem,
    caller::Caller,
    path_params::PathParams,
    show_cart::{Asked, change, show},
};
use crate::state::AppState;
use axum::{extract::State, http::request::Parts, response::Response};
use basket_model::change::Action;

#[utoipa::path(
    delete,
    path = "/v1/carts/{cart}/lines",
    tag = "shoppers",
    summary = "Remove all lines",
    params(("cart" = String, Path, description = "ID of the cart"), Conditions, Estimate),
    responses((status = 200, description = "The cart", body = Cart), ChangeRefusals),
    security(("publishable" = []))
)]
pub(crate) async fn empty_cart(
    State(state): State<AppState>,
    caller: Caller,
    PathParams(cart): PathParams<String>,
    parts: Parts,
) -> Result<Response, Problem> {
    let asked = Asked::without_body(parts);
    let cart = change(&state, &caller, &asked, Action::Empty { cart }).await?;
    Ok(show(&caller.address, cart))
}
