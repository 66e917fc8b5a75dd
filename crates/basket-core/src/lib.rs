//! What is true of the basket wherever it runs.
//!
//! The core decides and the shells carry out: it never contains I/O, a clock, randomness, async
//! code or a panic on input. It is `no_std` so that the widget stays small; the service, the
//! command line and the tests use the same copy.
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod app;
pub mod cart;
pub mod config;
pub mod contract;
pub mod costs;
pub mod diagnostic;
#[cfg(not(target_family = "wasm"))]
pub mod draft;
pub mod explain;
pub mod json;
pub mod locale;
pub mod money;
mod packed;
pub mod product;
pub mod protocol;
pub mod tree;
pub mod wire;

pub use app::view;
