//! Date, commit, machine and versions of a measurement.

use std::fs;
use std::process::{Command, Output};
use std::thread::available_parallelism;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Map, Value, json};

use crate::root;

/// Date, commit and machine.
pub fn about() -> Result<Value> {
    let date = output("date", &["-u", "+%F"])?;
    let commit = output("git", &["rev-parse", "--short", "HEAD"])?;
    Ok(json!({ "date": date.trim(), "commit": commit.trim(), "machine": machine()? }))
}

/// The versions that the benchmark names, with ours and the compiler's.
pub fn versions(named: &Value) -> Result<Value> {
    let mut versions = Map::new();
    versions.insert("service-basket".to_owned(), env!("CARGO_PKG_VERSION").into());
    let rust = output("rustc", &["--version"])?;
    versions.insert("Rust".to_owned(), rust.split(' ').nth(1).unwrap_or_default().into());
    versions.extend(named.as_object().cloned().unwrap_or_default());
    Ok(Value::Object(versions))
}

/// What a program prints that runs in the workspace's folder.
pub fn output(program: &str, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new(program);
    let started = command.current_dir(root()).args(arguments).output();
    let Output { status, stdout, stderr } =
        started.with_context(|| format!("cannot start `{program}`"))?;
    ensure!(
        status.success(),
        "`{program} {}` failed ({status})\n{}",
        arguments.join(" "),
        String::from_utf8_lossy(&stderr).trim_end()
    );
    String::from_utf8(stdout).with_context(|| format!("`{program}` did not print text"))
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
