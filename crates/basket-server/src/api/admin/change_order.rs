//! `PATCH /v1/admin/orders/{order}`: what has become of an order. A cancelled one gives back what it had taken
//! from the stock.

use super::read_order::{find, show};
use crate::api::document::{AdminRefusals, Order, OrderChange};
use crate::{
    api::{Api, Problem, body, owner::Owner, place::Place},
    order::OrderState,
};
use axum::{body::Body, extract::State, http::request::Parts, response::Response};
use basket_core::{diagnostic::Code, json as reader, wire::BadBody};

#[utoipa::path(
    patch,
    path = "/v1/admin/orders/{order}",
    tag = "servers of the shop",
    summary = "What has become of an order",
    params(("order" = i64, Path, description = "The order's number")),
    request_body = OrderChange,
    responses((status = 200, description = "The order", body = Order), AdminRefusals),
    security(("secret" = []))
)]
pub(crate) async fn change_order(
    State(api): State<Api>,
    owner: Owner,
    Place(number): Place<String>,
    parts: Parts,
    body: Body,
) -> Result<Response, Problem> {
    let text = body::read(&api, &parts.headers, body).await?;
    let document = reader::parse(&text).map_err(|bad| Problem::body(&text, BadBody::Json(bad)))?;
    let state = OrderState::parse(document.root().get("state").text());
    let state = state.ok_or_else(|| Problem::body(&text, BadBody::Value("state")))?;
    let order = find(&api, &owner, &number).await?;
    // Said twice is said once: whoever repeats a call that got no answer need not care.
    if order.state != state && !api.store.change_order(owner.shop.id, order.number, state).await? {
        let (now, wanted) = (order.state.name(), state.name());
        let detail = format!("An order that is {now} cannot become {wanted}.");
        return Err(Problem::new(Code::OrderState, detail));
    }
    Ok(show(&find(&api, &owner, &number).await?))
}
