//! `GET /v1/admin/products/{sku}`: a product with its version.

use super::put_product::show;
use crate::{
    api::{
        Problem,
        document::{self, AdminRefusals},
        owner::Owner,
        path_params::PathParams,
    },
    state::AppState,
};
use axum::{extract::State, response::Response};
use basket_model::change::Refused;

#[utoipa::path(
    get,
    path = "/v1/admin/products/{sku}",
    tag = "servers of the shop",
    summary = "Read a product; `ETag` has its version",
    params(("sku" = String, Path, description = "SKU of the product")),
    responses((status = 200, description = "The product", body = document::Product), AdminRefusals),
    security(("secret" = []))
)]
pub(crate) async fn read_product(
    State(state): State<AppState>,
    owner: Owner,
    PathParams(sku): PathParams<String>,
) -> Result<Response, Problem> {
    let stored = state.store.products().find(owner.shop.id, &sku).await?;
    Ok(show(&owner, stored.ok_or_else(|| Refused::sku_unknown(&sku))?))
}
