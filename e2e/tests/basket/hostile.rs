//! Pages that we did not write: themes that hide, move or wrap the basket, and scripts that call nonsense.

use anyhow::{Result, ensure};
use e2e::{Browser, HostSite, Service, in_every_engine};
use serde_json::json;

use super::actions::{STATE, add, count};

const BASKET: &str = "<div data-embed=service-basket tinted><script type=\"application/json\">\
    {\"api_key\": \"pk_demo\"}</script></div>";

/// What every page here can do: say how the panel of the nth basket is.
const SCRIPT: &str = "var baskets = () => [...document.querySelectorAll('[data-embed=service-basket]')]; \
    var panel = (nth) => baskets()[nth].shadowRoot?.querySelector('dialog'); \
    var how = (nth) => [':modal', ':popover-open'].find((state) => panel(nth)?.matches(state)) ?? 'closed';";

fn page(site: &HostSite, head: &str, body: &str) -> String {
    let html = format!(
        "<!doctype html><html lang=en><head><title>Theme</title><script>{SCRIPT}{head}</script>\
         <script src=\"{{{{service}}}}/v1/basket.js\" async></script></head><body>{body}\
         <button type=button data-embed=service-basket-add data-sku=MUG>Mug</button>"
    );
    site.page("/theme.html", &html)
}

async fn a_hidden_basket_never_makes_the_page_wait(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let hidden = format!("<div hidden>{BASKET}</div>");
    let toggle = "<button type=button id=toggle data-embed=service-basket-toggle>Cart</button>";
    browser.goto(&page(site, "", &format!("{hidden}{toggle}"))).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.click(&browser.find("#toggle").await?).await?;
    // The page can still be used.
    add(browser, "MUG").await?;
    browser.wait_for("how(0) != ':modal'").await?;

    // Of two, the one that the page shows is meant.
    browser.goto(&page(site, "", &format!("{hidden}{BASKET}{toggle}"))).await?;
    browser.wait_for("baskets().every(({ dataset }) => dataset.state == 'filled')").await?;
    browser.click(&browser.find("#toggle").await?).await?;
    browser.wait_for_value("[how(0), how(1)]", json!(["closed", ":modal"])).await
}

async fn a_panel_that_is_moved_stays_modal(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.goto(&page(site, "", &format!("{BASKET}<main></main>"))).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.run::<()>("return ServiceBasket.open().then(() => {})", vec![]).await?;
    browser.wait_for_value("how(0)", ":modal").await?;
    browser.run::<()>("document.querySelector('main').append(baskets()[0])", vec![]).await?;
    browser.wait_for_value("how(0)", ":modal").await
}

async fn links_around_the_basket_and_markers_that_are_links(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let body = format!(
        "<a href=\"#cart\">{BASKET}</a><a id=toggle href=\"#cart\" data-embed=service-basket-toggle>Cart</a>"
    );
    browser.goto(&page(site, "", &body)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.click(&browser.part("button").await?).await?;
    browser.wait_for_value("how(0)", ":modal").await?;
    browser.wait_for_value("location.hash", "").await?;
    browser.run::<()>("return ServiceBasket.close().then(() => {})", vec![]).await?;
    browser.wait_for_value("how(0)", "closed").await?;
    // The click is stopped at the end, so that no tab opens.
    let script = "let wasPrevented; \
        addEventListener('click', (event) => { \
            wasPrevented = event.defaultPrevented; event.preventDefault(); }, { once: true }); \
        const init = { ctrlKey: true, bubbles: true, cancelable: true }; \
        document.querySelector('#toggle').dispatchEvent(new MouseEvent('click', init)); \
        return wasPrevented";
    let was_prevented: bool = browser.run(script, vec![]).await?;
    ensure!(!was_prevented, "the link was kept from opening in a tab");
    browser.wait_for_value("how(0)", "closed").await
}

async fn nonsense_in_the_queue_harms_no_other_call(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.allow_problem("There is no");
    let calls =
        "window.ServiceBasket = [42, null, ['nothing'], ['constructor'], ['add', { sku: 'MUG' }]];";
    browser.goto(&page(site, calls, BASKET)).await?;
    browser.wait_for_value(STATE, "filled").await?;
    browser.wait_for_value(&count(), "1").await
}

/// What a browser of yesterday does not have, one at a time.
const MISSING: [&str; 6] = [
    "delete HTMLElement.prototype.showPopover",
    "delete CSSStyleSheet.prototype.replaceSync",
    "delete AbortSignal.timeout",
    "delete Element.prototype.attachShadow",
    "const { supports } = CSS; \
        CSS.supports = (...all) => !`${all}`.includes('light-dark') && supports.apply(CSS, all)",
    "const { supports } = CSS; \
        CSS.supports = (...all) => !`${all}`.includes('from') && supports.apply(CSS, all)",
];

async fn a_browser_below_the_baseline_keeps_the_pages_content(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let basket = "<div data-embed=service-basket><a href=\"#cart\">Cart</a>\
        <script type=\"application/json\">{\"api_key\": \"pk_demo\"}</script></div>\
        <a id=add href=\"#mug\" data-embed=service-basket-add data-sku=MUG>Mug</a>";
    for missing in MISSING {
        let head = format!("{missing}; window.ServiceBasket = [['open']];");
        browser.goto(&page(site, &head, basket)).await?;
        browser.wait_for_value("document.readyState", "complete").await?;
        // A page without a working basket is as its makers wrote it.
        browser.click(&browser.find("#add").await?).await?;
        browser.wait_for_value("location.hash", "#mug").await?;
        let is_as_written = "baskets()[0].querySelector('a').checkVisibility?.() !== false \
            && !baskets()[0].shadowRoot && baskets()[0].dataset.state === undefined";
        browser.wait_for_value(is_as_written, true).await?;
    }
    Ok(())
}

async fn what_the_page_does_for_itself_costs_nothing(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    // Counts what is looked for in the whole document.
    let head = "var searches = 0; const { querySelectorAll } = Document.prototype; \
        Document.prototype.querySelectorAll = function (...all) { \
            searches++; return querySelectorAll.apply(this, all); };";
    let body = format!("{BASKET}<main></main>");
    browser.goto(&page(site, head, &body)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.run::<()>("return ServiceBasket.ready.then(() => {})", vec![]).await?;
    let work = "const main = document.querySelector('main'); const before = searches; \
        return (async () => { \
            for (let at = 0; at < 200; at++) { \
                const row = document.createElement('p'); row.textContent = at; main.append(row); \
                row.firstChild.data += '!'; row.lang = 'de'; await 0; \
            } \
            for (let at = 0; at < 3; at++) await new Promise(requestAnimationFrame); \
            return searches - before; })()";
    let searches: u32 = browser.run(work, vec![]).await?;
    ensure!(searches == 0, "{searches} searches for what does not concern the basket");
    // Many changes that do concern it are one.
    let many = "const script = baskets()[0].querySelector('script'); const before = searches; \
        for (let at = 0; at < 100; at++) script.textContent += ' '; \
        return (async () => { for (let at = 0; at < 3; at++) await new Promise(requestAnimationFrame); \
            return searches - before; })()";
    let searches: u32 = browser.run(many, vec![]).await?;
    ensure!((1..20).contains(&searches), "{searches} searches for one frame");
    Ok(())
}

async fn a_member_called_like_the_marker_is_harmless(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.allow_problem("unknown-member");
    let basket = BASKET.replace("{\"api_key\"", "{\"service-basket\": 7, \"api_key\"");
    browser.goto(&page(site, "", &basket)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "MUG").await?;
    browser.wait_for_value(&count(), "1").await
}

async fn an_address_without_a_scheme_is_told(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.expect_problem("must begin with https://");
    let html = format!(
        "<!doctype html><title>Theme</title>\
         <script src=\"{{{{service}}}}/v1/basket.js\" data-service=basket.example async></script>{BASKET}"
    );
    browser.goto(&site.page("/scheme.html", &html)).await?;
    browser.wait_for_value(STATE, "error").await
}

in_every_engine!(
    a_browser_below_the_baseline_keeps_the_pages_content,
    what_the_page_does_for_itself_costs_nothing,
    a_member_called_like_the_marker_is_harmless,
    an_address_without_a_scheme_is_told,
    a_hidden_basket_never_makes_the_page_wait,
    a_panel_that_is_moved_stays_modal,
    links_around_the_basket_and_markers_that_are_links,
    nonsense_in_the_queue_harms_no_other_call,
);
