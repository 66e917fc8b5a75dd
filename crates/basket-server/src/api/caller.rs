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
use basket_model::{pricing::is_country, shop::Shop};
use basket_web::{address::Address, caller::caller_network, fields::Fields};
use std::{net::IpAddr, sync::Arc};

/// A caller that may use a shop's carts.
#[derive(Debug)]
pub(crate) struct Caller {
    /// The shop.
    pub(super) shop: Arc<Shop>,
    /// Where the caller reached the service.
    pub(super) address: Address,
    /// The country for which costs are estimated.
    pub(super) country: Option<String>,
    /// Where they call from.
    pub(super) network: Option<IpAddr>,
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
        let country = country(parts, &query)?;
        let network = caller_network(parts, state.limits.proxies);
        Ok(Self { shop, address: Address::of_service(parts, state.public()), country, network })
    }
}

/// The country for which costs are estimated. A program is told that there is no such country. A page is not: a typing
/// mistake in its markup must not take the basket away from its shoppers, so nothing is estimated for it.
fn country(parts: &Parts, query: &Fields<'_>) -> Result<Option<String>, Problem> {
    let Some(text) = query.all("country").find(|text| !text.is_empty()) else { return Ok(None) };
    let code = text.to_ascii_uppercase();
    let is_page =
        [ORIGIN.as_str(), "sec-fetch-site"].iter().any(|name| parts.headers.contains_key(*name));
    if is_country(&code) || is_page {
        return Ok(Some(code));
    }
    let detail = format!("There is no country with the code {text:?}.");
    Err(Problem::new(Code::CountryUnknown, detail))
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
