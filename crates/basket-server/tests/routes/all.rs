//! Every test that holds for any engine. One file for each use case, and a few for what they all
//! share. Where the carts are kept is `crate::database`, which each engine's own tests bring.

mod add_line;
mod address_unknown;
mod admin;
mod backend;
mod change_line;
mod conditions;
mod connections;
mod create_cart;
mod cross_origin;
mod demo;
mod designer;
mod document;
mod empty_cart;
mod files;
mod health;
mod hosted_checkout;
mod idempotency;
mod keys;
mod limits;
mod list_products;
mod operator;
mod orders;
mod page;
mod read_cart;
mod read_shop;
pub mod receiver;
mod remove_line;
mod search;
mod shopper;
pub mod site;
mod storage;
pub mod webhooks;
