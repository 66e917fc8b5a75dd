//! The service as its callers meet it: a real one, listening on a port of its own with a database of
//! its own. One file for each use case, and a few for what they all share.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod add_line;
mod address_unknown;
mod change_line;
mod conditions;
mod connections;
mod create_cart;
mod cross_origin;
mod demo;
mod empty_cart;
mod files;
mod health;
mod idempotency;
mod keys;
mod list_products;
mod read_cart;
mod read_shop;
mod remove_line;
mod shopper;
mod site;
mod storage;
