//! Stub.

use anyhow::Result;
use serde_json::Value;

pub fn keep(name: &str, _command: &str, measured: &Value) -> Result<()> {
    let path = crate::tool::target_folder()?.join(format!("{name}.json"));
    Ok(std::fs::write(path, measured.to_string())?)
}
