//! `DELETE /v1/carts/{cart}/lines/{line}`: the cart without that line.

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
    path = "/v1/carts/{cart}/lines/{line}",
    tag = "shoppers",
    summary = "Remove a line",
    params(("cart" = String, Path, description = "ID of the cart"), ("line" = String, Path, description = "ID of the line"), Conditions, Estimate),
    responses((status = 200, description = "The cart", body = Cart), ChangeRefusals),
    security(("publishable" = []))
)]
pub(crate) async fn remove_line(
    State(state): State<AppState>,
    caller: Caller,
    PathParams((cart, line)): PathParams<(String, String)>,
    parts: Parts,
) -> Result<Response, Problem> {
    let asked = Asked::without_body(parts);
    let action = Action::SetQuantity { cart, line, quantity: 0 };
    let cart = change(&state, &caller, &asked, action).await?;
    Ok(show(&caller.address, cart))
}
