//! Who sends a request, by address.

use crate::{etag::list, limits::client_network};
use http::{HeaderName, request::Parts};
use std::net::IpAddr;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address at the other end of the connection; an extension of every request.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub IpAddr);

/// The network by which the caller's requests are counted. `proxies` is how many of our own proxies are in between.
pub fn caller_network(parts: &Parts, proxies: usize) -> Option<IpAddr> {
    caller_address(parts, proxies).map(client_network)
}

/// The caller's address. Each proxy adds, at the end, the address that it was called from; only as
/// many of these as there are proxies of ours can be believed.
fn caller_address(parts: &Parts, proxies: usize) -> Option<IpAddr> {
    let peer = parts.extensions.get::<Peer>().map(|peer| peer.0);
    let Some(nth) = proxies.checked_sub(1) else { return peer };
    let forwarded: Vec<&str> = list(&parts.headers, &FORWARDED_FOR).collect();
    forwarded.iter().rev().nth(nth).and_then(|address| address.parse().ok()).or(peer)
}
