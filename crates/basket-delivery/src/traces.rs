//! Traces: how long each request took and what it waited for, sent to a collector of OpenTelemetry as OTLP in JSON. Off
//! unless a variable names a collector. The libraries of OpenTelemetry bring Protocol Buffers and a second HTTP client,
//! and would be the largest part of the program that most hosts never use.

mod collector;
mod layer;
mod message;
mod settings;
mod span;

pub use collector::Exporter;
pub use layer::TraceLayer;
pub use settings::BadTraces;

use settings::Settings;
use std::env;
use tokio::sync::mpsc;

/// How many spans may wait for the collector. Later ones are left out: a service is not slowed down by who watches it.
const WAITING: usize = 8192;

/// Starts sending spans, if the environment says where to: the layer that notes them, and what sends them until it is
/// dropped.
pub fn start() -> Result<Option<(TraceLayer, Exporter)>, BadTraces> {
    let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let Some(settings) = Settings::read(variable)? else { return Ok(None) };
    let (sender, receiver) = mpsc::channel(WAITING);
    let share = settings.share;
    let exporter = Exporter::start(settings, receiver).map_err(BadTraces::Thread)?;
    Ok(Some((TraceLayer::new(sender, share), exporter)))
}
