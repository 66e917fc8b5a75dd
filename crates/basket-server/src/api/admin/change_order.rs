//! `PATCH /v1/admin/orders/{order}`: what has become of an order. A cancelled one gives back what it had taken
//! from the stock.

use super::read_order::{find, show};
use crate::api::document::{AdminRefusals, Order};
use crate::{
    api::{Problem, body, owner::Owner, path_params::PathParams, values},
    state::AppState,
};
use axum::{body::Body, extract::State, http::request::Parts, response::Response};
use basket_core::diagnostic::Code;
use basket_model::order::OrderState;
use serde::Deserialize;
use utoipa::ToSchema;

/// The new state of an order.
#[derive(Deserialize, ToSchema)]
pub(in crate::api) struct OrderChange {
    state: values::OrderState,
}

#[utoipa::path(
    patch,
    path = "/v1/admin/orders/{order}",
    tag = "servers of the shop",
    summary = "Change the state of an order",
    params(("order" = i64, Path, description = "Number of the order")),
    request_body = OrderChange,
    responses((status = 200, description = "The order", body = Order), AdminRefusals),
    security(("secret" = []))
)]
pub(crate) async fn change_order(
    State(state): State<AppState>,
    owner: Owner,
    PathParams(number): PathParams<String>,
    parts: Parts,
    body: Body,
) -> Result<Response, Problem> {
    let text = body::read(&state, &parts.headers, body).await?;
    let next: OrderState = body::parse::<OrderChange>(&text)?.state.into();
    let order = find(&state, &owner, &number).await?;
    // Setting the same state twice is allowed, so that a call without an answer can be repeated.
    if order.state != next
        && !state.store.orders().set_state(owner.shop.id, order.number, next).await?
    {
        let (now, wanted) = (order.state.name(), next.name());
        let detail = format!("An order in state {now} cannot change to {wanted}.");
        return Err(Problem::new(Code::OrderState, detail));
    }
    Ok(show(&find(&state, &owner, &number).await?))
}
