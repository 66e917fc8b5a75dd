//! One cart in all tabs, and a queue that outlives its page.

use anyhow::Result;
use e2e::{Browser, HostSite, Service, in_every_engine};
use serde_json::json;

use super::actions::{STATE, add, count, in_root, names, open, visit};

fn page(site: &HostSite, path: &str, before: &str) -> String {
    site.page(
        path,
        &format!(
            "<!doctype html><html lang=en><head><title>Tab</title><script>{before}</script>\
             <script src=\"{{{{service}}}}/v1/basket.js\" async></script></head><body>\
             <div data-embed=service-basket><script type=\"application/json\">{{\"api_key\": \"pk_demo\"}}</script></div>\
             <button type=button data-embed=service-basket-add data-sku=MUG>Mug</button>\
             <button type=button data-embed=service-basket-add data-sku=CHAIR>Chair</button>"
        ),
    )
}

async fn all_tabs_show_one_cart(browser: &mut Browser, _: &Service, site: &HostSite) -> Result<()> {
    for before in ["", "delete window.BroadcastChannel"] {
        let address = page(site, "/tab.html", before);
        browser.goto(&address).await?;
        browser.wait_for("window.ServiceBasket?.version").await?;
        let first = browser.tab().await?;
        let second = browser.open_tab(&address).await?;
        browser.wait_for("window.ServiceBasket?.version").await?;
        let before: u32 = browser.eval("ServiceBasket.cart?.items ?? 0").await?;
        add(browser, "MUG").await?;
        browser.switch_to(&first).await?;
        browser.wait_for_value("ServiceBasket.cart?.items", before + 1).await?;
        browser.wait_for_value(&count(), (before + 1).to_string()).await?;
        browser
            .run::<()>("window.changes = 0; addEventListener('service-basket:change', () => window.changes++)", vec![])
            .await?;
        browser.switch_to(&second).await?;
        browser.run::<()>("return ServiceBasket.clear().then(() => {})", vec![]).await?;
        browser.switch_to(&first).await?;
        browser.wait_for_value(STATE, "empty").await?;
        browser.wait_for_value("changes", 1).await?;
        browser.switch_to(&second).await?;
        browser.close_tab(&first).await?;
    }
    Ok(())
}

async fn the_first_changes_of_two_tabs_at_once_make_one_cart(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    // The other tab's go by a frame, so that both really start at the same moment.
    let frame = page(site, "/frame.html", "");
    let outer = site.page(
        "/frames.html",
        &format!("<!doctype html><title>Two</title><iframe src=\"{frame}\"></iframe><iframe src=\"{frame}\"></iframe>"),
    );
    browser.goto(&outer).await?;
    browser.wait_for("[0, 1].every((at) => frames[at]?.ServiceBasket?.version)").await?;
    let both = "return Promise.all([frames[0].ServiceBasket.add({ sku: 'MUG' }), \
        frames[1].ServiceBasket.add({ sku: 'CHAIR' })]).then(() => {})";
    browser.run::<()>(both, vec![]).await?;
    browser.wait_for_value("localStorage['service-basket:pk_demo:queue'] ?? '[]'", "[]").await?;
    browser
        .wait_for_value("[0, 1].map((at) => frames[at].ServiceBasket.cart.items)", json!([2, 2]))
        .await?;
    browser
        .wait_for("frames[0].ServiceBasket.cart.id == localStorage['service-basket:pk_demo:cart']")
        .await
}

async fn what_another_page_sent_as_a_new_cart_counts_once(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.allow_problem("409");
    let listen = "window.sent = []; const ask = window.fetch; window.fetch = (...all) => { \
        if (all[1]?.body) sent.push(all[1]); return ask(...all) }";
    let address = page(site, "/sent.html", listen);
    browser.goto(&address).await?;
    browser.wait_for("window.ServiceBasket?.version").await?;
    add(browser, "MUG").await?;
    // As if it had ended before it could note what it sent, and as what.
    let leave = "const [{ headers, body }] = sent; const id = headers['Idempotency-Key']; \
        const entry = [id, '', JSON.parse(body).lines[0], 'nobody']; \
        localStorage['service-basket:pk_demo:queue'] = JSON.stringify([entry])";
    browser.run::<()>(leave, vec![]).await?;
    browser.goto(&address).await?;
    browser.wait_for("sent.length > 0").await?;
    browser.wait_for_value("localStorage['service-basket:pk_demo:queue'] ?? '[]'", "[]").await?;
    browser.run::<()>("return ServiceBasket.add({ sku: 'CHAIR' }).then(() => {})", vec![]).await?;
    browser.wait_for_value("ServiceBasket.cart.items", 2).await
}

async fn what_could_not_be_sent_is_sent_by_the_next_page(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.allow_problem("service-unreachable");
    browser.allow_problem("ERR_");
    // A page that goes takes its requests with it, and some engines say so.
    browser.allow_problem("");
    visit(browser, site).await?;
    add(browser, "MUG").await?;
    open(browser).await?;
    service.kill();
    browser.click(&browser.part("increase").await?).await?;
    browser.wait_for_value(STATE, "offline").await?;
    browser.run::<()>("document.querySelector('[data-sku=CHAIR]').click()", vec![]).await?;
    let queue = "JSON.parse(localStorage['service-basket:pk_demo:queue'] ?? '[]').length";
    browser.wait_for_value(queue, 2).await?;
    service.restart().await?;
    browser.reload().await?;
    browser.wait_for_value(&count(), "3").await?;
    browser.wait_for_value(queue, 0).await?;
    browser.wait_for_value(&names(), json!(["Stoneware mug", "Oak chair"])).await?;
    browser.reload().await?;
    browser.wait_for_value(&count(), "3").await
}

async fn a_reload_right_after_a_click_loses_nothing(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.allow_problem("");
    visit(browser, site).await?;
    add(browser, "MUG").await?;
    for items in 2..5 {
        let add = "window.isLeft = true; ServiceBasket.add({ sku: 'MUG' }); location.reload()";
        browser.run::<()>(add, vec![]).await?;
        // The page that is left has the new number, too, as long as it is still there.
        browser.wait_for("!window.isLeft").await?;
        browser.wait_for_value(STATE, "filled").await?;
        browser.wait_for_value("ServiceBasket.cart?.items", items).await?;
    }
    Ok(())
}

async fn without_storage_the_basket_works_as_long_as_its_page(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let blocked =
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked') } })";
    let full = "Storage.prototype.setItem = () => { throw new Error('full') }; \
        Object.defineProperty(window, 'localStorage', { value: new Proxy(localStorage, \
        { set() { throw new Error('full') } }) })";
    for before in [blocked, full] {
        browser.goto(&page(site, "/blocked.html", before)).await?;
        browser.wait_for_value(STATE, "empty").await?;
        add(browser, "MUG").await?;
        add(browser, "CHAIR").await?;
        browser.wait_for_value(&names(), json!(["Stoneware mug", "Oak chair"])).await?;
        browser
            .wait_for_value(&in_root("root.querySelector('[part=count]').textContent"), "2")
            .await?;
    }
    Ok(())
}

async fn a_page_that_comes_back_shows_the_cart_of_now(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let address = page(site, "/tab.html", "");
    browser.goto(&address).await?;
    browser.wait_for("window.ServiceBasket?.version").await?;
    add(browser, "MUG").await?;
    browser.goto(&page(site, "/other.html", "")).await?;
    browser.wait_for_value("ServiceBasket.cart?.items", 1).await?;
    add(browser, "CHAIR").await?;
    browser.client().back().await?;
    browser.wait_for_value("ServiceBasket.cart?.items", 2).await?;
    browser.wait_for_value(&count(), "2").await
}

in_every_engine!(
    all_tabs_show_one_cart,
    the_first_changes_of_two_tabs_at_once_make_one_cart,
    what_another_page_sent_as_a_new_cart_counts_once,
    what_could_not_be_sent_is_sent_by_the_next_page,
    a_reload_right_after_a_click_loses_nothing,
    without_storage_the_basket_works_as_long_as_its_page,
    a_page_that_comes_back_shows_the_cart_of_now,
);
