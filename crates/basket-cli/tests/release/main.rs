//! A release that was built, as a host gets it: what `cargo xtask dist` has put into `target/dist`. That command runs
//! these tests; `cargo test` alone does not.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod debian;
mod files;
mod image;
mod pages;
#[path = "../commands/program.rs"]
#[expect(dead_code, reason = "these tests need a part of it")]
mod program;
mod root;
mod sale;
mod unit;
