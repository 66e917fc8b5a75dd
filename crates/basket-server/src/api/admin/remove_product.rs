//! `DELETE /v1/admin/products/{sku}`: a product that is no longer sold. Carts keep their lines of it.

use crate::api::document::AdminRefusals;
use crate::{
    api::{Api, Problem, owner::Owner, place::Place},
    change::Refused,
};
use axum::{extract::State, http::StatusCode};

#[utoipa::path(
    delete,
    path = "/v1/admin/products/{sku}",
    tag = "servers of the shop",
    summary = "A product that is no longer sold",
    params(("sku" = String, Path, description = "The shop's own name for it")),
    responses((status = 204, description = "It is gone"), AdminRefusals),
    security(("secret" = []))
)]
pub(crate) async fn remove_product(
    State(api): State<Api>,
    owner: Owner,
    Place(sku): Place<String>,
) -> Result<StatusCode, Problem> {
    if api.store.remove_product(owner.shop.id, sku.clone()).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Refused::sku_unknown(&sku).into())
}
