//! `DELETE /v1/carts/{cart}/lines`: the cart without any line.

use super::document::{Cart, ChangeRefusals, Conditions};
use super::{
    Api, Problem,
    caller::Caller,
    place::Place,
    show_cart::{Asked, change, show},
};
use crate::change::Action;
use axum::{extract::State, http::request::Parts, response::Response};

#[utoipa::path(
    delete,
    path = "/v1/carts/{cart}/lines",
    tag = "shoppers",
    summary = "No line any more",
    params(("cart" = String, Path, description = "The cart's id"), Conditions),
    responses((status = 200, description = "The cart", body = Cart), ChangeRefusals),
    security(("publishable" = []))
)]
pub(crate) async fn empty_cart(
    State(api): State<Api>,
    caller: Caller,
    Place(cart): Place<String>,
    parts: Parts,
) -> Result<Response, Problem> {
    let asked = Asked::without_body(parts);
    let cart = change(&api, &caller, &asked, Action::Empty { cart }).await?;
    Ok(show(&caller.address, cart))
}
