//! The table for readers: JSON Schema, Markdown, TypeScript. The widget carries none of it. It must never
//! hold a fact about a member that the table does not have.

mod markdown;
mod schema;
mod types;

pub use markdown::markdown;
pub use schema::schema;
pub use types::types;

use super::table::Entry;
use alloc::{format, string::String};

/// Said at the top of what is generated.
const GENERATED: &str =
    "Generated from crates/basket-core/src/config/table.rs; `cargo test -p basket-core` renews it.";

/// What a member is for, and since when it is there.
fn description(entry: &Entry) -> String {
    match entry.since {
        Some(version) => format!("{} Since {version}.", entry.meaning),
        None => entry.meaning.into(),
    }
}
