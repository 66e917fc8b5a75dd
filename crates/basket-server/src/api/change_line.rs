//! `PATCH /v1/carts/{cart}/lines/{line}`: another quantity; 0 removes the line.

use super::document::{Cart, ChangeRefusals, Conditions, Quantity};
use super::{
    Problem,
    caller::Caller,
    path_params::PathParams,
    show_cart::{Asked, change, show},
};
use crate::state::AppState;
use axum::{body::Body, extract::State, http::request::Parts, response::Response};
use basket_core::wire;
use basket_model::change::Action;

#[utoipa::path(
    patch,
    path = "/v1/carts/{cart}/lines/{line}",
    tag = "shoppers",
    summary = "Another quantity; 0 removes the line",
    params(("cart" = String, Path, description = "The cart's id"), ("line" = String, Path, description = "The line's id"), Conditions),
    request_body = Quantity,
    responses((status = 200, description = "The cart", body = Cart), ChangeRefusals),
    security(("publishable" = []))
)]
pub(crate) async fn change_line(
    State(state): State<AppState>,
    caller: Caller,
    PathParams((cart, line)): PathParams<(String, String)>,
    parts: Parts,
    body: Body,
) -> Result<Response, Problem> {
    let asked = Asked::read(&state, parts, body).await?;
    let quantity =
        wire::read_quantity(&asked.body).map_err(|bad| Problem::body(&asked.body, bad))?;
    let cart =
        change(&state, &caller, &asked, Action::SetQuantity { cart, line, quantity }).await?;
    Ok(show(&caller.address, cart))
}
