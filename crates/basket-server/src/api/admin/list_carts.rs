//! `GET /v1/admin/carts`: the shop's carts, newest first, page by page.

use crate::api::document::{AdminRefusals, CartPage, CartPages};
use crate::{
    api::{Problem, json, owner::Owner, pages},
    state::AppState,
};
use axum::{extract::State, http::Uri, response::Response};
use basket_core::json::Writer;
use basket_web::fields::Fields;
use jiff::Timestamp;

/// How many carts a page has.
const PAGE: u32 = 100;

#[utoipa::path(
    get,
    path = "/v1/admin/carts",
    tag = "servers of the shop",
    summary = "List carts, newest first, page by page",
    params(CartPages),
    responses((status = 200, description = "The carts", body = CartPage), AdminRefusals),
    security(("secret" = []))
)]
pub(crate) async fn list_carts(
    State(state): State<AppState>,
    owner: Owner,
    uri: Uri,
) -> Result<Response, Problem> {
    let after = pages::after(&Fields::from_query(&uri))?;
    let page = state.store.carts().page(owner.shop.id, after, PAGE).await?;
    let mut writer = Writer::new();
    writer.open('{').name("carts").open('[');
    for cart in &page.carts {
        writer.open('{').name("id").string(&cart.id).name("version").number(cart.version);
        writer.name("items").number(cart.items);
        writer.name("created_at").string(&time(cart.created_at));
        writer.name("touched_at").string(&time(cart.touched_at)).close('}');
    }
    let next = page.next.map(|next| next.to_string());
    writer.close(']').name("next").string_or_null(next.as_deref()).close('}');
    Ok(json(writer.finish()))
}

/// A time as RFC 3339 writes it.
fn time(milliseconds: i64) -> String {
    Timestamp::from_millisecond(milliseconds).unwrap_or_default().to_string()
}
