//! What is counted about deliveries, for Prometheus.

use basket_store::Channel;
use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};

/// How an attempt to deliver a message ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Attempt {
    channel: &'static str,
    outcome: &'static str,
}

/// Counts attempts to deliver messages; clones count together.
#[derive(Debug, Clone, Default)]
pub struct DeliveryMetrics {
    attempts: Family<Attempt, Counter>,
}

impl DeliveryMetrics {
    /// Counts nothing yet, and is part of what the registry shows.
    pub fn registered(registry: &mut Registry) -> Self {
        let metrics = Self::default();
        let help = "Delivery attempts of messages";
        registry.register("messages", help, metrics.attempts.clone());
        metrics
    }

    pub(crate) fn count(&self, channel: Channel, has_arrived: bool) {
        let channel = match channel {
            Channel::Webhook => "webhook",
            Channel::Mail => "mail",
        };
        let outcome = if has_arrived { "arrived" } else { "failed" };
        self.attempts.get_or_create(&Attempt { channel, outcome }).inc();
    }
}
