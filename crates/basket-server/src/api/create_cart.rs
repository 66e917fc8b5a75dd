//! `POST /v1/carts`: a new cart, with or without first lines.

use super::document::{Cart, ChangeRefusals, Conditions, NewCart};
use super::{
    Problem,
    caller::Caller,
    show_cart::{Asked, change, show},
};
use crate::state::AppState;
use axum::{
    body::Body,
    extract::State,
    http::{HeaderValue, StatusCode, header::LOCATION, request::Parts},
    response::Response,
};
use basket_core::wire;
use basket_model::change::Action;

#[utoipa::path(
    post,
    path = "/v1/carts",
    tag = "shoppers",
    summary = "A new cart; no body is fine",
    params(Conditions),
    request_body = Option<NewCart>,
    responses((status = 201, description = "The cart", body = Cart), ChangeRefusals),
    security(("publishable" = []))
)]
pub(crate) async fn create_cart(
    State(state): State<AppState>,
    caller: Caller,
    parts: Parts,
    body: Body,
) -> Result<Response, Problem> {
    let asked = Asked::read(&state, parts, body).await?;
    let lines = wire::read_new_cart(&asked.body).map_err(|bad| Problem::body(&asked.body, bad))?;
    let cart = change(&state, &caller, &asked, Action::Create { lines }).await?;
    let location = HeaderValue::try_from(format!("/v1/carts/{}", cart.id));
    let mut response = show(&caller.address, cart);
    *response.status_mut() = StatusCode::CREATED;
    if let Ok(location) = location {
        response.headers_mut().insert(LOCATION, location);
    }
    Ok(response)
}
