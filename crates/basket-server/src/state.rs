//! The application state: what every request handler may use. It must never know a handler.

use crate::{builds::Builds, http::metrics::Metrics};
use basket_admin::AdminState;
use basket_delivery::payment::Payments;
use basket_store::Store;
use basket_web::limits::Limit;
use std::{net::IpAddr, ops::Deref, sync::Arc, time::Duration};

/// The application state; clones share it.
#[derive(Debug, Clone)]
pub(crate) struct AppState(Arc<Shared>);

impl AppState {
    pub(crate) fn new(shared: Shared) -> Self {
        Self(Arc::new(shared))
    }

    /// Scheme and host by which people reach the service, if the host has set them.
    pub(crate) fn public(&self) -> Option<&str> {
        self.admin.settings.public.as_deref()
    }
}

impl Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// What the clones share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) store: Arc<Store>,
    pub(crate) body_timeout: Duration,
    pub(crate) limits: Limits,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) admin: AdminState,
    pub(crate) payments: Payments,
    pub(crate) builds: Builds,
}

/// The rate limits.
#[derive(Debug)]
pub(crate) struct Limits {
    pub(crate) network: Limit<IpAddr>,
    pub(crate) shop: Limit<i64>,
    /// How many proxies of ours are between a caller and the service.
    pub(crate) proxies: usize,
}
