//! The application state: what every request handler may use. It must never know a handler.

use crate::{builds::Builds, http::metrics::Metrics};
use axum::http::request::Parts;
use basket_admin::AdminState;
use basket_delivery::{Vies, payment::Payments};
use basket_store::Store;
use basket_web::{caller::caller_network, limits::Limit};
use std::{
    net::IpAddr,
    ops::Deref,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

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
    pub(crate) request_timeout: Duration,
    /// Whether the service was asked to stop: no new callers, please.
    pub(crate) is_stopping: AtomicBool,
    pub(crate) limits: Limits,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) admin: AdminState,
    pub(crate) payments: Payments,
    pub(crate) vies: Vies,
    pub(crate) builds: Builds,
}

/// The rate limits.
#[derive(Debug)]
pub(crate) struct Limits {
    pub(crate) network: Limit<IpAddr>,
    /// Requests for anything at all: files and pages that cost little, and those that are refused.
    pub(crate) floods: Limit<IpAddr>,
    /// Drafts of strangers, which cost more to check than a cart costs to change.
    pub(crate) drafts: Limit<IpAddr>,
    pub(crate) shop: Limit<i64>,
    /// Checkouts that are begun with one cart.
    pub(crate) checkouts: Limit<String>,
    /// Calls to a payment provider for one order.
    pub(crate) payments: Limit<String>,
    /// Discount codes that a network tries.
    pub(crate) guesses: Limit<IpAddr>,
    /// VAT numbers of a network that VIES is asked about.
    pub(crate) vat_numbers: Limit<IpAddr>,
    pub(crate) orders_by_network: Limit<IpAddr>,
    pub(crate) orders_by_email: Limit<String>,
    pub(crate) orders_by_shop: Limit<i64>,
    pub(crate) pieces_by_network: Limit<IpAddr>,
    /// How many proxies of ours are between a caller and the service.
    pub(crate) proxies: usize,
}

impl Limits {
    /// Takes one request off the allowance of a network.
    pub(crate) fn take_request(&self, parts: &Parts, now: i64) -> Result<(), Duration> {
        self.take(&self.network, parts, now)
    }

    /// Likewise for whatever is asked for; a network may ask for far more that costs little.
    pub(crate) fn take_any(&self, parts: &Parts, now: i64) -> Result<(), Duration> {
        self.take(&self.floods, parts, now)
    }

    /// Likewise for a draft in the public designer.
    pub(crate) fn take_draft(&self, parts: &Parts, now: i64) -> Result<(), Duration> {
        self.take(&self.drafts, parts, now)
    }

    fn take(&self, limit: &Limit<IpAddr>, parts: &Parts, now: i64) -> Result<(), Duration> {
        caller_network(parts, self.proxies).map_or(Ok(()), |network| limit.take(network, now))
    }

    /// Takes one order of so many pieces off all that bounds it, or off none.
    pub(crate) fn take_order(
        &self,
        network: Option<IpAddr>,
        email: &str,
        (shop, pieces): (i64, u32),
        now: i64,
    ) -> Result<(), Duration> {
        if let Some(network) = network {
            self.orders_by_network.take(network, now)?;
        }
        let email = email.to_lowercase();
        let give_back = || {
            if let Some(network) = &network {
                self.orders_by_network.give_back(network);
            }
        };
        self.orders_by_email.take(email.clone(), now).inspect_err(|_| give_back())?;
        let give_back_all = || {
            give_back();
            self.orders_by_email.give_back(&email);
        };
        self.orders_by_shop.take(shop, now).inspect_err(|_| give_back_all())?;
        match network {
            Some(network) => {
                self.pieces_by_network.take_many(network, pieces, now).inspect_err(|_| {
                    give_back_all();
                    self.orders_by_shop.give_back(&shop);
                })
            }
            None => Ok(()),
        }
    }
}
