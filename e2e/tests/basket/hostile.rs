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

in_every_engine!(
    a_hidden_basket_never_makes_the_page_wait,
    a_panel_that_is_moved_stays_modal,
    links_around_the_basket_and_markers_that_are_links,
    nonsense_in_the_queue_harms_no_other_call,
);
