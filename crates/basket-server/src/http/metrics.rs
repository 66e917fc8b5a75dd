//! What the service counts about itself, for Prometheus. Routes are named by their pattern, so there
//! are only so many series and none of them names a cart.

use axum::extract::MatchedPath;
use basket_delivery::DeliveryMetrics;
use basket_store::Statistics;
use prometheus_client::{
    encoding::{
        EncodeLabelSet, EncodeLabelValue, LabelValueEncoder,
        text::{encode_eof, encode_registry},
    },
    metrics::{
        counter::{ConstCounter, Counter},
        family::Family,
        gauge::{ConstGauge, Gauge},
        histogram::Histogram,
        info::Info,
    },
    registry::{Registry, Unit},
};
use std::{
    fmt,
    hash::{Hash, Hasher},
    time::Duration,
};

/// The upper ends of the steps in which durations are counted, in seconds.
const STEPS: [f64; 10] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10.0];

/// What was asked and how it ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    method: &'static str,
    route: Route,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    method: &'static str,
    route: Route,
}

/// The pattern of an address, if there is one. It is shared with the router: no request copies it.
#[derive(Debug, Clone)]
pub(crate) struct Route(pub(crate) Option<MatchedPath>);

impl Route {
    pub(crate) fn name(&self) -> &str {
        self.0.as_ref().map_or("unknown", MatchedPath::as_str)
    }
}

impl PartialEq for Route {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Route {}

impl Hash for Route {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.name().hash(hasher);
    }
}

impl EncodeLabelValue for Route {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> Result<(), fmt::Error> {
        self.name().encode(encoder)
    }
}

/// All that is counted.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    durations: Family<Asked, Histogram, fn() -> Histogram>,
    /// Counts attempts to deliver messages.
    pub(crate) deliveries: DeliveryMetrics,
    /// How many callers are connected.
    pub(crate) connections: Gauge,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("basket");
        let requests = Family::default();
        let histogram: fn() -> Histogram = || Histogram::new(STEPS);
        let durations = Family::new_with_constructor(histogram);
        let connections = Gauge::default();
        registry.register("http_requests", "Requests answered", requests.clone());
        let took = "Time from request headers to response";
        registry.register_with_unit(
            "http_request_duration",
            took,
            Unit::Seconds,
            durations.clone(),
        );
        registry.register("http_connections", "Open client connections", connections.clone());
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "Version of the program", build);
        let deliveries = DeliveryMetrics::registered(&mut registry);
        Self { registry, requests, durations, deliveries, connections }
    }

    pub(crate) fn answered(&self, method: &'static str, route: Route, status: u16, took: Duration) {
        let asked = Asked { method, route };
        self.durations.get_or_create(&asked).observe(took.as_secs_f64());
        self.requests.get_or_create(&Answered { method, route: asked.route, status }).inc();
    }

    /// Everything counted so far, in the text format of `OpenMetrics`. `backlog` is how many messages wait, and how late
    /// the oldest is, in milliseconds.
    pub(crate) fn text(&self, store: &Statistics, backlog: Option<(i64, i64)>) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode_registry(&mut text, &self.registry);
        let _ = encode_registry(&mut text, &store_registry(store, backlog));
        let _ = encode_eof(&mut text);
        text
    }
}

/// What the store has counted, as of now.
fn store_registry(store: &Statistics, backlog: Option<(i64, i64)>) -> Registry {
    let mut registry = Registry::with_prefix("basket");
    let (batches, changes) = store.batches();
    let (batch_seconds, slow) = store.batch_time();
    let (waits, wait_seconds) = store.pool_waits();
    let waiting = ConstGauge::new(store.waiting());
    registry.register("store_waiting", "Changes waiting to be written", waiting);
    let counters = [
        ("store_batches", "Transactions that batch changes", batches),
        ("store_changes", "Changes in batched transactions", changes),
        ("store_slow_batches", "Batched transactions that took longer than 50 ms", slow),
        ("pool_waits", "Requests for a PostgreSQL connection", waits),
        ("database_retries", "Repetitions after a conflict or a lost connection", store.retries()),
        (
            "database_missed_deadlines",
            "PostgreSQL connections dropped without an answer",
            store.missed_deadlines(),
        ),
    ];
    for (name, help, count) in counters {
        registry.register(name, help, ConstCounter::new(count));
    }
    let times = [
        ("store_batch", "Duration of batched transactions", batch_seconds),
        ("pool_wait", "Waiting time for a PostgreSQL connection", wait_seconds),
    ];
    for (name, help, seconds) in times {
        registry.register_with_unit(name, help, Unit::Seconds, ConstCounter::new(seconds));
    }
    if let Some((messages, late)) = backlog {
        let help = "Messages waiting to be sent";
        registry.register("outbox_waiting", help, ConstGauge::new(messages));
        let help = "Delay of the oldest message that is due";
        let late = Duration::from_millis(late.unsigned_abs()).as_secs_f64();
        registry.register_with_unit("outbox_late", help, Unit::Seconds, ConstGauge::new(late));
    }
    registry
}
