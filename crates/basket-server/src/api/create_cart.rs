//! `POST /v1/carts`: a new cart, with or without first lines.

use super::document::{Cart, ChangeRefusals, Conditions, Estimate};
use super::{
    Problem,
    add_line::NewLine,
    body::{self, BadBody},
    caller::Caller,
    discount_code::usable,
    show_cart::{Asked, change, show},
};
use crate::state::AppState;
use axum::{
    body::Body,
    extract::State,
    http::{HeaderValue, StatusCode, header::LOCATION, request::Parts},
    response::Response,
};
use basket_core::{cart::MAX_LINES, wire};
use basket_model::change::{Action, Refused};
use serde::Deserialize;
use utoipa::ToSchema;

/// A new cart with its first lines.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewCart {
    #[serde(deserialize_with = "body::not_null")]
    lines: Option<Vec<NewLine>>,
    /// A discount code, with the same refusals as for `PUT /v1/carts/{cart}/code`.
    #[serde(deserialize_with = "body::not_null")]
    #[schema(min_length = 1, max_length = 64)]
    code: Option<String>,
}

#[utoipa::path(
    post,
    path = "/v1/carts",
    tag = "shoppers",
    summary = "Create a cart; the body is optional",
    params(Conditions, Estimate),
    request_body = Option<NewCart>,
    responses((status = 201, description = "The cart", body = Cart), ChangeRefusals),
    security(("publishable" = []))
)]
pub(crate) async fn create_cart(
    State(state): State<AppState>,
    caller: Caller,
    parts: Parts,
    body: Body,
) -> Result<Response, Problem> {
    let asked = Asked::read(&state, parts, body).await?;
    let (lines, code) = read(&asked.body)?;
    // Before anything is looked up.
    if lines.len() > MAX_LINES {
        return Err(Refused::TooManyLines.into());
    }
    let code = match code {
        Some(code) => Some(usable(&state, &caller, &code).await?),
        None => None,
    };
    let cart = change(&state, &caller, &asked, Action::Create { lines, code }).await?;
    let location = HeaderValue::try_from(format!("/v1/carts/{}", cart.id));
    let mut response = show(&caller.address, cart);
    *response.status_mut() = StatusCode::CREATED;
    if let Ok(location) = location {
        response.headers_mut().insert(LOCATION, location);
    }
    Ok(response)
}

/// The first lines of a new cart and its code; an empty body is a cart without any.
fn read(body: &str) -> Result<(Vec<wire::NewLine>, Option<String>), BadBody> {
    if body.trim_ascii().is_empty() {
        return Ok((Vec::new(), None));
    }
    let NewCart { lines, code } = body::parse(body)?;
    Ok((lines.unwrap_or_default().into_iter().map(Into::into).collect(), code))
}

#[cfg(test)]
mod tests {
    use super::*;
    use basket_core::json::Writer;

    #[test]
    fn first_lines_may_be_left_out() {
        for body in ["", " \n", "{}", r#"{"lines":[]}"#] {
            assert_eq!(read(body), Ok((Vec::new(), None)), "{body:?}");
        }
        // The host script puts the line of a first change into the body.
        let line = wire::NewLine { sku: "A".to_owned(), quantity: 2, period: None };
        let mut writer = Writer::new();
        wire::write_new_line(&mut writer, &line);
        let body = format!(r#"{{"lines":[{0},{0}]}}"#, writer.finish());
        assert_eq!(read(&body), Ok((vec![line.clone(), line], None)));
        assert_eq!(read(r#"{"code":"A"}"#), Ok((Vec::new(), Some("A".to_owned()))));
    }

    #[test]
    fn the_first_wrong_line_is_refused() {
        for (body, member) in [
            ("[]", "lines"),
            ("null", "lines"),
            (r#"{"lines":null}"#, "lines"),
            (r#"{"lines":{}}"#, "lines"),
            (r#"{"code":7}"#, "code"),
            (r#"{"lines":[7]}"#, "sku"),
            (r#"{"lines":[{"sku":"A","quantity":0}]}"#, "quantity"),
            (r#"{"lines":[{"sku":"A","interval":1},{}]}"#, "frequency"),
        ] {
            assert_eq!(read(body), Err(BadBody::Value(member)), "{body}");
        }
        assert_eq!(read("\u{a0}"), Err(BadBody::Json { line: 1, column: 1 }));
    }
}
