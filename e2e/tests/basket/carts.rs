//! A cart fills up, changes, and is there again.

use anyhow::Result;
use e2e::{Browser, HostSite, Key, Service, in_every_engine};
use serde_json::json;

use super::actions::{
    STATE, add, count, in_root, names, open, purchase, visit, wait_for_marker, watch_marker,
};

async fn adding_products_fills_the_basket(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    purchase(browser).await
}

async fn quantities_change_by_steps_and_by_typing(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    add(browser, "MUG").await?;
    open(browser).await?;
    browser.click(&browser.part("increase").await?).await?;
    browser.click(&browser.part("increase").await?).await?;
    browser.wait_for_value(&count(), "3").await?;
    browser.click(&browser.part("decrease").await?).await?;
    browser.wait_for_value(&count(), "2").await?;
    let total = in_root("root.querySelector('[part=sum-total] dd').textContent");
    browser.wait_for_value(&total, "€36.00").await?;
    let each = in_root("root.querySelector('.each').textContent");
    browser.wait_for_value(&each, "€18.00 each").await?;

    browser.click(&browser.part("quantity").await?).await?;
    browser.chord(&[Key::Control.into()], 'a').await?;
    browser.type_text("12").await?;
    browser.press(Key::Enter).await?;
    browser.wait_for_value(&total, "€216.00").await?;
    browser.wait_for_value(STATE, "filled").await?;
    browser.reload().await?;
    browser.wait_for_value(&count(), "12").await
}

async fn a_double_click_adds_once(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    watch_marker(browser, "MUG").await?;
    browser.double_click(&browser.find("[data-sku=MUG]").await?).await?;
    wait_for_marker(browser, "MUG", "done").await?;
    browser.wait_for_value(STATE, "filled").await?;
    browser.wait_for_value(&count(), "1").await
}

async fn a_marker_can_be_a_link_and_open_the_basket(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    add(browser, "PAPER").await?;
    browser.wait_for_value(&names(), json!(["Morning paper"])).await?;
    browser.wait_for(&in_root("root.querySelector('dialog').matches(':modal')")).await?;
    // Its own default action would have put the fragment into the address.
    browser.wait_for_value("location.hash", "").await
}

async fn the_cart_is_there_again_after_reload_in_a_second_tab_and_after_a_crash(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    // The first tab asks for its cart when it comes to the front again; the crash may meet that.
    browser.allow_problem("service-unreachable");
    browser.allow_problem("ERR_");
    visit(browser, site).await?;
    add(browser, "MUG").await?;
    add(browser, "CHAIR").await?;
    browser.reload().await?;
    browser.wait_for_value(&count(), "2").await?;

    let first = browser.tab().await?;
    browser.open_tab(&site.url("/shop.html")).await?;
    browser.wait_for_value(&count(), "2").await?;
    browser.close_tab(&first).await?;

    service.kill();
    service.restart().await?;
    browser.reload().await?;
    browser.wait_for_value(&count(), "2").await?;
    open(browser).await?;
    browser.wait_for_value(&names(), json!(["Stoneware mug", "Oak chair"])).await
}

async fn two_baskets_with_one_key_show_one_cart(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let basket = "<div data-embed=\"service-basket\"><script type=\"application/json\">\
        {\"api_key\": \"pk_demo\"}</script></div>";
    let address = site.page(
        "/two.html",
        &format!(
            "<!doctype html><html lang=en><head><title>Two</title>\
             <script src=\"{{{{service}}}}/v1/basket.js\" async></script></head><body>{basket}{basket}\
             <button data-embed=\"service-basket-add\" data-sku=\"MUG\">Mug</button>"
        ),
    );
    browser.goto(&address).await?;
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "MUG").await?;
    let counts = "[...document.querySelectorAll('[data-embed=\"service-basket\"]')]\
        .map((basket) => basket.shadowRoot?.querySelector('[part=count]')?.textContent)";
    browser.wait_for_value(counts, json!(["1", "1"])).await
}

/// A key is copied with blanks around it, and a configuration may have a member of any name.
async fn a_key_with_blanks_and_an_odd_member_keep_their_cart(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.allow_problem("unknown-member");
    let address = site.page(
        "/blanks.html",
        "<!doctype html><html lang=en><head><title>Blanks</title>\
         <script src=\"{{service}}/v1/basket.js\" async></script></head><body>\
         <div data-embed=\"service-basket\"><script type=\"application/json\">\
         {\"api_key\": \" pk_demo \", \"service-basket\": 1}</script></div>\
         <button data-embed=\"service-basket-add\" data-sku=\"MUG\">Mug</button>",
    );
    browser.goto(&address).await?;
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "MUG").await?;
    browser.wait_for_value("ServiceBasket.cart?.lines.length ?? null", 1).await?;
    browser.reload().await?;
    browser.wait_for_value(&count(), "1").await
}

async fn the_demo_shop_works(browser: &mut Browser, service: &Service, _: &HostSite) -> Result<()> {
    browser.goto(&service.url("/")).await?;
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "STROLLER").await?;
    add(browser, "MUG").await?;
    open(browser).await?;
    browser.wait_for_value(&names(), json!(["City stroller, rented", "Stoneware mug"])).await
}

in_every_engine!(
    adding_products_fills_the_basket,
    quantities_change_by_steps_and_by_typing,
    a_double_click_adds_once,
    a_marker_can_be_a_link_and_open_the_basket,
    the_cart_is_there_again_after_reload_in_a_second_tab_and_after_a_crash,
    two_baskets_with_one_key_show_one_cart,
    a_key_with_blanks_and_an_odd_member_keep_their_cart,
    the_demo_shop_works,
);
