//! What every page of the backend may use. It must never know a page.

use crate::password::PasswordQueue;
use basket_model::order::Order;
use basket_store::Store;
use basket_web::limits::Limit;
use maud::Markup;
use std::{fmt, net::IpAddr, ops::Deref, sync::Arc, time::Duration};

/// How long one more guess at a password takes to be allowed, and how many may be made at once.
const GUESS_SECONDS: u32 = 30;
const GUESSES: u32 = 10;
const HOUR_SECONDS: u32 = 3600;
/// How many mails with a link to a new password an account gets within an hour.
const RESETS: u32 = 3;

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
    /// Sends a mail to an operator, some time soon; `None` if no mails are sent.
    pub send_mail: Option<SendMail>,
    /// Draws the invoice of an order.
    pub render_invoice: RenderInvoice,
}

/// Draws the invoice of an order; `None` if it has none.
pub type RenderInvoice = fn(&Order) -> Option<Markup>;

/// Sends a mail.
#[derive(Clone)]
pub struct SendMail(pub Arc<dyn Fn(OperatorMail) + Send + Sync>);

impl fmt::Debug for SendMail {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SendMail")
    }
}

/// A mail to an operator, in plain text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorMail {
    /// Their address.
    pub to: String,
    /// The subject.
    pub subject: String,
    /// The body.
    pub text: String,
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
    /// Failed sign-ins that a shop is told of, by address.
    pub(crate) noted_failures: Limit<String>,
    /// Mails with a link to a new password, by address.
    pub(crate) resets: Limit<String>,
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
            noted_failures: Limit::slow(HOUR_SECONDS, 1),
            resets: Limit::slow(HOUR_SECONDS / RESETS, RESETS),
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
