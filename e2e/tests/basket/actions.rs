//! What every test here does with a basket, in words.

use anyhow::Result;
use e2e::{Browser, HostSite};
use serde_json::json;

/// The first basket's shadow root, in a page's script.
pub const ROOT: &str = "document.querySelector('[data-embed=\"service-basket\"]').shadowRoot";
/// The first basket's `data-state`.
pub const STATE: &str = "document.querySelector('[data-embed=\"service-basket\"]').dataset.state";

/// A script expression about the first basket's shadow root, which it may call `root`.
pub fn in_root(expression: &str) -> String {
    format!("((root) => {expression})({ROOT})")
}

/// The names of all cards, top to bottom.
pub fn names() -> String {
    in_root("[...root.querySelectorAll('[part=name]')].map((name) => name.textContent)")
}

/// The number on the cart button.
pub fn count() -> String {
    in_root("root?.querySelector('[part=count]')?.textContent")
}

/// Opens the host page and waits until the basket has its first answer.
pub async fn visit(browser: &mut Browser, site: &HostSite) -> Result<()> {
    browser.goto(&site.url("/shop.html")).await?;
    browser.wait_for(&format!("['empty', 'filled'].includes({STATE})")).await
}

/// Clicks the add marker of a product, and waits until it is in the cart. The basket is there by then: where a page keeps
/// no place for it, its coming moves the marker, and a pointer would miss it.
pub async fn add(browser: &mut Browser, sku: &str) -> Result<()> {
    let baskets = "[...document.querySelectorAll('[data-embed=\"service-basket\"]')]";
    let is_there = "({ dataset }) => !['loading', undefined].includes(dataset.state)";
    browser.wait_for(&format!("!{baskets}.length || {baskets}.some({is_there})")).await?;
    // Half a second after the last answer a marker takes the next click.
    browser
        .wait_for(&format!("!(document.querySelector('[data-sku={sku}]').until > Date.now())"))
        .await?;
    watch_marker(browser, sku).await?;
    browser.click(&browser.find(&format!("[data-sku={sku}]")).await?).await?;
    wait_for_marker(browser, sku, "done").await
}

/// Has the page write down each state that a marker comes to: it says "done" for a moment only, which a busy machine
/// may not see.
pub async fn watch_marker(browser: &Browser, sku: &str) -> Result<()> {
    let watch = "const marker = document.querySelector(`[data-sku=${arguments[0]}]`); \
        marker.states = []; \
        marker.watcher ??= new MutationObserver(() => marker.states.push(marker.dataset.state)); \
        marker.watcher.observe(marker, { attributeFilter: ['data-state'] });";
    browser.run(watch, vec![sku.into()]).await
}

/// Waits until a marker that is watched has come to a state.
pub async fn wait_for_marker(browser: &Browser, sku: &str, state: &str) -> Result<()> {
    let states = format!("document.querySelector('[data-sku={sku}]').states");
    browser.wait_for_value(&format!("{states}.includes('{state}') || {states}"), true).await
}

/// Opens the panel with the cart button, and waits until it stands still: a pointer that aims at
/// something that moves may miss it.
pub async fn open(browser: &mut Browser) -> Result<()> {
    browser.click(&browser.part("button").await?).await?;
    browser.wait_for(&in_root("root.querySelector('dialog:is([open], :popover-open)')")).await?;
    settle(browser).await
}

/// Waits until nothing in the basket moves but what goes on until an answer comes. WebKit goes on counting the light of
/// a panel that was closed while something was on its way.
pub async fn settle(browser: &Browser) -> Result<()> {
    let ends = "({ effect }) => effect.getTiming().iterations < Infinity";
    browser.wait_for(&in_root(&format!("!root.getAnimations().some({ends})"))).await
}

/// Fills the empty basket of a page with a purchase and a subscription, looks at every number in it, and changes it.
/// The page has the products and options of `shop.html`.
pub async fn purchase(browser: &mut Browser) -> Result<()> {
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "MUG").await?;
    add(browser, "COFFEE").await?;
    add(browser, "EBOOK").await?;
    browser.wait_for_value(&count(), "4").await?;
    open(browser).await?;
    let expected = ["Stoneware mug", "Coffee beans, 1 kg", "The slow kitchen, e-book"];
    browser.wait_for_value(&names(), json!(expected)).await?;
    let price = in_root("[...root.querySelectorAll('[part=price]')].map((p) => p.textContent)");
    browser.wait_for_value(&price, json!(["€18.00", "€21.00", "€19.98"])).await?;
    let chips = in_root("[...root.querySelectorAll('[part=chip]')].map((c) => c.textContent)");
    browser.wait_for_value(&chips, json!(["monthly", "Consumable"])).await?;
    let sums = in_root(
        "[...root.querySelectorAll('[part=sums] > div')].map((row) => row.innerText.trim().replace(/\\s+/g, ' '))",
    );
    let sum_rows = ["3 purchases €37.98", "1 subscription €21.00 monthly", "Total today €58.98"];
    browser.wait_for_value(&sums, json!(sum_rows)).await?;
    let label = in_root("root.querySelector('[part=button]').ariaLabel");
    browser.wait_for_value(&label, "Your cart, 4 items").await?;
    browser.click(&browser.part("increase").await?).await?;
    browser.wait_for_value(&count(), "5").await?;
    browser.click(&browser.part("remove").await?).await?;
    browser.wait_for_value(&names(), json!(&expected[1..])).await?;
    browser.wait_for_value(STATE, "filled").await?;
    browser.reload().await?;
    browser.wait_for_value(&count(), "3").await?;
    browser.wait_for_value(STATE, "filled").await
}
