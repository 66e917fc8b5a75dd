//! `DELETE /v1/carts/{cart}/lines`: the cart without any line.

use super::{
    Api, Problem,
    caller::Caller,
    place::Place,
    show_cart::{Asked, change, show},
};
use crate::change::Action;
use axum::{extract::State, http::request::Parts, response::Response};

pub(crate) async fn empty_cart(
    State(api): State<Api>,
    caller: Caller,
    Place(cart): Place<String>,
    parts: Parts,
) -> Result<Response, Problem> {
    let asked = Asked::without_body(parts);
    let cart = change(&api, &caller, &asked, Action::Empty { cart }).await?;
    Ok(show(&caller.address, cart))
}
