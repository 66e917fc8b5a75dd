//! What is particular to touch screens.

use anyhow::Result;
use e2e::{Browser, Engine, HostSite, Service, in_every_engine};
use serde_json::json;

use super::actions::{STATE, add, in_root, open};

fn page(site: &HostSite, before: &str) -> String {
    site.page(
        "/touch.html",
        &format!(
            "<!doctype html><html lang=en><head><title>Touch</title>{before}\
             <script src=\"{{{{service}}}}/v1/basket.js\" async></script></head><body>\
             <div data-embed=service-basket><script type=\"application/json\">{{\"api_key\": \"pk_demo\"}}</script></div>\
             <button type=button data-embed=service-basket-add data-sku=MUG>Mug</button>"
        ),
    )
}

async fn a_field_does_not_make_a_telephone_zoom(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.goto(&page(site, "")).await?;
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "MUG").await?;
    open(browser).await?;
    // Some zoom in on a field with smaller letters than these.
    let rules = in_root(
        "root.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]) \
         .filter(({ conditionText }) => /pointer: ?coarse/.test(conditionText)) \
         .flatMap(({ cssRules }) => [...cssRules]) \
         .filter(({ selectorText }) => selectorText == '[part=\"quantity\"]').map(({ style }) => style.fontSize)",
    );
    browser.wait_for_value(&rules, json!(["16px"])).await?;
    if browser.engine() == Engine::Chromium {
        let letters = in_root("getComputedStyle(root.querySelector('[part=quantity]')).fontSize");
        browser.wait_for_value(&letters, "15px").await?;
        let touch = json!({ "enabled": true, "maxTouchPoints": 1 });
        browser.devtools("Emulation.setTouchEmulationEnabled", touch).await?;
        browser.wait_for_value(&letters, "16px").await?;
    }
    Ok(())
}

async fn going_back_closes_the_panel(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    // A telephone that tells pages of the gesture, which no driver can make.
    let phone = "<script>const real = window.matchMedia; \
        window.matchMedia = (query) => (/coarse/.test(query) ? { matches: true } : real.call(window, query)); \
        window.watchers = []; \
        window.CloseWatcher = class { constructor() { watchers.push(this); } \
            destroy() { watchers.splice(watchers.indexOf(this), 1); } };</script>";
    browser.goto(&page(site, phone)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    let count = "watchers.length";
    browser.wait_for_value(count, 0).await?;
    open(browser).await?;
    browser.wait_for_value(count, 1).await?;
    browser.run::<()>("watchers[0].onclose()", vec![]).await?;
    let is_open = in_root("!!root.querySelector('dialog:is([open], :popover-open)')");
    browser.wait_for_value(&is_open, false).await?;
    // It watches no longer than it is open.
    browser.wait_for_value(count, 0).await?;
    // Of modal panels the browser knows by itself.
    browser.run::<()>("document.querySelector('div').setAttribute('tinted', '')", vec![]).await?;
    browser.run::<()>("return ServiceBasket.open().then(() => {})", vec![]).await?;
    browser.wait_for(&in_root("root.querySelector('dialog:modal')")).await?;
    browser.wait_for_value(count, 0).await
}

in_every_engine!(a_field_does_not_make_a_telephone_zoom, going_back_closes_the_panel);
