//! Who calls: the shop that the key names, from an origin that the shop allows.

use super::Problem;
use crate::state::AppState;
use axum::{
    extract::FromRequestParts,
    http::{
        Method,
        header::{AUTHORIZATION, ORIGIN},
        request::Parts,
    },
};
use basket_core::diagnostic::Code;
use basket_model::shop::Shop;
use basket_web::{address::Address, fields::Fields};
use std::sync::Arc;

/// A caller that may use a shop's carts.
#[derive(Debug)]
pub(crate) struct Caller {
    /// The shop.
    pub(super) shop: Arc<Shop>,
    /// Where the caller reached the service.
    pub(super) address: Address,
}

impl FromRequestParts<AppState> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        take_from_network(parts, state)?;
        let query = Fields::from_query(&parts.uri);
        let Some(key) = key(parts, &query) else {
            let detail = "Send the API key as `Authorization: Bearer …`, or as `?key=` on GET.";
            return Err(Problem::new(Code::KeyMissing, detail));
        };
        let shop = state.store.shops().of_key(key).await?;
        let shop = shop.ok_or_else(|| Problem::plain(Code::KeyUnknown))?;
        state.limits.shop.take(shop.id, state.store.ticks()).map_err(Problem::wait)?;
        if let Some(origin) = parts.headers.get(ORIGIN) {
            let origin = origin.to_str().unwrap_or("null");
            if !shop.allows(origin) {
                let detail = format!("The shop does not allow baskets on {origin}.");
                return Err(Problem::new(Code::OriginForbidden, detail));
            }
        }
        Ok(Self { shop, address: Address::of_service(parts, state.public()) })
    }
}

/// Takes a call off the allowance of the caller's network. It comes before anything else: a call over the limit shall
/// cost next to nothing.
pub(super) fn take_from_network(parts: &Parts, state: &AppState) -> Result<(), Problem> {
    state.limits.take_request(parts, state.store.ticks()).map_err(Problem::wait)
}

/// The key in the header that is made for it.
pub(super) fn bearer(parts: &Parts) -> Option<&str> {
    let header = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let (scheme, key) = header.and_then(|value| value.trim().split_once(' '))?;
    let key = Some(key.trim()).filter(|key| !key.is_empty());
    key.filter(|_| scheme.eq_ignore_ascii_case("bearer"))
}

fn key<'a>(parts: &'a Parts, query: &'a Fields<'_>) -> Option<&'a str> {
    // In the address only where nothing is changed: addresses end up in logs and histories.
    let is_reading = parts.method == Method::GET || parts.method == Method::HEAD;
    let in_query = || query.all("key").find(|key| is_reading && !key.is_empty());
    bearer(parts).or_else(in_query)
}
