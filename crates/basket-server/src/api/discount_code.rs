//! `PUT` and `DELETE /v1/carts/{cart}/code`: the discount code of a cart. A code that nobody can use now is refused; one
//! that is good but gives nothing for this cart is kept, and the cart says why.

use super::document::{Cart, ChangeRefusals, Conditions, Estimate};
use super::{
    Problem, body,
    caller::Caller,
    path_params::PathParams,
    show_cart::{Asked, change, show},
};
use crate::{costs::guess, state::AppState};
use axum::{body::Body, extract::State, http::request::Parts, response::Response};
use basket_core::{cart::CodeProblem, diagnostic::Code};
use basket_model::{
    change::Action,
    pricing::{MAX_CODE, read_code},
};
use serde::Deserialize;
use utoipa::ToSchema;

/// A discount code.
#[derive(Deserialize, ToSchema)]
pub(super) struct DiscountCode {
    /// In capital letters or not.
    #[schema(min_length = 1, max_length = 64)]
    code: String,
}

#[utoipa::path(
    put,
    path = "/v1/carts/{cart}/code",
    tag = "shoppers",
    summary = "Apply a discount code; it replaces the one before",
    params(("cart" = String, Path, description = "ID of the cart"), Conditions, Estimate),
    request_body = DiscountCode,
    responses((status = 200, description = "The cart", body = Cart), ChangeRefusals),
    security(("publishable" = []))
)]
pub(crate) async fn apply_code(
    State(state): State<AppState>,
    caller: Caller,
    PathParams(cart): PathParams<String>,
    parts: Parts,
    body: Body,
) -> Result<Response, Problem> {
    let asked = Asked::read(&state, parts, body).await?;
    let DiscountCode { code } = body::parse(&asked.body)?;
    let code = Some(usable(&state, &caller, &code).await?);
    let cart = change(&state, &caller, &asked, Action::SetCode { cart, code }).await?;
    Ok(show(&caller.address, cart))
}

#[utoipa::path(
    delete,
    path = "/v1/carts/{cart}/code",
    tag = "shoppers",
    summary = "Remove the discount code",
    params(("cart" = String, Path, description = "ID of the cart"), Conditions, Estimate),
    responses((status = 200, description = "The cart", body = Cart), ChangeRefusals),
    security(("publishable" = []))
)]
pub(crate) async fn remove_code(
    State(state): State<AppState>,
    caller: Caller,
    PathParams(cart): PathParams<String>,
    parts: Parts,
) -> Result<Response, Problem> {
    let asked = Asked::without_body(parts);
    let cart = change(&state, &caller, &asked, Action::SetCode { cart, code: None }).await?;
    Ok(show(&caller.address, cart))
}

/// A code as it is kept, if anybody can use it now.
pub(super) async fn usable(
    state: &AppState,
    caller: &Caller,
    typed: &str,
) -> Result<String, Problem> {
    let code = read_code(typed).ok_or_else(|| {
        let detail = format!("`code` must have 1 to {MAX_CODE} characters and no spaces.");
        Problem::value("code", detail)
    })?;
    let usable = guess(state, caller.shop.id, &code, caller.network).await?;
    usable.map_err(|problem| refusal(&code, problem)).map(|_| code)
}

/// Why a code cannot be used.
fn refusal(code: &str, problem: CodeProblem) -> Problem {
    let found = Code::parse(problem.code()).unwrap_or(Code::CodeUnknown);
    Problem::new(found, format!("{} The code is {code:?}.", found.row().meaning))
}
