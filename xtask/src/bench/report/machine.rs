//! Where, when and with what was measured.

use std::fs;
use std::thread::available_parallelism;

use anyhow::Result;
use serde_json::{Map, Value, json};

use crate::tool;

/// Date, commit and machine.
pub fn about() -> Result<Value> {
    let date = tool::output(tool::command("date").args(["-u", "+%F"]))?;
    let commit = tool::output(tool::command("git").args(["rev-parse", "--short", "HEAD"]))?;
    Ok(json!({ "date": date.trim(), "commit": commit.trim(), "machine": machine()? }))
}

/// What the benchmark names, with our own version and the compiler's.
pub fn versions(named: &Value) -> Result<Value> {
    let mut versions = Map::new();
    versions.insert("service-basket".to_owned(), env!("CARGO_PKG_VERSION").into());
    let rust = tool::output(tool::command("rustc").arg("--version"))?;
    versions.insert("Rust".to_owned(), rust.split(' ').nth(1).unwrap_or_default().into());
    versions.extend(named.as_object().cloned().unwrap_or_default());
    Ok(Value::Object(versions))
}

fn machine() -> Result<String> {
    let field = |file: &str, name: &str| {
        let text = fs::read_to_string(file).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("unknown");
        line.trim_matches([':', ' ', '\t', '=', '"']).to_owned()
    };
    let cores = available_parallelism()?;
    let processor = field("/proc/cpuinfo", "model name");
    let memory: f64 =
        field("/proc/meminfo", "MemTotal").trim_end_matches(" kB").parse().unwrap_or_default();
    let system = field("/etc/os-release", "PRETTY_NAME");
    Ok(format!("{cores} cores of {processor}, {:.0} GiB, {system}", memory / 1024.0 / 1024.0))
}
