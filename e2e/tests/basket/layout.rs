//! The four attributes are live, and each does what its name says.

use anyhow::Result;
use e2e::{Browser, HostSite, Service, in_every_engine};
use serde_json::json;

use super::actions::{in_root, open, visit};

const BASKET: &str = "document.querySelector('[data-embed=\"service-basket\"]')";

async fn set(browser: &mut Browser, attribute: &str, on: bool) -> Result<()> {
    browser.run::<()>(&format!("{BASKET}.toggleAttribute('{attribute}', {on})"), vec![]).await
}

fn edges() -> String {
    in_root(
        "(({ left, right, top, bottom }) => [left, innerWidth - right, top, innerHeight - bottom]\
         .map(Math.round))(root.querySelector('dialog').getBoundingClientRect())",
    )
}

async fn the_panel_stands_where_the_attributes_say(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    open(browser).await?;
    browser.wait_for(&in_root("root.querySelector('dialog').matches(':modal')")).await?;
    // Right and docked: 408 px wide, from top to bottom.
    browser.wait_for_value(&edges(), json!([872, 0, 0, 0])).await?;
    set(browser, "right", false).await?;
    browser.wait_for_value(&edges(), json!([0, 872, 0, 0])).await?;
    set(browser, "right", true).await?;
    set(browser, "detached", true).await?;
    browser.wait_for_value(&format!("{}.slice(0, 2)", edges()), json!([852, 20])).await?;
    browser.wait_for_value(&format!("{}[3]", edges()), 20).await?;
    set(browser, "tinted", false).await?;
    browser.wait_for(&in_root("root.querySelector('dialog').matches(':popover-open')")).await?;
    browser.wait_for(&in_root("!root.querySelector('dialog').matches(':modal')")).await?;
    let button = in_root(
        "(({ right, bottom, width }) => [innerWidth - right, innerHeight - bottom, width]\
         .map(Math.round))(root.querySelector('[part=button]').getBoundingClientRect())",
    );
    browser.wait_for_value(&button, json!([20, 20, 56])).await
}

async fn a_click_outside_closes_unless_persistent(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    set(browser, "persistent", true).await?;
    open(browser).await?;
    let open_now = in_root("root.querySelector('dialog').matches('[open], :popover-open')");
    browser.click_at(100, 600).await?;
    browser.wait_for_value(&open_now, true).await?;
    set(browser, "persistent", false).await?;
    browser.click_at(100, 600).await?;
    browser.wait_for_value(&open_now, false).await?;
    set(browser, "tinted", false).await?;
    open(browser).await?;
    browser.click_at(100, 600).await?;
    browser.wait_for_value(&open_now, false).await
}

async fn on_a_phone_the_panel_is_a_sheet_at_the_bottom(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.resize(375, 740).await?;
    visit(browser, site).await?;
    open(browser).await?;
    browser.wait_for_value(&format!("{}.slice(0, 2)", edges()), json!([0, 0])).await?;
    browser.wait_for_value(&format!("{}[3]", edges()), 0).await?;
    browser.wait_for(&format!("{}[2] > 50", edges())).await
}

async fn a_long_period_leaves_room_for_its_label(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let page = site.page(
        "/long-period.html",
        "<!doctype html><html lang=sv><title>Shop</title>\
         <script src=\"{{service}}/v1/basket.js\" async></script>\
         <div data-embed=service-basket><script type=\"application/json\">{\"api_key\": \"pk_demo\", \
         \"options\": {\"show_sum_subscriptions\": true}}</script></div>",
    );
    browser.goto(&page).await?;
    browser.wait_for("window.ServiceBasket?.add").await?;
    let fill = "return ServiceBasket.add({ sku: 'COFFEE', frequency: 'monthly', interval: 3 }) \
        .then(() => ServiceBasket.open()).then(() => {})";
    browser.run::<()>(fill, vec![]).await?;
    let lines = in_root(
        "[...root.querySelectorAll('dt')].map((label) => { \
            const range = document.createRange(); \
            range.selectNodeContents(label); \
            return new Set([...range.getClientRects()].map(({ top }) => top)).size; })",
    );
    browser.wait_for_value(&lines, json!([1, 1])).await
}

async fn nothing_of_the_page_leaks_in_and_nothing_of_ours_out(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    let facts = "[Object.keys(window).filter((name) => /basket/i.test(name)), \
        getComputedStyle(document.querySelector('h1')).margin != '0px', \
        location.hash + location.search, history.length < 3, \
        Object.keys(localStorage).filter((key) => !key.startsWith('service-basket:'))]";
    browser.wait_for_value(facts, json!([["ServiceBasket"], true, "", true, []])).await
}

in_every_engine!(
    the_panel_stands_where_the_attributes_say,
    a_click_outside_closes_unless_persistent,
    on_a_phone_the_panel_is_a_sheet_at_the_bottom,
    a_long_period_leaves_room_for_its_label,
    nothing_of_the_page_leaks_in_and_nothing_of_ours_out,
);
