//! The configuration against the specification, its schema and its documents.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod anything;
mod generated;
mod schema;
mod specification;

use basket_core::{
    config::{self, Config},
    diagnostic::Diagnostic,
};
use serde_json::Value;

/// Reads a configuration without attributes.
fn read(configuration: &Value) -> (Option<Config>, Vec<Diagnostic>) {
    config::read_json(&configuration.to_string(), None)
}

/// Code and path of everything found.
fn found(configuration: &Value) -> Vec<(&'static str, String)> {
    let found = read(configuration).1.into_iter();
    found.map(|diagnostic| (diagnostic.code.name(), diagnostic.path)).collect()
}
