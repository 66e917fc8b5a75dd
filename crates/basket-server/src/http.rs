//! What happens around every request: the log, the metrics, cross-origin answers and health. It must never know what
//! a request asks for.

pub(crate) mod cross_origin;
mod deadline;
pub(crate) mod log;
pub(crate) mod metrics;
