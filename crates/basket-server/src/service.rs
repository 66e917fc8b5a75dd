//! The listening service: accepts connections within bounds, and ends without cutting anyone off.
//!
//! It has an accept loop of its own because a client that never finishes its headers must not stay
//! for ever, and because the number of connections must have an end.

mod connections;
mod framing;
mod in_process;
mod peers;

pub use in_process::InProcess;

use crate::{
    builds::{self, Builds},
    checkout::{compose_order_mail, render_invoice},
    http::metrics::Metrics,
    router::{OptionalPages, internal_router, router},
    state::{AppState, Limits, Shared},
};
use basket_admin::{AdminSettings, AdminState, OperatorMail, SendMail};
use basket_delivery::{Dispatcher, Mail, Vies, Webhooks, payment::Payments};
use basket_store::Store;
use basket_web::{limits::Limit, outage};
use connections::Connections;
use hyper_util::server::graceful::GracefulShutdown;
use peers::Peers;
use std::{
    io,
    net::SocketAddr,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::{
    net::{TcpListener, ToSocketAddrs},
    sync::{Semaphore, oneshot},
    task::JoinSet,
    time::{interval, sleep, timeout},
};

/// How many who watch over the service may be connected at once.
const INTERNAL_CONNECTIONS: usize = 64;
/// How many times as many requests a network may make for whatever there is, as for what costs something.
const FLOOD: u32 = 10;
/// How many drafts a second an address may have checked in the public designer. Nobody types faster.
const DRAFTS: u32 = 5;
/// How long one more call to a payment provider for the same order takes to be allowed, and how many may be made at once.
const PAYMENT_SECONDS: u32 = 20;
const PAYMENTS: u32 = 5;
/// How long one more wrong discount code from a network takes to be allowed, and how many may be tried at once.
const GUESS_SECONDS: u32 = 10;
const GUESSES: u32 = 20;
/// How long one more question to VIES from a network takes to be allowed, and how many may be asked at once.
const VAT_NUMBER_SECONDS: u32 = 20;
const VAT_NUMBERS: u32 = 10;
/// How often orders are looked for that nobody pays for.
const RELEASE: Duration = Duration::from_mins(1);
/// How often payment providers are asked what they did not tell.
const ASK: Duration = Duration::from_hours(1);
/// How often old carts are looked for.
const TIDY: Duration = Duration::from_hours(1);

/// How the service behaves towards its callers.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How long a caller may take for a request's headers, and stay silent between requests.
    pub header_timeout: Duration,
    /// How long a caller may take for a request's body.
    pub body_timeout: Duration,
    /// How long a caller may leave an answer where it is.
    pub write_timeout: Duration,
    /// How many connections may be open; beyond it, new ones wait.
    pub max_connections: usize,
    /// How many connections an address may have, where no proxy is before the service; 0 is any number. Beyond it, new
    /// ones are closed.
    pub connections_per_address: usize,
    /// After how long a connection is closed behind an answer.
    pub connection_lifetime: Duration,
    /// How long an answer may take once the request is there.
    pub request_timeout: Duration,
    /// For how long the service goes on once it is asked to stop, while it says that it is not ready.
    pub drain: Duration,
    /// How long requests under way may take once the service no longer listens.
    pub grace: Duration,
    /// How many requests a second an address may make, on average over a few; 0 is any number.
    pub requests_per_address: u32,
    /// Likewise for all callers of a shop together.
    pub requests_per_shop: u32,
    /// How many times an hour a cart may go to the checkout; 0 is any number, here and below. A sixth may come at once.
    pub checkouts_per_cart: u32,
    /// How many orders an hour may come from an address.
    pub orders_per_address: u32,
    /// How many orders an hour may name an e-mail address.
    pub orders_per_email: u32,
    /// How many orders an hour a shop may have.
    pub orders_per_shop: u32,
    /// How many pieces an hour an address may order.
    pub pieces_per_address: u32,
    /// How many proxies before the service say for whom they call, with `X-Forwarded-For`.
    pub proxies: usize,
    /// Whether the demo shop's page is served, and what is for those who watch over the service with it.
    pub demo: bool,
    /// Whether the documentation is served.
    pub docs: bool,
    /// Where people reach the service, as `https://basket.example`, if that is known.
    pub public: Option<String>,
    /// Whether messages to shops may go to addresses that only this machine or its network knows.
    pub allow_private_webhooks: bool,
    /// Who takes mails to shoppers. Without, none are sent; see [`basket_store::StoreOptions::mails`], too.
    pub mail: Option<Mail>,
    /// Where Stripe's API is, instead of at Stripe: for tests.
    pub stripe: Option<String>,
    /// Where VIES's API is, instead of at the European Commission: for tests.
    pub vies: Option<String>,
    /// How often to look for messages that other processes wrote, or whose time has come.
    pub look: Duration,
}

impl Settings {
    fn pages(&self) -> OptionalPages {
        OptionalPages { demo: self.demo, docs: self.docs }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            header_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(30),
            max_connections: 10_000,
            connections_per_address: 0,
            connection_lifetime: Duration::from_mins(15),
            request_timeout: Duration::from_secs(20),
            drain: Duration::ZERO,
            grace: Duration::from_secs(10),
            requests_per_address: 0,
            requests_per_shop: 0,
            checkouts_per_cart: 0,
            orders_per_address: 0,
            orders_per_email: 0,
            orders_per_shop: 0,
            pieces_per_address: 0,
            proxies: 0,
            demo: false,
            docs: true,
            public: None,
            allow_private_webhooks: false,
            mail: None,
            stripe: None,
            vies: None,
            look: Duration::from_secs(1),
        }
    }
}

/// A service that listens.
#[derive(Debug)]
pub struct Service {
    listener: TcpListener,
    internal: Option<TcpListener>,
    store: Arc<Store>,
    settings: Settings,
}

impl Service {
    /// Listens at the address; port 0 takes a free one.
    pub async fn bind(
        address: impl ToSocketAddrs,
        store: Arc<Store>,
        settings: Settings,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        Ok(Self { listener, internal: None, store, settings })
    }

    /// Listens at a second address, for those who watch over the service and nobody else; where that is.
    pub async fn bind_internal(&mut self, address: impl ToSocketAddrs) -> io::Result<SocketAddr> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr();
        self.internal = Some(listener);
        address
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until `stop` is done, then finishes the requests under way.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Self { listener, internal, store, settings } = self;
        let pages = settings.pages();
        let metrics = Arc::new(Metrics::new());
        let state = app_state(&store, &settings, &metrics);
        let dispatcher = Dispatcher {
            store: Arc::clone(&store),
            webhooks: Webhooks::new(settings.allow_private_webhooks),
            mail: settings.mail,
            compose_order_mail,
            public: settings.public.clone(),
            metrics: metrics.deliveries.clone(),
            look: settings.look,
        };
        let internal = internal.map(|listener| Internal {
            listener,
            connections: Connections {
                router: internal_router(state.clone()),
                room: Arc::new(Semaphore::new(INTERNAL_CONNECTIONS)),
                peers: Peers::new(0, false),
                graceful: GracefulShutdown::new(),
                header_timeout: settings.header_timeout,
                write_timeout: settings.write_timeout,
                lifetime: settings.connection_lifetime,
                metrics: Arc::clone(&metrics),
            },
        });
        let asker = state.clone();
        let connections = Connections {
            router: router(state, pages),
            room: Arc::new(Semaphore::new(settings.max_connections)),
            // Behind a proxy, all callers have its address.
            peers: Peers::new(settings.connections_per_address, settings.proxies > 0),
            graceful: GracefulShutdown::new(),
            header_timeout: settings.header_timeout,
            write_timeout: settings.write_timeout,
            lifetime: settings.connection_lifetime,
            metrics,
        };
        // Before the first page gets the loader of this build: other processes may be asked for the rest.
        keep_build(&store).await;
        let (stop_dispatcher, stopped) = oneshot::channel();
        // Ends with this, also where nobody waits for its end.
        let mut dispatching = JoinSet::new();
        dispatching.spawn(dispatcher.run(stopped));
        let stopping = asker.clone();
        let mut stop = pin!(async {
            stop.await;
            // Whoever balances between processes sees this, and sends new callers elsewhere.
            stopping.is_stopping.store(true, Relaxed);
            sleep(settings.drain).await;
        });
        let mut tidying = pin!(tidy(&store));
        let mut releasing = pin!(release_stock(&store));
        let mut asking = pin!(ask_about_payments(&asker));
        let mut watched = pin!(async {
            match &internal {
                Some(internal) => internal.run().await,
                None => std::future::pending().await,
            }
        });
        loop {
            tokio::select! {
                () = &mut watched => {}
                (stream, peer, permit) = connections.accept(&listener) => {
                    connections.serve(stream, peer, permit);
                }
                () = &mut tidying => {}
                () = &mut releasing => {}
                () = &mut asking => {}
                () = &mut stop => break,
            }
        }
        // New callers are turned away at once instead of waiting for an answer that never comes.
        drop(listener);
        // If it is not there any more, nothing is under way.
        let _ = stop_dispatcher.send(());
        let end = async {
            tokio::join!(connections.graceful.shutdown(), dispatching.join_next());
        };
        if timeout(settings.grace, end).await.is_err() {
            tracing::warn!("shutdown grace period ended; open requests were aborted");
        }
    }
}

/// What every request handler may use, by the settings.
fn app_state(store: &Arc<Store>, settings: &Settings, metrics: &Arc<Metrics>) -> AppState {
    let limits = Limits {
        network: Limit::per_second(settings.requests_per_address),
        floods: Limit::per_second(settings.requests_per_address.saturating_mul(FLOOD)),
        drafts: Limit::per_second(settings.requests_per_address.min(DRAFTS)),
        shop: Limit::per_second(settings.requests_per_shop),
        checkouts: Limit::per_hour(settings.checkouts_per_cart),
        payments: Limit::slow(PAYMENT_SECONDS, PAYMENTS),
        guesses: Limit::slow(GUESS_SECONDS, GUESSES),
        vat_numbers: Limit::slow(VAT_NUMBER_SECONDS, VAT_NUMBERS),
        orders_by_network: Limit::per_hour(settings.orders_per_address),
        orders_by_email: Limit::per_hour(settings.orders_per_email),
        orders_by_shop: Limit::per_hour(settings.orders_per_shop),
        pieces_by_network: Limit::per_hour(settings.pieces_per_address),
        proxies: settings.proxies,
    };
    let admin = AdminSettings {
        public: settings.public.clone(),
        demo: settings.demo,
        proxies: settings.proxies,
        body_timeout: settings.body_timeout,
        send_mail: settings.mail.clone().map(send_mail),
        render_invoice,
    };
    AppState::new(Shared {
        store: Arc::clone(store),
        body_timeout: settings.body_timeout,
        request_timeout: settings.request_timeout,
        is_stopping: AtomicBool::new(false),
        limits,
        metrics: Arc::clone(metrics),
        admin: AdminState::new(Arc::clone(store), admin),
        payments: Payments::new(settings.stripe.clone()),
        vies: Vies::new(settings.vies.clone()),
        builds: Builds::default(),
    })
}

/// The second place to listen at.
struct Internal {
    listener: TcpListener,
    connections: Connections,
}

impl Internal {
    /// Answers for ever. What is under way when the service stops is cut off: the next process is asked again.
    async fn run(&self) {
        loop {
            let (stream, peer, permit) = self.connections.accept(&self.listener).await;
            self.connections.serve(stream, peer, permit);
        }
    }
}

/// Without its files in the database, this build still serves them itself.
async fn keep_build(store: &Store) {
    if let Err(error) = builds::keep_own(store).await {
        tracing::warn!(%error, "cannot store the files of this build for other processes");
    }
}

/// Every minute gives back what orders hold that nobody pays for.
async fn release_stock(store: &Store) {
    let mut often = interval(RELEASE);
    loop {
        often.tick().await;
        if let Err(error) = store.release_stock().await {
            outage::report(&error);
        }
    }
}

/// Every hour asks what became of payments that nobody told of: a message may have been lost.
async fn ask_about_payments(state: &AppState) {
    let mut often = interval(ASK);
    loop {
        often.tick().await;
        if let Err(error) = state.payments.ask(&state.store, None).await {
            outage::report(&error);
        }
    }
}

/// Now and then deletes what nobody needs any more.
async fn tidy(store: &Store) {
    let mut often = interval(TIDY);
    loop {
        often.tick().await;
        keep_build(store).await;
        loop {
            match store.tidy().await {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    tracing::warn!(%error, "cannot delete expired data");
                    break;
                }
            }
        }
    }
}

/// Sends mails to operators, each in the background. One that cannot be sent is asked for again.
fn send_mail(mail: Mail) -> SendMail {
    SendMail(Arc::new(move |OperatorMail { to, subject, text }| {
        let mail = mail.clone();
        tokio::spawn(async move {
            if let Err(error) = mail.send_text(&to, subject, text).await {
                tracing::warn!(error, "cannot send mail to operator");
            }
        });
    }))
}
