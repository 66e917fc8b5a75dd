//! `GET /v1/admin/products`: the catalogue, by sku or page by page.

use crate::api::document::{AdminRefusals, Pages, ProductPage};
use crate::{
    api::{Problem, list_products::list, owner::Owner},
    state::AppState,
};
use axum::{extract::State, http::Uri, response::Response};

#[utoipa::path(
    get,
    operation_id = "list_products_of_shop",
    path = "/v1/admin/products",
    tag = "servers of the shop",
    summary = "List products, by SKU or page by page",
    params(Pages),
    responses((status = 200, description = "The products", body = ProductPage), AdminRefusals),
    security(("secret" = []))
)]
pub(crate) async fn list_products(
    State(state): State<AppState>,
    owner: Owner,
    uri: Uri,
) -> Result<Response, Problem> {
    list(&state, &owner.shop, &owner.address, &uri).await
}
