//! When a cart button is visible, has the right number and opens, and what it costs the page, next to other cart buttons:
//! `cargo xtask bench widget`. Contenders take turns, so that a busy machine is busy for all.

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, Engine, Service};
use serde_json::{Value, json};

use crate::click::{self, Cart};
use crate::contender::{BASKET, CONTENDERS, Contender, HAND, STATIC};
use crate::opening;
use crate::results::{Results, View};
use crate::site::Site;

/// How often each has its turn.
const TURNS: usize = 5;

/// A shopper who looks at the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Visit {
    /// For the first time, without a cart.
    New,
    /// With one item in the cart, and nothing in the browser's cache, as after an update.
    Updated,
    /// With one item in the cart, and with what the last view left in the cache.
    Usual,
}

impl Visit {
    /// In the order in which one leaves what the next finds.
    pub const ALL: [Self; 3] = [Self::New, Self::Updated, Self::Usual];

    /// What to call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::New => "new shopper",
            Self::Updated => "back after an update",
            Self::Usual => "back as usual",
        }
    }

    /// How many items are in the cart.
    fn items(self) -> u8 {
        u8::from(self != Self::New)
    }
}

/// A machine and a network.
#[derive(Debug, Clone, Copy)]
pub struct Profile {
    /// What to call it.
    pub name: &'static str,
    /// How many times slower the processor is.
    slower: u32,
    /// Milliseconds for each request.
    latency: f64,
    /// Bytes a second.
    throughput: f64,
    /// Whether a connection to another origin than the page's costs a handshake.
    pub is_far: bool,
}

/// All of them.
pub const PROFILES: [Profile; 3] = [
    Profile { name: "slow", slower: 4, latency: 562.5, throughput: 180_000.0, is_far: false },
    Profile { name: "far", slower: 1, latency: 100.0, throughput: 1_250_000.0, is_far: true },
    Profile { name: "fast", slower: 1, latency: 0.0, throughput: 0.0, is_far: false },
];

/// What a page says of itself once the button works and nothing has happened for a second, longer than any request
/// takes. Only then does it know all that was loaded before. What our service says of a cart, pages of others may read
/// but not weigh, so its bytes are an argument.
const RESULT: &str = "const [cart] = arguments; return new Promise((done) => { \
    const weigh = ({ transferSize, responseStart }) => transferSize || (responseStart ? 0 : cart); \
    const ask = () => { \
        if (!window.seen?.working || performance.now() - seen.last < 1000) return setTimeout(ask, 100); \
        const loaded = performance.getEntriesByType('resource') \
            .filter((entry) => entry.responseEnd <= seen.working && weigh(entry)); \
        seen.requests = loaded.length; \
        seen.bytes = loaded.reduce((sum, entry) => sum + weigh(entry), seen.markup); \
        done(seen); \
    }; \
    ask(); })";

/// Puts one item into a cart; gives its id, and the bytes of an answer with it. Its headers count as browsers count all.
const FILL: &str = "const [service] = arguments; \
    const headers = { Authorization: 'Bearer pk_demo', 'Content-Type': 'application/json' }; \
    return fetch(service + '/v1/carts', { method: 'POST', body: '{\"lines\":[{\"sku\":\"MUG\"}]}', headers }) \
        .then((answer) => answer.json()) \
        .then(({ id }) => fetch(`${service}/v1/carts/${id}?key=pk_demo`) \
            .then((answer) => [id, 300 + +answer.headers.get('content-length')]))";

/// A contender with a browser of its own.
pub struct Shopper {
    contender: &'static Contender,
    /// Its browser.
    pub browser: Browser,
    cart: String,
    /// Of the service's answer with the cart.
    bytes: u32,
}

/// Measures all contenders; tables and ratios.
#[expect(clippy::print_stderr, reason = "progress of a measurement that takes minutes")]
pub async fn run() -> Result<Value> {
    let service = Service::start().await?;
    let site = Site::start(&service).await?;
    let mut shoppers = Vec::new();
    for contender in CONTENDERS {
        shoppers.push(Shopper::arrive(&site, &service, contender).await?);
    }
    let mut results = Results::default();
    for profile in PROFILES {
        for turn in 1..=TURNS {
            eprintln!("{}, turn {turn} of {TURNS}", profile.name);
            for shopper in &mut shoppers {
                let contender = shopper.contender;
                // Services of others are answered for by this machine, near or far.
                if profile.is_far && !contender.asks_our_service() && contender.name != STATIC {
                    continue;
                }
                for visit in Visit::ALL {
                    if visit == Visit::New && !contender.has_empty {
                        continue;
                    }
                    let view = shopper.measure(&site, profile, visit).await?;
                    results.add_view(profile.name, contender.name, visit, view);
                }
            }
        }
    }
    let version = shoppers[0].browser.devtools("Browser.getVersion", json!({})).await?;
    // Their browsers would only be in the way.
    drop(shoppers);
    eprintln!("first openings");
    results.add_openings(opening::measure(&site, &service).await?);
    click::add_products(&service)?;
    let carts = [Cart::ours(site.url(BASKET, false)), hand_written(&site)];
    for lines in [3, 50, 100] {
        eprintln!("clicks, {lines} lines");
        let times = click::measure(&service, &carts, lines).await?;
        results.add_clicks(lines, [BASKET, HAND].into_iter().zip(times));
    }
    results.to_json(&version)
}

/// The cart written by hand. It does not say when it has its answer, so the browser is asked.
fn hand_written(site: &Site) -> Cart {
    Cart {
        page: site.url(HAND, false),
        stored: "hand:pk_demo",
        root: "document.querySelector('[data-embed=hand]').shadowRoot",
        line: "li",
        button: ".cart",
        increase: ".increase",
        settled: "performance.getEntriesByType('resource').some(({ initiatorType }) => initiatorType == 'fetch')",
    }
}

impl Shopper {
    /// Opens a browser and puts one item into a cart.
    pub async fn arrive(
        site: &Site,
        service: &Service,
        contender: &'static Contender,
    ) -> Result<Self> {
        let mut browser = Browser::start(Engine::Chromium).await?;
        browser.goto(&site.blank()).await?;
        let (cart, bytes): (String, u32) =
            browser.run(FILL, vec![json!(service.address())]).await?;
        ensure!(bytes > 300, "the service does not tell how long its answer is");
        Ok(Self { contender, browser, cart, bytes })
    }

    /// Looks at the page on such a machine.
    async fn measure(&mut self, site: &Site, profile: Profile, visit: Visit) -> Result<View> {
        self.prepare(site, profile.is_far, visit).await?;
        self.browser.slow_down(profile.slower).await?;
        self.browser.slow_network(profile.latency, profile.throughput).await?;
        if profile.is_far {
            site.hang_up().await;
        }
        let view = self.view(site, profile.is_far, visit).await;
        self.browser.slow_network(0.0, 0.0).await?;
        self.browser.slow_down(1).await?;
        view
    }

    /// Leaves in the browser what the shopper has there. The visit before has left the rest.
    pub async fn prepare(&mut self, site: &Site, is_far: bool, visit: Visit) -> Result<()> {
        if visit == Visit::Usual {
            return Ok(());
        }
        self.browser.run::<()>("localStorage.clear()", vec![]).await?;
        self.browser.devtools("Network.clearBrowserCookies", json!({})).await?;
        if visit == Visit::Updated {
            let remember = format!("const [id] = arguments; {}", self.contender.remember);
            self.browser.run::<()>(&remember, vec![json!(self.cart)]).await?;
            self.view(site, is_far, visit).await?;
        }
        self.browser.devtools("Network.clearBrowserCache", json!({})).await?;
        Ok(())
    }

    /// Looks at the contender's page, and leaves it.
    pub async fn view(&mut self, site: &Site, is_far: bool, visit: Visit) -> Result<View> {
        let Self { contender, browser, bytes, .. } = self;
        // What it counts starts anew.
        browser.devtools("Performance.disable", json!({})).await?;
        browser.devtools("Performance.enable", json!({})).await?;
        let page = site.url(contender.name, is_far);
        browser.goto(&format!("{page}?items={}", visit.items())).await?;
        let seen = browser.run(RESULT, vec![json!(bytes)]).await;
        let seen: Value =
            seen.with_context(|| format!("{} did not show its button", contender.name))?;
        browser.devtools("HeapProfiler.collectGarbage", json!({})).await?;
        let metrics = browser.devtools("Performance.getMetrics", json!({})).await?;
        browser.goto(&site.blank()).await?;
        View::from_page(&seen, &metrics)
    }
}
