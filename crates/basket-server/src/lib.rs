//! The service as a library: every route, the cart API, the hosted checkout, the demo shop, and the accept loop.
//!
//! What a cart is and may hold is decided in `basket-core` and `basket-model`, where it is kept in `basket-store`, what
//! is sent in `basket-delivery`, and the backend's pages are in `basket-admin`. Every address is in `router`. Nothing
//! here reads flags or the environment: that is the binary's.

mod api;
mod builds;
mod checkout;
mod costs;
pub mod demo;
mod docs;
mod http;
mod router;
mod service;
mod state;

pub use service::{InProcess, Service, Settings};

use basket_web::files::File;

include!(concat!(env!("OUT_DIR"), "/files.rs"));
