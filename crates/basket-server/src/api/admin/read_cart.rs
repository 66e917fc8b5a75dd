//! `GET /v1/admin/carts/{cart}`: a cart as its shopper sees it. Looking at it does not keep it from
//! expiring.

use crate::api::document::{AdminRefusals, Cart};
use crate::api::{Api, Problem, owner::Owner, place::Place, show_cart::show};
use axum::{extract::State, response::Response};

#[utoipa::path(
    get,
    operation_id = "read_cart_of_shop",
    path = "/v1/admin/carts/{cart}",
    tag = "servers of the shop",
    summary = "A cart of the shop as its shopper sees it",
    params(("cart" = String, Path, description = "The cart's id")),
    responses((status = 200, description = "The cart", body = Cart), AdminRefusals),
    security(("secret" = []))
)]
pub(crate) async fn read_cart(
    State(api): State<Api>,
    owner: Owner,
    Place(id): Place<String>,
) -> Result<Response, Problem> {
    let found = api.store.cart(&owner.shop, &id).await?;
    Ok(show(&owner.address, found.cart))
}
