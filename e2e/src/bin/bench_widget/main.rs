//! How soon a cart button is there and works, beside what people would pick instead: `cargo xtask bench widget`. Prints
//! what was measured as JSON: for each profile and each contender a list of views.
//!
//! The shopper comes back with one item in the cart. A first view has nothing in the browser's cache; a later view has
//! what the one before left there. Contenders take turns, so that a busy machine is busy for all.

mod contender;
mod site;

use anyhow::{Context as _, Result, ensure};
use contender::{CONTENDERS, Contender};
use e2e::{Browser, Engine, Service};
use serde_json::{Map, Value, json};
use site::Site;

/// How often each has its turn.
const TURNS: usize = 7;

/// A machine and a network: how many times slower, milliseconds for each request, bytes a second.
const PROFILES: [(&str, u32, f64, f64); 2] = [("fast", 1, 0.0, 0.0), ("slow", 4, 562.5, 180_000.0)];

/// What a page says of itself once the button works and nothing else happens for a while.
const RESULT: &str = "return new Promise((done) => { \
    const ask = () => window.seen?.working ? setTimeout(() => done(window.seen), 1500) : setTimeout(ask, 50); \
    ask(); })";

#[tokio::main(flavor = "current_thread")]
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is what the command is for")]
async fn main() -> Result<()> {
    let service = Service::start().await?;
    let site = Site::start(&service).await?;
    let mut browsers = Vec::new();
    for contender in CONTENDERS {
        let mut browser = Browser::start(Engine::Chromium).await?;
        prepare(&mut browser, &site, &service, contender).await?;
        browsers.push(browser);
    }
    let mut measured = Map::new();
    for (profile, slower, latency, throughput) in PROFILES {
        let mut views: Map<String, Value> = Map::new();
        for turn in 1..=TURNS {
            eprintln!("{profile}, turn {turn} of {TURNS}");
            for (contender, browser) in CONTENDERS.iter().zip(&mut browsers) {
                for is_first in [true, false] {
                    ready(browser, &site, contender, is_first).await?;
                    browser.slow_down(slower).await?;
                    browser.slow_network(latency, throughput).await?;
                    let seen = view(browser, &site, contender).await?;
                    browser.slow_network(0.0, 0.0).await?;
                    browser.slow_down(1).await?;
                    let name = if is_first { "first" } else { "later" };
                    let list = views.entry(format!("{} {name}", contender.name));
                    if let Value::Array(list) = list.or_insert_with(|| json!([])) {
                        list.push(seen);
                    }
                }
            }
        }
        measured.insert(profile.to_owned(), Value::Object(views));
    }
    println!("{}", Value::Object(measured));
    Ok(())
}

/// Gives the shopper a cart with one item, where the contender looks for it.
async fn prepare(
    browser: &mut Browser,
    site: &Site,
    service: &Service,
    contender: &Contender,
) -> Result<()> {
    browser.goto(&site.url("/blank.html")).await?;
    let fill = "const [service, name] = arguments; \
        return fetch(service + '/v1/carts', { method: 'POST', body: '{\"lines\":[{\"sku\":\"MUG\"}]}', headers: \
        { Authorization: 'Bearer pk_demo', 'Content-Type': 'application/json' } }) \
        .then((answer) => answer.json()).then(({ id }) => { localStorage[name] = id; return id })";
    let id: String =
        browser.run(fill, vec![json!(service.address()), json!(contender.stored)]).await?;
    ensure!(!id.is_empty());
    if let Some(value) = contender.value {
        let keep = "localStorage[arguments[0]] = arguments[1]";
        browser.run::<()>(keep, vec![json!(contender.stored), json!(value)]).await?;
    }
    Ok(())
}

/// Leaves in the browser what a first or a later view finds there.
async fn ready(
    browser: &mut Browser,
    site: &Site,
    contender: &Contender,
    is_first: bool,
) -> Result<()> {
    if is_first {
        browser.goto(&site.url("/blank.html")).await?;
        let forget = "for (const name of Object.keys(localStorage)) \
            if (name != arguments[0]) delete localStorage[name]";
        browser.run::<()>(forget, vec![json!(contender.stored)]).await?;
        browser.devtools("Network.clearBrowserCache", json!({})).await?;
    } else {
        view(browser, site, contender).await?;
        browser.goto(&site.url("/blank.html")).await?;
    }
    Ok(())
}

async fn view(browser: &mut Browser, site: &Site, contender: &Contender) -> Result<Value> {
    browser.goto(&site.url(&format!("/{}.html", contender.name))).await?;
    browser.devtools("Performance.enable", json!({})).await?;
    let seen = browser.run(RESULT, vec![]).await;
    let mut seen: Value =
        seen.with_context(|| format!("{} did not show its button", contender.name))?;
    let metrics = browser.devtools("Performance.getMetrics", json!({})).await?;
    for metric in metrics["metrics"].as_array().into_iter().flatten() {
        if let Some(name @ ("ScriptDuration" | "JSHeapUsedSize")) = metric["name"].as_str() {
            seen[name] = metric["value"].clone();
        }
    }
    Ok(seen)
}
