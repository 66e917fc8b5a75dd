//! Somebody starts the service for the first time, and soon a shopper has something in the basket.

use anyhow::{Result, ensure};
use e2e::{Browser, HostSite, Key, Service, in_every_engine};
use serde_json::json;

use super::super::actions::{STATE, add};
use super::{add_product, arrive, click, first_link, go, press, set_up};

const API_KEY: &str = "/admin/settings/setup-design/checkout-setup/api-key";

/// What was copied, as it comes out of the clipboard on a page of another site.
async fn paste(browser: &mut Browser, site: &HostSite) -> Result<String> {
    let html = "<!doctype html><title>Editor</title><textarea autofocus></textarea>";
    browser.goto(&site.page("/editor.html", html)).await?;
    browser.click(&browser.find("textarea").await?).await?;
    browser.chord(&[Key::Control.into()], 'v').await?;
    browser.wait_for("document.querySelector('textarea').value").await?;
    browser.eval("document.querySelector('textarea').value").await
}

async fn story(browser: &mut Browser, site: &HostSite) -> Result<()> {
    let service = Service::empty().await?;
    set_up(browser, &first_link(&service, service.address())?).await?;
    add_product(browser).await?;

    go(browser, API_KEY, "API Key").await?;
    let trail = "[...document.querySelectorAll('.trail li')].slice(1).map((it) => it.textContent).join(' > ')";
    browser.wait_for_value(trail, "Settings > Setup & Design > Checkout Setup > API Key").await?;
    click(browser, "[data-copy=snippet]").await?;
    browser
        .wait_for_value("document.querySelector('[data-copy=snippet]').textContent", "Copied")
        .await?;
    let snippet = paste(browser, site).await?;
    ensure!(
        snippet.contains("\"api_key\": \"pk_") || snippet.contains("\"api_key\":\"pk_"),
        "{snippet}"
    );

    // Somebody else's page, with the snippet as it is and a button of its own.
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><title>Shop</title></head><body>{snippet}\
         <button data-embed=\"service-basket-add\" data-sku=\"MUG\">Add</button></body></html>"
    );
    browser.goto(&site.page("/corner.html", &html)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "MUG").await?;
    browser.wait_for_value(STATE, "filled").await?;

    browser.goto(&service.url("/admin/start")).await?;
    let done = "document.querySelectorAll('.steps .done').length";
    browser.wait_for_value(done, 2).await?;
    go(browser, "/admin/carts", "Carts").await?;
    let rows = "document.querySelectorAll('main a[href^=\"/admin/carts/\"]').length";
    browser.wait_for_value(rows, 1).await?;
    click(browser, "main a[href^='/admin/carts/']").await?;
    browser
        .wait_for("document.querySelector('main').textContent.includes('Stoneware mug')")
        .await?;
    // Nothing sticks out to the side, however narrow it is.
    for path in ["/admin/overview", API_KEY, "/admin/settings/people", "/admin/settings/activity"] {
        browser.goto(&service.url(path)).await?;
        let wide = "document.documentElement.scrollWidth - innerWidth";
        browser.wait_for_value(&format!("Math.max(0, {wide})"), json!(0)).await?;
    }
    browser.goto(&service.url("/admin/account")).await?;
    press(browser, "Sign out").await?;
    arrive(browser, "Sign in").await?;
    // What stands alone stands in the middle.
    let beside = "(({ left, right }) => Math.abs(left + right - innerWidth) < 2) \
        (document.querySelector('main').getBoundingClientRect())";
    browser.wait_for(beside).await
}

async fn from_an_empty_database_to_the_first_cart(
    browser: &mut Browser,
    site: &HostSite,
) -> Result<()> {
    story(browser, site).await
}

async fn from_an_empty_database_to_the_first_cart_on_a_phone(
    browser: &mut Browser,
    site: &HostSite,
) -> Result<()> {
    browser.resize(375, 740).await?;
    story(browser, site).await
}

in_every_engine!(without_service:
    from_an_empty_database_to_the_first_cart,
    from_an_empty_database_to_the_first_cart_on_a_phone,
);
