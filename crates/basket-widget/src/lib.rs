//! The browser shell around the core: one narrow ABI, and beside it the small host script. It must
//! never contain a business rule, a text that a shopper reads, or markup.
//!
//! The crate is built three times: the live basket, with the feature `explain` a module that says what is wrong with a
//! configuration and is loaded only then, and with the feature `costs` one that shows what a cart costs beside its lines.
#![cfg_attr(target_arch = "wasm32", no_std)]

#[cfg(target_arch = "wasm32")]
extern crate alloc;

#[cfg(target_arch = "wasm32")]
mod abi;
