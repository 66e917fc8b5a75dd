//! `POST /v1/carts/{cart}/lines`: more of a product. The same product at the same period grows its
//! line.

use super::document::{Cart, ChangeRefusals, Conditions, NewLine};
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
    post,
    path = "/v1/carts/{cart}/lines",
    tag = "shoppers",
    summary = "More of a product; the same offer grows its line",
    params(("cart" = String, Path, description = "The cart's id"), Conditions),
    request_body = NewLine,
    responses((status = 200, description = "The cart", body = Cart), ChangeRefusals),
    security(("publishable" = []))
)]
pub(crate) async fn add_line(
    State(state): State<AppState>,
    caller: Caller,
    PathParams(cart): PathParams<String>,
    parts: Parts,
    body: Body,
) -> Result<Response, Problem> {
    let asked = Asked::read(&state, parts, body).await?;
    let line = wire::read_new_line(&asked.body).map_err(|bad| Problem::body(&asked.body, bad))?;
    let cart = change(&state, &caller, &asked, Action::AddLine { cart, line }).await?;
    Ok(show(&caller.address, cart))
}
