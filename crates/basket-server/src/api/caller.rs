//! Who calls: the shop that the key names, from an origin that the shop allows.

use super::{Api, Problem, address::Address, conditions::list};
use crate::{limits, shop::Shop};
use axum::{
    extract::FromRequestParts,
    http::{
        HeaderName, Method,
        header::{AUTHORIZATION, ORIGIN},
        request::Parts,
    },
};
use basket_core::diagnostic::Code;
use std::{borrow::Cow, net::IpAddr, sync::Arc};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// A caller that may use a shop's carts.
#[derive(Debug)]
pub(crate) struct Caller {
    /// The shop.
    pub(super) shop: Arc<Shop>,
    /// Where the caller reached the service.
    pub(super) address: Address,
}

impl FromRequestParts<Api> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Problem> {
        take_from_address(parts, api)?;
        let Some(key) = key(parts) else {
            let detail = "Send the shop's key as `Authorization: Bearer …`, or as `?key=` on GET.";
            return Err(Problem::new(Code::KeyMissing, detail));
        };
        let shop = api.store.shop_of_key(&key).await?;
        let shop = shop.ok_or_else(|| Problem::plain(Code::KeyUnknown))?;
        api.limits.shop.take(shop.id, api.store.now()).map_err(Problem::wait)?;
        if let Some(origin) = parts.headers.get(ORIGIN) {
            let origin = origin.to_str().unwrap_or("null");
            if !shop.allows(origin) {
                let detail = format!("The shop does not allow baskets on {origin}.");
                return Err(Problem::new(Code::OriginForbidden, detail));
            }
        }
        Ok(Self { shop, address: Address::of(parts) })
    }
}

/// Who is at the other end of the connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Takes a call off what the caller's address is allowed. It comes before anything else: what is
/// asked too often shall cost next to nothing.
pub(super) fn take_from_address(parts: &Parts, api: &Api) -> Result<(), Problem> {
    let Some(household) = caller_address(parts, api) else { return Ok(()) };
    api.limits.address.take(household, api.store.now()).map_err(Problem::wait)
}

/// By whom calls are counted.
pub(crate) fn caller_address(parts: &Parts, api: &Api) -> Option<IpAddr> {
    address(parts, api.limits.proxies).map(limits::household)
}

/// The caller's address. Each proxy adds, at the end, the address that it was called from; only as
/// many of these as there are proxies of ours can be believed.
fn address(parts: &Parts, proxies: usize) -> Option<IpAddr> {
    let peer = parts.extensions.get::<Peer>().map(|peer| peer.0);
    let Some(nth) = proxies.checked_sub(1) else { return peer };
    let forwarded: Vec<&str> = list(&parts.headers, &FORWARDED_FOR).collect();
    forwarded.iter().rev().nth(nth).and_then(|address| address.parse().ok()).or(peer)
}

/// The key in the header that is made for it.
pub(super) fn bearer(parts: &Parts) -> Option<&str> {
    let header = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let (scheme, key) = header.and_then(|value| value.trim().split_once(' '))?;
    let key = Some(key.trim()).filter(|key| !key.is_empty());
    key.filter(|_| scheme.eq_ignore_ascii_case("bearer"))
}

fn key(parts: &Parts) -> Option<Cow<'_, str>> {
    if let Some(key) = bearer(parts) {
        return Some(Cow::Borrowed(key));
    }
    // In the address only where nothing is changed: addresses end up in logs and histories.
    if parts.method != Method::GET && parts.method != Method::HEAD {
        return None;
    }
    let mut pairs = form_urlencoded::parse(parts.uri.query()?.as_bytes());
    pairs.find(|(name, value)| name == "key" && !value.is_empty()).map(|(_, key)| key)
}
