//! `GET /v1/admin/carts/{cart}`: a cart as its shopper sees it. Looking at it does not keep it from
//! expiring.

use crate::api::{Api, Problem, owner::Owner, place::Place, show_cart::show};
use axum::{extract::State, response::Response};

pub(crate) async fn read_cart(
    State(api): State<Api>,
    owner: Owner,
    Place(id): Place<String>,
) -> Result<Response, Problem> {
    let found = api.store.cart(&owner.shop, &id).await?;
    Ok(show(&owner.address, found.cart))
}
