//! The cart API: one use case in each file, and what they share. It must never know SQL, nor decide
//! what a cart may hold.

mod add_line;
pub(crate) mod admin;
mod body;
mod caller;
mod change_line;
mod conditions;
mod create_cart;
mod discount_code;
mod document;
mod empty_cart;
mod error;
mod health;
mod list_products;
mod owner;
mod pages;
mod path_params;
mod read_cart;
mod read_shop;
mod receive_stripe;
mod remove_line;
mod show_cart;
mod start_checkout;
mod values;

pub(crate) use add_line::add_line;
pub(crate) use change_line::change_line;
pub(crate) use create_cart::create_cart;
pub(crate) use discount_code::{apply_code, remove_code};
pub(crate) use document::read_document;
pub(crate) use empty_cart::empty_cart;
pub(crate) use error::{Problem, address_unknown, method_not_allowed};
pub(crate) use health::{healthz, metrics, readyz};
pub(crate) use list_products::list_products;
pub(crate) use read_cart::read_cart;
pub(crate) use read_shop::read_shop;
pub(crate) use receive_stripe::receive_stripe;
pub(crate) use remove_line::remove_line;
pub(crate) use start_checkout::start_checkout;

use axum::{
    http::{
        HeaderValue,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    response::Response,
};

/// How many headers an answer has, hyper's own among them.
const HEADERS: usize = 10;

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
