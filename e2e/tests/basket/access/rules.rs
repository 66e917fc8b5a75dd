//! The rules that axe-core knows, in every state, layout and colour of a basket.

use anyhow::{Result, ensure};
use e2e::{Browser, HostSite, Key, Service, in_every_engine};
use serde_json::{Value, json};

use super::super::actions::{STATE, in_root, open};
use super::super::audit::{View, axe};
use super::super::layouts::Layout;
use super::{Findings, OPTIONS, configure, fill, settle, shop};

/// Checks the first basket against the rules; one of them, named here, must find something to look at.
async fn look(browser: &Browser, found: &mut Findings, what: &str, rule: &str) -> Result<()> {
    settle(browser).await?;
    // The single letter behind a product's picture is no text to read.
    let view = View { scope: "basket()", decided: ".picture", ..View::page("Basket", what) };
    let (passed, wrong) = view.audit(browser).await?;
    for finding in wrong {
        found.add(finding, what);
    }
    ensure!(passed.iter().any(|id| id == rule), "{what}: axe saw nothing for {rule}");
    Ok(())
}

/// Checks a basket with a button.
async fn check(browser: &Browser, found: &mut Findings, what: &str) -> Result<()> {
    look(browser, found, what, "target-size").await
}

async fn no_state_breaks_a_rule(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    // What goes wrong here on purpose is told, and Chromium logs every answer above 399 by itself.
    for text in ["service-unreachable", "409"] {
        browser.allow_problem(text);
    }
    let mut found = Findings::default();
    let address = shop(site, "right tinted");
    for (mode, state) in
        [("held", "loading"), ("away", "offline"), ("broken", "error"), ("through", "empty")]
    {
        browser.goto(&format!("{address}?mode={mode}")).await?;
        browser.wait_for_value(STATE, state).await?;
        check(browser, &mut found, &format!("{state}, closed")).await?;
        open(browser).await?;
        check(browser, &mut found, state).await?;
    }
    browser
        .run::<()>("window.mode = 'held'; document.querySelector('[data-sku]').click()", vec![])
        .await?;
    browser.wait_for_value(STATE, "updating").await?;
    check(browser, &mut found, "a product on its way").await?;
    // Else the next page would send it.
    browser.run::<()>("localStorage.removeItem('service-basket:pk_demo:queue')", vec![]).await?;

    fill(browser, site, "right tinted").await?;
    open(browser).await?;
    check(browser, &mut found, "filled").await?;
    // More of the chair than there is.
    browser.click(&browser.find_in_basket(0, "li:nth-child(3) [part=quantity]").await?).await?;
    browser.chord(&[Key::Control.into()], 'a').await?;
    browser.type_text("7").await?;
    browser.press(Key::Enter).await?;
    browser.wait_for(&in_root("root.querySelector('[part=message]')")).await?;
    check(browser, &mut found, "a refused change").await?;
    for (mode, part, state) in [
        ("held", "increase", "updating"),
        ("held", "checkout", "checking-out"),
        ("away", "increase", "offline"),
    ] {
        browser.goto(&address).await?;
        browser.wait_for_value(STATE, "filled").await?;
        open(browser).await?;
        browser.run::<()>("window.mode = arguments[0]", vec![json!(mode)]).await?;
        browser.click(&browser.part(part).await?).await?;
        browser.wait_for_value(STATE, state).await?;
        check(browser, &mut found, &format!("{state}, with a cart")).await?;
    }

    browser.goto(&address).await?;
    browser.wait_for_value(STATE, "filled").await?;
    open(browser).await?;
    browser.click(&browser.find_in_basket(0, "li:last-child [part=remove]").await?).await?;
    browser.find_in_basket(0, "[part=message] button").await?;
    browser.wait_for_value(STATE, "filled").await?;
    check(browser, &mut found, "a removal that can be undone").await?;

    // Meanwhile somebody took the last chairs, and mugs have become dearer; the next answer tells.
    service.change_database("UPDATE products SET stock = 0 WHERE sku = 'CHAIR'")?;
    service.change_database("UPDATE products SET price = 2000 WHERE sku = 'MUG'")?;
    browser.click(&browser.find_in_basket(0, "li:nth-child(2) [part=increase]").await?).await?;
    let chips = "all('.warning').map(({ textContent }) => textContent)";
    browser.wait_for_value(chips, json!(["New price", "Out of stock"])).await?;
    browser.wait_for_value(STATE, "filled").await?;
    check(browser, &mut found, "a new price, and out of stock").await?;
    found.none()
}

async fn no_layout_breaks_a_rule(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let mut found = Findings::default();
    fill(browser, site, "").await?;
    open(browser).await?;
    for layout in Layout::all() {
        layout.set(browser).await?;
        let mode = if layout.has("tinted") { ":modal" } else { ":popover-open" };
        browser.wait_for(&format!("all('dialog')[0].matches('{mode}')")).await?;
        for scheme in ["light", "dark"] {
            paint(browser, scheme).await?;
            check(browser, &mut found, &format!("{layout} {scheme}")).await?;
        }
    }
    found.none()
}

async fn paint(browser: &Browser, scheme: &str) -> Result<()> {
    let set = "document.documentElement.style.colorScheme = arguments[0]";
    browser.run(set, vec![json!(scheme)]).await
}

async fn no_style_direction_or_width_breaks_a_rule(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let mut found = Findings::default();
    fill(browser, site, "right tinted").await?;
    open(browser).await?;
    let style = json!({
        "primary": "#7a1f5c", "secondary": "#fdf6e3",
        "text_primary": "#102030", "text_secondary": "#304050",
        "button_primary": "#ffd54f",
        "button_cart_primary": "#004d40", "button_cart_text_primary": "#e0f2f1",
        "button_checkout_primary": "#880e4f", "button_checkout_text_primary": "#fff8e1",
        "chip_primary": "#1a237e", "product_card_primary": "#f0fff0",
        "border": "1px solid #7a1f5c", "border_radius": "7px", "box_shadow": "0 1px 9px 3px #0123",
        "font_family": "Georgia, serif", "font_weight": "300",
    });
    configure(browser, json!({ "style": style })).await?;
    browser.wait_for_value("getComputedStyle(all('dialog')[0]).fontWeight", "300").await?;
    check(browser, &mut found, "styled").await?;

    let texts = json!({ "your_cart": "הסל שלך", "checkout": "לתשלום", "items": "{count} פריטים" });
    let mut options: Value = serde_json::from_str(OPTIONS)?;
    options["default_locale"] = json!("he");
    let hebrew = json!({ "style": {}, "options": options, "locales": { "he": texts } });
    configure(browser, hebrew).await?;
    browser.wait_for_value("all('.root')[0].dir", "rtl").await?;
    check(browser, &mut found, "right to left").await?;
    browser.resize(375, 740).await?;
    for scheme in ["light", "dark"] {
        paint(browser, scheme).await?;
        check(browser, &mut found, &format!("right to left on a phone, {scheme}")).await?;
    }
    found.none()
}

async fn the_card_of_a_broken_configuration_breaks_no_rule(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.expect_problem("api-key-placeholder");
    let mut found = Findings::default();
    browser.goto(&shop(site, "")).await?;
    browser.wait_for_value(STATE, "empty").await?;
    configure(browser, json!({ "api_key": "<API_KEY>" })).await?;
    browser.wait_for(&in_root("root.querySelector('.card')")).await?;
    for scheme in ["light", "dark"] {
        paint(browser, scheme).await?;
        look(browser, &mut found, &format!("card, {scheme}"), "color-contrast").await?;
    }
    found.none()
}

async fn a_basket_adds_no_landmark_to_the_page(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let html = "<!doctype html><html lang=en><head><title>Shop</title>\
        <script src=\"{{service}}/v1/basket.js\" async></script></head><body>\
        <header>Shop</header><div data-embed=service-basket><script type=\"application/json\">\
        {\"api_key\": \"pk_demo\"}</script></div><main><h1>Mugs</h1></main><footer>Imprint</footer>";
    browser.goto(&site.page("/landmarks.html", html)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.run::<()>("return ServiceBasket.add({ sku: 'MUG' }).then(() => {})", vec![]).await?;
    open(browser).await?;
    browser.run::<()>(&axe()?, vec![]).await?;
    let rules =
        ["landmark-no-duplicate-banner", "landmark-no-duplicate-contentinfo", "landmark-unique"];
    let ask = "return axe.run(document, { runOnly: { type: 'rule', values: arguments[0] } }) \
        .then(({ passes, violations }) => [passes, violations].map((all) => all.map(({ id }) => id).sort()))";
    let (passed, wrong): (Vec<String>, Vec<String>) = browser.run(ask, vec![json!(rules)]).await?;
    ensure!(wrong.is_empty() && passed == rules, "{wrong:?} {passed:?}");
    Ok(())
}

in_every_engine!(
    a_basket_adds_no_landmark_to_the_page,
    no_state_breaks_a_rule,
    no_layout_breaks_a_rule,
    no_style_direction_or_width_breaks_a_rule,
    the_card_of_a_broken_configuration_breaks_no_rule,
);
