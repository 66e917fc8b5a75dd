//! `PATCH /v1/carts/{cart}/lines/{line}`: another quantity; 0 removes the line.

use super::document::{Cart, ChangeRefusals, Conditions, Estimate};
use super::{
    Problem, body,
    caller::Caller,
    path_params::PathParams,
    show_cart::{Asked, change, show},
};
use crate::state::AppState;
use axum::{body::Body, extract::State, http::request::Parts, response::Response};
use basket_model::change::Action;
use serde::Deserialize;
use utoipa::ToSchema;

/// The new quantity of a line; 0 removes it.
#[derive(Deserialize, ToSchema)]
pub(super) struct Quantity {
    quantity: u32,
}

#[utoipa::path(
    patch,
    path = "/v1/carts/{cart}/lines/{line}",
    tag = "shoppers",
    summary = "Change the quantity of a line; 0 removes it",
    params(("cart" = String, Path, description = "ID of the cart"), ("line" = String, Path, description = "ID of the line"), Conditions, Estimate),
    request_body = Quantity,
    responses((status = 200, description = "The cart", body = Cart), ChangeRefusals),
    security(("publishable" = []))
)]
pub(crate) async fn change_line(
    State(state): State<AppState>,
    caller: Caller,
    PathParams((cart, line)): PathParams<(String, String)>,
    parts: Parts,
    body: Body,
) -> Result<Response, Problem> {
    let asked = Asked::read(&state, parts, body).await?;
    let Quantity { quantity } = body::parse(&asked.body)?;
    let cart =
        change(&state, &caller, &asked, Action::SetQuantity { cart, line, quantity }).await?;
    Ok(show(&caller.address, cart))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::body::BadBody;
    use basket_core::{json::Writer, wire};

    fn read(text: &str) -> Result<u32, BadBody> {
        body::parse::<Quantity>(text).map(|body| body.quantity)
    }

    #[test]
    fn a_quantity_is_a_whole_number() {
        let mut writer = Writer::new();
        wire::write_quantity(&mut writer, 7);
        assert_eq!(read(&writer.finish()), Ok(7));
        assert_eq!(read(r#"{"quantity":-0}"#), Ok(0));
        for text in
            ["{}", "7", r#"{"quantity":"2"}"#, r#"{"quantity":null}"#, r#"{"quantity":0.5}"#]
        {
            assert_eq!(read(text), Err(BadBody::Value("quantity")), "{text}");
        }
    }
}
