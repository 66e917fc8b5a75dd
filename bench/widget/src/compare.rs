//! When a cart button is visible and works, and what it costs the page, next to other cart buttons:
//! `cargo xtask bench widget`.
//!
//! The shopper comes back with one item in the cart. A first view has nothing in the browser's cache; a later view has
//! what the one before left there. Contenders take turns, so that a busy machine is busy for all.

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, Engine, Service};
use serde_json::{Value, json};

use crate::click::{self, Cart};
use crate::contender::{BASKET, CONTENDERS, Contender, HAND};
use crate::results::{Results, View};
use crate::site::Site;

/// How often each has its turn.
const TURNS: usize = 7;

/// A machine and a network: how many times slower, milliseconds for each request, bytes a second.
const PROFILES: [(&str, u32, f64, f64); 2] = [("slow", 4, 562.5, 180_000.0), ("fast", 1, 0.0, 0.0)];

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
struct Shopper {
    contender: &'static Contender,
    browser: Browser,
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
    for (profile, slower, latency, throughput) in PROFILES {
        for turn in 1..=TURNS {
            eprintln!("{profile}, turn {turn} of {TURNS}");
            for shopper in &mut shoppers {
                for is_first in [true, false] {
                    shopper.prepare(&site, is_first).await?;
                    shopper.browser.slow_down(slower).await?;
                    shopper.browser.slow_network(latency, throughput).await?;
                    let view = shopper.view(&site).await?;
                    results.add_view(profile, shopper.contender.name, is_first, view);
                    shopper.browser.slow_network(0.0, 0.0).await?;
                    shopper.browser.slow_down(1).await?;
                }
            }
        }
    }
    let version = shoppers[0].browser.devtools("Browser.getVersion", json!({})).await?;
    // Their browsers would only be in the way.
    drop(shoppers);
    click::add_products(&service)?;
    let carts = [Cart::ours(site.url(BASKET)), hand_written(&site)];
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
        page: site.url(HAND),
        stored: "hand:pk_demo",
        root: "document.querySelector('[data-embed=hand]').shadowRoot",
        line: "li",
        button: ".cart",
        increase: ".increase",
        settled: "performance.getEntriesByType('resource').some(({ initiatorType }) => initiatorType == 'fetch')",
    }
}

impl Shopper {
    /// Opens a browser and puts one item into the cart.
    async fn arrive(site: &Site, service: &Service, contender: &'static Contender) -> Result<Self> {
        let mut browser = Browser::start(Engine::Chromium).await?;
        browser.goto(&site.url("blank")).await?;
        let (cart, bytes): (String, u32) =
            browser.run(FILL, vec![json!(service.address())]).await?;
        ensure!(bytes > 300, "the service does not tell how long its answer is");
        let mut shopper = Self { contender, browser, cart, bytes };
        // What is kept beside the cart, as a token is, is there from the start.
        shopper.prepare(site, true).await?;
        shopper.view(site).await?;
        Ok(shopper)
    }

    /// Leaves in the browser what a first or a later view finds there.
    async fn prepare(&mut self, site: &Site, is_first: bool) -> Result<()> {
        if is_first {
            let remember = format!(
                "localStorage.clear(); const [id] = arguments; {}",
                self.contender.remember
            );
            self.browser.run::<()>(&remember, vec![json!(self.cart)]).await?;
            self.browser.devtools("Network.clearBrowserCache", json!({})).await?;
        } else {
            self.view(site).await?;
        }
        Ok(())
    }

    /// Looks at the contender's page, and leaves it.
    async fn view(&mut self, site: &Site) -> Result<View> {
        let Self { contender, browser, bytes, .. } = self;
        // What it counts starts anew.
        browser.devtools("Performance.disable", json!({})).await?;
        browser.devtools("Performance.enable", json!({})).await?;
        browser.goto(&site.url(contender.name)).await?;
        let seen = browser.run(RESULT, vec![json!(bytes)]).await;
        let seen: Value =
            seen.with_context(|| format!("{} did not show its button", contender.name))?;
        browser.devtools("HeapProfiler.collectGarbage", json!({})).await?;
        let metrics = browser.devtools("Performance.getMetrics", json!({})).await?;
        browser.goto(&site.url("blank")).await?;
        View::from_page(&seen, &metrics)
    }
}
