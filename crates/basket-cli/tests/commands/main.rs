//! The binary as a person meets it: one file for each command.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod check;
mod copies;
mod databases;
mod demo;
mod deployment;
mod discounts;
#[cfg(target_os = "linux")]
mod disk;
mod doctor;
mod documentation;
mod durability;
mod embed;
mod explain;
mod keys;
mod load;
mod manual;
mod operator;
mod persons;
mod products;
mod program;
mod restore;
mod schema;
mod secrets;
mod serve;
mod snippets;
mod traces;
mod webhooks;
