//! Who calls: the shop that the key names, from an origin that the shop allows.

use super::{Api, Problem, address::Address};
use crate::shop::Shop;
use axum::{
    extract::FromRequestParts,
    http::{
        Method,
        header::{AUTHORIZATION, ORIGIN},
        request::Parts,
    },
};
use basket_core::diagnostic::Code;
use std::borrow::Cow;

/// A caller that may use a shop's carts.
#[derive(Debug)]
pub(crate) struct Caller {
    /// The shop.
    pub(super) shop: Shop,
    /// Where the caller reached the service.
    pub(super) address: Address,
}

impl FromRequestParts<Api> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Problem> {
        let Some(key) = key(parts) else {
            let detail = "Send the shop's key as `Authorization: Bearer …`, or as `?key=` on GET.";
            return Err(Problem::new(Code::KEY_MISSING, detail));
        };
        let shop = api.store.shop_of_key(&key).await?;
        let shop = shop.ok_or_else(|| Problem::plain(Code::KEY_UNKNOWN))?;
        if let Some(origin) = parts.headers.get(ORIGIN) {
            let origin = origin.to_str().unwrap_or("null");
            if !shop.allows(origin) {
                let detail = format!("The shop does not allow baskets on {origin}.");
                return Err(Problem::new(Code::ORIGIN_FORBIDDEN, detail));
            }
        }
        Ok(Self { shop, address: Address::of(parts) })
    }
}

fn key(parts: &Parts) -> Option<Cow<'_, str>> {
    let header = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some((scheme, key)) = header.and_then(|value| value.trim().split_once(' '))
        && scheme.eq_ignore_ascii_case("bearer")
    {
        return Some(Cow::Borrowed(key.trim())).filter(|key| !key.is_empty());
    }
    // In the address only where nothing is changed: addresses end up in logs and histories.
    if parts.method != Method::GET && parts.method != Method::HEAD {
        return None;
    }
    let mut pairs = form_urlencoded::parse(parts.uri.query()?.as_bytes());
    pairs.find(|(name, value)| name == "key" && !value.is_empty()).map(|(_, key)| key)
}
