//! The configuration against the specification, its schema and its documents.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod anything;
mod generated;
mod schema;
mod specification;

use basket_core::{config, diagnostic::Diagnostic};
use serde_json::Value;

/// Everything found wrong with a configuration.
fn check(configuration: &Value) -> Vec<Diagnostic> {
    config::check_json(&configuration.to_string())
}

/// Code and path of everything found.
fn found(configuration: &Value) -> Vec<(&'static str, String)> {
    let found = check(configuration).into_iter();
    found.map(|diagnostic| (diagnostic.code.name(), diagnostic.path)).collect()
}
