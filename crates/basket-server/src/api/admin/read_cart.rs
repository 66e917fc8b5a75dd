//! `GET /v1/admin/carts/{cart}`: a cart as its shopper sees it. Looking at it does not keep it from
//! expiring.

use crate::api::document::{AdminRefusals, Cart};
use crate::{
    api::{Problem, owner::Owner, path_params::PathParams, show_cart::show},
    state::AppState,
};
use axum::{extract::State, response::Response};

#[utoipa::path(
    get,
    operation_id = "read_cart_of_shop",
    path = "/v1/admin/carts/{cart}",
    tag = "servers of the shop",
    summary = "Read a cart as the shopper sees it",
    params(("cart" = String, Path, description = "ID of the cart")),
    responses((status = 200, description = "The cart", body = Cart), AdminRefusals),
    security(("secret" = []))
)]
pub(crate) async fn read_cart(
    State(state): State<AppState>,
    owner: Owner,
    PathParams(id): PathParams<String>,
) -> Result<Response, Problem> {
    let mut found = state.store.carts().find(&owner.shop, &id).await?;
    state.store.carts().add_costs(&owner.shop, None, &mut found.cart).await?;
    Ok(show(&owner.address, found.cart))
}
