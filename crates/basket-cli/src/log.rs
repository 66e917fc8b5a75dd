//! What the program says while it runs: the log, and traces if the environment names a collector.

use anyhow::Result;
use basket_delivery::traces::{self, Exporter};
use clap::ValueEnum;
use std::io::{self, IsTerminal};
use tracing_subscriber::{
    Layer as _, Registry, filter::LevelFilter, fmt, layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    Pretty,
    /// One JSON object per line
    Json,
}

/// Starts the log.
pub(crate) fn start(level: LevelFilter, format: Format) {
    let log = fmt().with_max_level(level).with_writer(io::stderr);
    match format {
        Format::Pretty => log.compact().with_ansi(io::stderr().is_terminal()).init(),
        Format::Json => log.json().flatten_event(true).init(),
    }
}

/// Starts the log, and sends traces until the answer is dropped if there is a collector.
pub(crate) fn start_with_traces(level: LevelFilter, format: Format) -> Result<Option<Exporter>> {
    let Some((spans, exporter)) = traces::start()? else {
        start(level, format);
        return Ok(None);
    };
    let log = fmt::layer::<Registry>().with_writer(io::stderr);
    let log = match format {
        Format::Pretty => log.compact().with_ansi(io::stderr().is_terminal()).boxed(),
        Format::Json => log.json().flatten_event(true).boxed(),
    };
    let log = log.with_filter(level);
    tracing_subscriber::registry().with(log).with(spans.with_filter(LevelFilter::INFO)).init();
    Ok(Some(exporter))
}
