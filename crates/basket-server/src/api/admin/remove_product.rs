//! `DELETE /v1/admin/products/{sku}`: a product that is no longer sold. Carts keep their lines of it.

use crate::{
    api::{Api, Problem, owner::Owner, place::Place},
    change::Refused,
};
use axum::{extract::State, http::StatusCode};

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
