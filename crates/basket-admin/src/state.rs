//! What every page of the backend may use. It must never know a page.

use crate::password::PasswordQueue;
use basket_store::Store;
use basket_web::limits::Limit;
use std::{net::IpAddr, ops::Deref, sync::Arc, time::Duration};

/// How long one more guess at a password takes to be allowed, and how many may be made at once.
const GUESS_SECONDS: u32 = 30;
const GUESSES: u32 = 10;

/// How the backend is set up.
#[derive(Debug, Clone)]
pub struct AdminSettings {
    /// Scheme and host by which people reach the service, if the host has set them.
    pub public: Option<String>,
    /// Whether the demo's password is good here.
    pub demo: bool,
    /// How many proxies of ours are between a caller and the service.
    pub proxies: usize,
    /// How long a form may take to arrive.
    pub body_timeout: Duration,
}

/// The backend's part of the application state; clones share it.
#[derive(Debug, Clone)]
pub struct AdminState(Arc<Shared>);

/// What the clones share.
#[derive(Debug)]
pub struct Shared {
    /// Where everything is kept.
    pub store: Arc<Store>,
    /// How the backend is set up.
    pub settings: AdminSettings,
    pub(crate) guesses_by_network: Limit<IpAddr>,
    pub(crate) guesses_by_email: Limit<String>,
    pub(crate) guesses_by_link: Limit<String>,
    pub(crate) passwords: PasswordQueue,
}

impl AdminState {
    /// The state of a backend that starts now.
    pub fn new(store: Arc<Store>, settings: AdminSettings) -> Self {
        Self(Arc::new(Shared {
            store,
            settings,
            guesses_by_network: Limit::slow(GUESS_SECONDS, GUESSES),
            guesses_by_email: Limit::slow(GUESS_SECONDS, GUESSES),
            guesses_by_link: Limit::slow(GUESS_SECONDS, GUESSES),
            passwords: PasswordQueue::default(),
        }))
    }

    /// Scheme and host by which people reach the service, if the host has set them.
    pub(crate) fn public(&self) -> Option<&str> {
        self.settings.public.as_deref()
    }
}

impl Deref for AdminState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
