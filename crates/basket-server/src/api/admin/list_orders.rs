//! `GET /v1/admin/orders`: the shop's orders, newest first, page by page.

use crate::api::document::{AdminRefusals, OrderPage, OrderPages};
use crate::{
    api::{Problem, json, owner::Owner, pages},
    state::AppState,
};
use axum::{extract::State, http::Uri, response::Response};
use basket_core::json::Writer;
use basket_model::{notification::write_order, order::OrderState};
use basket_web::fields::Fields;

/// How many orders a page has.
const PAGE: u32 = 100;

#[utoipa::path(
    get,
    path = "/v1/admin/orders",
    tag = "servers of the shop",
    summary = "List orders, newest first, page by page",
    params(OrderPages),
    responses((status = 200, description = "The orders", body = OrderPage), AdminRefusals),
    security(("secret" = []))
)]
pub(crate) async fn list_orders(
    State(state): State<AppState>,
    owner: Owner,
    uri: Uri,
) -> Result<Response, Problem> {
    let query = Fields::from_query(&uri);
    let after = pages::after(&query)?;
    let unknown =
        || Problem::value("state", "`state` must be `placed`, `paid`, `cancelled` or `fulfilled`.");
    let wanted = query.get("state");
    let wanted = wanted.map(|name| OrderState::parse(name).ok_or_else(unknown)).transpose()?;
    let found = query.raw("q");
    let page = state.store.orders().search(owner.shop.id, found, wanted, after, PAGE).await?;
    let mut writer = Writer::new();
    writer.open('{').name("orders").open('[');
    for order in &page.orders {
        write_order(&mut writer, order);
    }
    let next = page.next.map(|next| next.to_string());
    writer.close(']').name("next").string_or_null(next.as_deref()).close('}');
    Ok(json(writer.finish()))
}
