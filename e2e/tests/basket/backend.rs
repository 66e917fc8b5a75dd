//! The backend in a browser: from nothing to the first cart, on a desk, on a phone and without scripts; and
//! by the rules that axe-core knows.

mod passkeys;
mod rules;
mod story;
mod unscripted;

use anyhow::{Context as _, Result};
use e2e::{Browser, Element, Service};

const TITLE: &str = "document.querySelector('h1')?.textContent";

/// The link that the service printed, on the machine given instead of its own.
pub(super) fn first_link(service: &Service, address: &str) -> Result<String> {
    let output = service.output()?;
    let link =
        output.lines().find_map(|line| line.split_once("Set up:")).map(|(_, link)| link.trim());
    let link = link.with_context(|| format!("no link in {output}"))?;
    Ok(link.replace(service.address(), address))
}

/// Waits for a page by its heading.
async fn arrive(browser: &Browser, title: &str) -> Result<()> {
    browser.wait_for_value(TITLE, title).await?;
    browser.wait_for("document.readyState == 'complete'").await
}

/// An element in the middle of the screen, once nothing moves or covers it. WebKit's driver does not wait for what it has
/// scrolled to.
async fn steady(browser: &Browser, css: &str) -> Result<Element> {
    let is_steady = format!(
        "((it) => {{ it?.scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
         const box = it?.getBoundingClientRect(); \
         const met = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2); \
         return document.readyState == 'complete' && !document.getAnimations().length \
           && Boolean(met) && (it == met || it.contains(met)); }})(document.querySelector({css:?}))"
    );
    browser.wait_for(&is_steady).await?;
    browser.find(css).await
}

/// Clicks an element.
async fn click(browser: &Browser, css: &str) -> Result<()> {
    browser.click(&steady(browser, css).await?).await
}

/// Types into the field of that id.
async fn fill(browser: &Browser, id: &str, text: &str) -> Result<()> {
    let field = steady(browser, &format!("#{id}")).await?;
    field.clear().await?;
    Ok(field.send_keys(text).await?)
}

/// Clicks the first button, link or summary with these words in it.
pub(super) async fn press(browser: &Browser, words: &str) -> Result<()> {
    let mark = format!(
        "(() => {{ for (const old of document.querySelectorAll('[data-wanted]')) delete old.dataset.wanted; \
         const found = [...document.querySelectorAll('button, a, summary')].find((it) => \
           it.textContent.includes({words:?}) && it.checkVisibility()); \
         if (found) found.dataset.wanted = ''; return Boolean(found); }})()"
    );
    browser.wait_for(&mark).await?;
    click(browser, "[data-wanted]").await
}

/// Goes to a page by the navigation, which a phone has behind a button.
async fn go(browser: &Browser, name: &str, title: &str) -> Result<()> {
    if browser.eval("!document.querySelector('nav#menu').checkVisibility()").await? {
        press(browser, "Menu").await?;
        browser.wait_for("document.querySelector('nav#menu').matches(':popover-open')").await?;
    }
    click(browser, &format!("nav#menu a[href='{name}']")).await?;
    arrive(browser, title).await
}

/// Fills in the first page of a new service.
pub(super) async fn set_up(browser: &mut Browser, link: &str) -> Result<()> {
    browser.goto(link).await?;
    arrive(browser, "Welcome").await?;
    fill(browser, "name", "Corner shop").await?;
    fill(browser, "email", "ann@shop.example").await?;
    fill(browser, "password", "correct horse battery").await?;
    press(browser, "Create account").await?;
    arrive(browser, "Get started").await
}

/// Adds a product by the form.
pub(super) async fn add_product(browser: &Browser) -> Result<()> {
    go(browser, "/admin/products", "Products").await?;
    click(browser, "a[href='/admin/products/new']").await?;
    arrive(browser, "New product").await?;
    fill(browser, "sku", "MUG").await?;
    fill(browser, "name", "Stoneware mug").await?;
    fill(browser, "price", "18.00").await?;
    press(browser, "Add product").await?;
    arrive(browser, "Products").await
}
