//! `POST /v1/carts/{cart}/lines`: more of a product. The same product at the same period grows its
//! line.

use super::document::{Cart, ChangeRefusals, Conditions, Estimate};
use super::{
    Problem, body,
    caller::Caller,
    path_params::PathParams,
    show_cart::{Asked, change, show},
    values::Frequency,
};
use crate::state::AppState;
use axum::{body::Body, extract::State, http::request::Parts, response::Response};
use basket_core::{product::Period, wire};
use basket_model::change::Action;
use serde::{Deserialize, Deserializer, de::Error as _};
use std::num::{NonZeroU16, NonZeroU32};
use utoipa::ToSchema;

/// A product to add.
#[derive(Deserialize, ToSchema)]
#[serde(remote = "Self")]
pub(super) struct NewLine {
    #[serde(deserialize_with = "body::filled")]
    #[schema(min_length = 1)]
    sku: String,
    /// 1 by default.
    #[serde(deserialize_with = "body::not_null")]
    #[schema(value_type = Option<u32>, minimum = 1)]
    quantity: Option<NonZeroU32>,
    /// Null or absent for a one-off purchase.
    frequency: Option<Frequency>,
    /// 1 by default.
    #[serde(deserialize_with = "interval")]
    #[schema(value_type = Option<u16>, minimum = 1)]
    interval: Option<NonZeroU16>,
}

/// Frequency and interval are one period; an error in either names this member.
const PERIOD: &str = "frequency";

fn interval<'de, D: Deserializer<'de>>(source: D) -> Result<Option<NonZeroU16>, D::Error> {
    Option::deserialize(source).map_err(|_| D::Error::missing_field(PERIOD))
}

impl<'de> Deserialize<'de> for NewLine {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        // The derived function, which `remote` makes an inherent one.
        let line = Self::deserialize(source)?;
        let is_period = line.frequency.is_some() || line.interval.is_none();
        if is_period { Ok(line) } else { Err(D::Error::missing_field(PERIOD)) }
    }
}

impl From<NewLine> for wire::NewLine {
    fn from(line: NewLine) -> Self {
        let NewLine { sku, quantity, frequency, interval } = line;
        let interval = interval.map_or(1, NonZeroU16::get);
        Self {
            sku,
            quantity: quantity.map_or(1, NonZeroU32::get),
            period: frequency.and_then(|frequency| Period::new(frequency.into(), interval)),
        }
    }
}

#[utoipa::path(
    post,
    path = "/v1/carts/{cart}/lines",
    tag = "shoppers",
    summary = "Add a product; the same offer increases the quantity of its line",
    params(("cart" = String, Path, description = "ID of the cart"), Conditions, Estimate),
    request_body = NewLine,
    responses((status = 200, description = "The cart", body = Cart), ChangeRefusals),
    security(("publishable" = []))
)]
pub(crate) async fn add_line(
    State(state): State<AppState>,
    caller: Caller,
    PathParams(cart): PathParams<String>,
    parts: Parts,
    body: Body,
) -> Result<Response, Problem> {
    let asked = Asked::read(&state, parts, body).await?;
    let line = body::parse::<NewLine>(&asked.body)?.into();
    let cart = change(&state, &caller, &asked, Action::AddLine { cart, line }).await?;
    Ok(show(&caller.address, cart))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::body::BadBody;
    use basket_core::{json::Writer, product::Frequency};

    fn read(text: &str) -> Result<wire::NewLine, BadBody> {
        body::parse::<NewLine>(text).map(Into::into)
    }

    #[test]
    fn what_the_widget_writes_is_read() {
        let period = Period::new(Frequency::Monthly, 3);
        let line = wire::NewLine { sku: "COFFEE \"1\"".to_owned(), quantity: 3, period };
        let mut writer = Writer::new();
        wire::write_new_line(&mut writer, &line);
        assert_eq!(read(&writer.finish()), Ok(line));
    }

    #[test]
    fn quantity_and_interval_default_to_one() {
        let line = read(r#"{"sku":"PAPER","frequency":"daily","interval":null}"#).unwrap();
        assert_eq!((line.quantity, line.period), (1, Period::new(Frequency::Daily, 1)));
        let line = read(r#"{"sku":"PAPER","frequency":null}"#).unwrap();
        assert_eq!((line.quantity, line.period), (1, None));
    }

    #[test]
    fn the_last_of_duplicate_members_counts_and_unknown_ones_are_ignored() {
        let line = read(r#"{"sku":7,"quantity":2,"colour":{"sku":8},"sku":"\ud800","quantity":3}"#);
        let line = line.unwrap();
        assert_eq!((line.sku.as_str(), line.quantity), ("\u{fffd}", 3));
    }

    #[test]
    fn the_first_wrong_member_is_named() {
        for (text, member) in [
            ("[]", "sku"),
            (r#"["A",1]"#, "sku"),
            ("null", "sku"),
            ("{}", "sku"),
            (r#"{"sku":""}"#, "sku"),
            (r#"{"quantity":0,"sku":""}"#, "sku"),
            (r#"{"quantity":"x"}"#, "sku"),
            (r#"{"sku":"A","quantity":null}"#, "quantity"),
            (r#"{"sku":"A","quantity":0}"#, "quantity"),
            (r#"{"sku":"A","quantity":-0}"#, "quantity"),
            (r#"{"sku":"A","quantity":-1}"#, "quantity"),
            (r#"{"sku":"A","quantity":1.0}"#, "quantity"),
            (r#"{"sku":"A","quantity":1e400}"#, "quantity"),
            (r#"{"sku":"A","quantity":4294967296}"#, "quantity"),
            (r#"{"interval":0,"quantity":0,"sku":"A"}"#, "quantity"),
            (r#"{"sku":"A","frequency":"hourly"}"#, "frequency"),
            (r#"{"sku":"A","frequency":"Daily"}"#, "frequency"),
            (r#"{"sku":"A","frequency":["daily"]}"#, "frequency"),
            (r#"{"sku":"A","frequency":"daily","interval":0}"#, "frequency"),
            (r#"{"sku":"A","frequency":"daily","interval":65536}"#, "frequency"),
            (r#"{"sku":"A","interval":2}"#, "frequency"),
        ] {
            assert_eq!(read(text), Err(BadBody::Value(member)), "{text}");
        }
    }

    #[test]
    fn what_is_not_json_is_refused_before_any_member_and_with_its_position() {
        let nested =
            |depth| format!(r#"{{"sku":"A","x":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
        assert!(read(&nested(63)).is_ok());
        for (text, line, column) in [
            ("", 1, 1),
            ("{", 1, 2),
            ("{\"sku\":7,\n\"ä\":1,}", 2, 6),
            (r#"{"sku":"A"} {}"#, 1, 13),
            (&nested(64), 1, 79),
        ] {
            assert_eq!(read(text), Err(BadBody::Json { line, column }), "{text}");
        }
    }
}
