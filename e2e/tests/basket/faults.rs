//! Refusals and outages: nothing is lost, nothing is doubled, and the shopper is told.

use anyhow::Result;
use e2e::{Browser, HostSite, Key, Service, in_every_engine};

use super::actions::{STATE, add, count, in_root, open, visit};

async fn a_refused_change_is_taken_back_and_said(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    // Chromium logs every answer above 399 by itself.
    browser.allow_problem("409");
    visit(browser, site).await?;
    add(browser, "CHAIR").await?;
    open(browser).await?;
    browser.click(&browser.part("quantity").await?).await?;
    browser.chord(&[Key::Control.into()], 'a').await?;
    browser.type_text("7").await?;
    browser.press(Key::Enter).await?;
    let message = in_root("root.querySelector('[part=message]')?.innerText.trim()");
    browser.wait_for_value(&message, "Only 3 left").await?;
    browser.wait_for_value(&in_root("root.querySelector('[part=quantity]').value"), "1").await?;
    browser.wait_for_value(&count(), "1").await?;
    // The next change that works takes the message away.
    browser.click(&browser.part("increase").await?).await?;
    browser.wait_for_value(&count(), "2").await?;
    browser.wait_for_value(&message, serde_json::Value::Null).await
}

async fn what_is_sold_out_says_so_on_its_marker(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.allow_problem("409");
    visit(browser, site).await?;
    browser.click(&browser.find("[data-sku=LAMP]").await?).await?;
    let state = "document.querySelector('[data-sku=LAMP]').dataset.state";
    browser.wait_for_value(state, "out-of-stock").await?;
    browser.wait_for_value(STATE, "empty").await
}

async fn changes_made_while_the_service_is_away_arrive_once_it_is_back(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    // Chromium logs failed requests by itself.
    browser.expect_problem("service-unreachable");
    browser.allow_problem("ERR_");
    visit(browser, site).await?;
    add(browser, "MUG").await?;
    open(browser).await?;
    service.kill();
    browser.click(&browser.part("increase").await?).await?;
    browser.wait_for_value(STATE, "offline").await?;
    browser.click(&browser.part("increase").await?).await?;
    // Shown at once, although nobody has confirmed it.
    browser.wait_for_value(&count(), "3").await?;
    service.restart().await?;
    // It may have tried again by itself before the shopper does.
    let retry = in_root("void root.querySelector('[part=message] button')?.click()");
    browser.run::<()>(&retry, vec![]).await?;
    browser.wait_for_value(STATE, "filled").await?;
    browser.reload().await?;
    browser.wait_for_value(&count(), "3").await
}

async fn a_cart_that_is_gone_is_replaced_without_a_fuss(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.allow_problem("404");
    visit(browser, site).await?;
    let forged = "localStorage['service-basket:pk_demo:cart'] = 'gone'";
    browser.run::<()>(forged, vec![]).await?;
    browser.reload().await?;
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "MUG").await?;
    browser.wait_for_value(&count(), "1").await?;
    browser.reload().await?;
    browser.wait_for_value(&count(), "1").await
}

async fn the_page_may_take_over_the_checkout(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.allow_problem("409");
    visit(browser, site).await?;
    add(browser, "CHAIR").await?;
    open(browser).await?;
    let take_over = "document.addEventListener('service-basket:checkout', (event) => { \
        event.preventDefault(); window.taken = event.detail.cart.items; }, { once: true });";
    browser.run::<()>(take_over, vec![]).await?;
    browser.click(&browser.part("checkout").await?).await?;
    browser.wait_for_value("window.taken", 1).await?;
    browser.wait_for_value(STATE, "filled").await?;
    // Left to itself, the basket asks the service, which does not sell what there is no more of.
    service.change_database("UPDATE products SET stock = 0 WHERE sku = 'CHAIR'")?;
    browser.click(&browser.part("checkout").await?).await?;
    let message = in_root("root.querySelector('[part=message]')?.innerText.trim()");
    browser.wait_for_value(&message, "Checkout is not possible right now.").await
}

in_every_engine!(
    a_refused_change_is_taken_back_and_said,
    what_is_sold_out_says_so_on_its_marker,
    changes_made_while_the_service_is_away_arrive_once_it_is_back,
    a_cart_that_is_gone_is_replaced_without_a_fuss,
    the_page_may_take_over_the_checkout,
);
