//! `DELETE /v1/admin/products/{sku}`: a product that is no longer sold. Carts keep their lines of it.

use crate::api::document::AdminRefusals;
use crate::{
    api::{Problem, owner::Owner, path_params::PathParams},
    state::AppState,
};
use axum::{extract::State, http::StatusCode};
use basket_model::change::Refused;

#[utoipa::path(
    delete,
    path = "/v1/admin/products/{sku}",
    tag = "servers of the shop",
    summary = "Remove a product",
    params(("sku" = String, Path, description = "SKU of the product")),
    responses((status = 204, description = "The product was removed"), AdminRefusals),
    security(("secret" = []))
)]
pub(crate) async fn remove_product(
    State(state): State<AppState>,
    owner: Owner,
    PathParams(sku): PathParams<String>,
) -> Result<StatusCode, Problem> {
    if state.store.products().remove(owner.shop.id, &sku).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Refused::sku_unknown(&sku).into())
}
