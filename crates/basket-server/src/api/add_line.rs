//! `POST /v1/carts/{cart}/lines`: more of a product. The same product at the same period grows its
//! line.

use super::{
    Api, Problem,
    caller::Caller,
    place::Place,
    show_cart::{Asked, change, show},
};
use crate::change::Action;
use axum::{body::Body, extract::State, http::request::Parts, response::Response};
use basket_core::wire;

pub(crate) async fn add_line(
    State(api): State<Api>,
    caller: Caller,
    Place(cart): Place<String>,
    parts: Parts,
    body: Body,
) -> Result<Response, Problem> {
    let asked = Asked::read(&api, parts, body).await?;
    let line = wire::read_new_line(&asked.body).map_err(|bad| Problem::body(&asked.body, bad))?;
    let cart = change(&api, &caller, &asked, Action::AddLine { cart, line }).await?;
    Ok(show(&caller.address, cart))
}
