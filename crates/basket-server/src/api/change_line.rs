//! `PATCH /v1/carts/{cart}/lines/{line}`: another quantity; 0 removes the line.

use super::document::{Cart, ChangeRefusals, Conditions, Quantity};
use super::{
    Api, Problem,
    caller::Caller,
    place::Place,
    show_cart::{Asked, change, show},
};
use crate::change::Action;
use axum::{body::Body, extract::State, http::request::Parts, response::Response};
use basket_core::wire;

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
    State(api): State<Api>,
    caller: Caller,
    Place((cart, line)): Place<(String, String)>,
    parts: Parts,
    body: Body,
) -> Result<Response, Problem> {
    let asked = Asked::read(&api, parts, body).await?;
    let quantity =
        wire::read_quantity(&asked.body).map_err(|bad| Problem::body(&asked.body, bad))?;
    let cart = change(&api, &caller, &asked, Action::SetQuantity { cart, line, quantity }).await?;
    Ok(show(&caller.address, cart))
}
