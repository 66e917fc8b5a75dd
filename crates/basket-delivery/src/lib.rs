//! Everything the service sends: the outbox dispatcher with webhooks and mails, payment providers, and VIES. It is the only
//! crate that opens outgoing connections, apart from the store's to its database. It must never know SQL, a page, or
//! how a mail looks.

mod client;
mod dispatcher;
mod mail;
mod metrics;
pub mod payment;
mod probe;
pub mod traces;
mod vies;
mod webhook;

pub use dispatcher::Dispatcher;
pub use mail::{BadMail, ComposeOrderMail, Letter, Mail, OrderMail};
pub use metrics::DeliveryMetrics;
pub use probe::{Probe, ProbeAnswer, ProbeError};
pub use vies::{NotConfirmed, Vies};
pub use webhook::Webhooks;
