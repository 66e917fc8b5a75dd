//! `GET /v1/admin/orders/{order}`: an order.

use crate::api::document::{AdminRefusals, Order};
use crate::{
    api::{Problem, json, owner::Owner, path_params::PathParams},
    state::AppState,
};
use axum::{extract::State, response::Response};
use basket_core::{diagnostic::Code, json::Writer};
use basket_model::{notification::write_order, order};

#[utoipa::path(
    get,
    path = "/v1/admin/orders/{order}",
    tag = "servers of the shop",
    summary = "Read an order",
    params(("order" = i64, Path, description = "Number of the order")),
    responses((status = 200, description = "The order", body = Order), AdminRefusals),
    security(("secret" = []))
)]
pub(crate) async fn read_order(
    State(state): State<AppState>,
    owner: Owner,
    PathParams(number): PathParams<String>,
) -> Result<Response, Problem> {
    Ok(show(&find(&state, &owner, &number).await?))
}

/// The order of that number.
pub(super) async fn find(
    state: &AppState,
    owner: &Owner,
    number: &str,
) -> Result<order::Order, Problem> {
    let unknown = || Problem::plain(Code::OrderUnknown);
    let number = number.parse().map_err(|_| unknown())?;
    state.store.orders().find(owner.shop.id, number).await?.ok_or_else(unknown)
}

/// An order as an answer.
pub(super) fn show(order: &order::Order) -> Response {
    let mut writer = Writer::new();
    write_order(&mut writer, order);
    json(writer.finish())
}
