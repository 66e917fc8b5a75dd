//! The cart API: one use case in each file, and what they share. It must never know SQL, nor decide
//! what a cart may hold.

mod add_line;
mod address;
pub(crate) mod admin;
mod body;
mod caller;
mod change_line;
mod conditions;
mod create_cart;
mod cross_origin;
mod document;
mod empty_cart;
mod error;
mod list_products;
mod owner;
mod pages;
mod place;
mod read_cart;
mod read_shop;
mod remove_line;
mod show_cart;
mod start_checkout;

pub(crate) use add_line::add_line;
pub(crate) use address::{Address, is_secure};
pub(crate) use caller::{Peer, caller_address};
pub(crate) use change_line::change_line;
pub(crate) use conditions::{list, matches_tag};
pub(crate) use create_cart::create_cart;
pub(crate) use cross_origin::{Reach, reach};
pub(crate) use document::{read_document, read_page};
pub(crate) use empty_cart::empty_cart;
pub(crate) use error::{Problem, address_unknown, method_not_allowed};
pub(crate) use list_products::list_products;
pub(crate) use read_cart::read_cart;
pub(crate) use read_shop::read_shop;
pub(crate) use remove_line::remove_line;
pub(crate) use start_checkout::start_checkout;

use crate::{admin::Desk, limits::Limit, metrics::Metrics, payment::Payments, store::Store};
use axum::{
    http::{
        HeaderValue,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    response::Response,
};
use std::{net::IpAddr, ops::Deref, sync::Arc, time::Duration};

/// How many headers an answer has, hyper's own among them.
const HEADERS: usize = 10;

/// What every use case may use; handed from one to the next many times in a request.
#[derive(Debug, Clone)]
pub(crate) struct Api(Arc<Parts>);

impl Api {
    pub(crate) fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for Api {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) store: Arc<Store>,
    pub(crate) body_timeout: Duration,
    pub(crate) limits: Limits,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) desk: Desk,
    pub(crate) payments: Payments,
}

/// How often whom may call.
#[derive(Debug)]
pub(crate) struct Limits {
    pub(crate) address: Limit<IpAddr>,
    pub(crate) shop: Limit<i64>,
    /// How many proxies before us say for whom they call.
    pub(crate) proxies: usize,
}

/// An answer in JSON that nobody may keep: the next one may differ.
fn json(body: String) -> Response {
    let mut response = Response::new(body.into());
    let headers = response.headers_mut();
    // With those that every answer gets.
    headers.reserve(HEADERS);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
