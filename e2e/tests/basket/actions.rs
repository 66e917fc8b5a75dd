//! What every test here does with a basket, in words.

use anyhow::Result;
use e2e::{Browser, HostSite};

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

/// Clicks the add marker of a product, and waits until it is in the cart.
pub async fn add(browser: &mut Browser, sku: &str) -> Result<()> {
    let marker = browser.find(&format!("[data-sku={sku}]")).await?;
    browser.click(&marker).await?;
    let state = format!("document.querySelector('[data-sku={sku}]').dataset.state");
    browser.wait_for_value(&state, "done").await
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
