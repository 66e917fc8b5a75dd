//! A bad line: 500 random changes in two tabs, and at the end everybody agrees.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use e2e::{Browser, Engine, FaultyProxy, HostSite, Service, in_every_engine};
use serde_json::{Value, json};

use super::actions::STATE;

/// Both tabs add to it, so that the sum of both counts.
const SHARED: &str = "COFFEE";

fn page(site: &HostSite, proxy: &FaultyProxy) -> String {
    site.page(
        "/chaos.html",
        &format!(
            "<!doctype html><html lang=en><head><title>Chaos</title><script src=/chaos.js></script>\
             <script src=\"{{{{service}}}}/v1/basket.js\" data-service=\"{}\" async></script></head><body>\
             <div data-embed=service-basket><script type=\"application/json\">{{\"api_key\": \"pk_demo\"}}</script></div>",
            proxy.address()
        ),
    )
}

/// The quantities of a cart, by product.
const QUANTITIES: &str = "(cart) => cart.lines.map(({ sku, quantity }) => [sku, quantity]).sort()";

async fn nothing_is_lost_or_doubled_on_a_bad_line(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    // What is lost is reported, and refusals are part of it.
    browser.allow_problem("");
    // WebKit lets windows in the background wait a second for each retry.
    let changes: u64 = if browser.engine() == Engine::WebKit { 40 } else { 250 };
    let proxy = FaultyProxy::start(service, 6).await?;
    let address = page(site, &proxy);
    browser.goto(&address).await?;
    let first = browser.tab().await?;
    let second = browser.open_tab(&address).await?;
    for (tab, seed, own) in [(&first, 1, "MUG"), (&second, 2, "EBOOK")] {
        browser.switch_to(tab).await?;
        browser.wait_for("window.ServiceBasket?.version").await?;
        let arguments = vec![json!(seed), json!(changes), json!([own]), json!(SHARED)];
        browser.run::<()>("chaos(...arguments)", arguments).await?;
    }
    let mut model: BTreeMap<String, u64> = BTreeMap::new();
    for tab in [&first, &second] {
        browser.switch_to(tab).await?;
        // It takes half a minute, and on a busy machine more than one wait is patient for.
        for _ in 0..10 {
            if browser.wait_for("state.finished").await.is_ok() {
                break;
            }
        }
        let state: Value = browser.eval("state").await?;
        ensure!(state["finished"] == true, "not finished: {state}");
        for (sku, quantity) in state["model"].as_object().into_iter().flatten() {
            *model.entry(sku.clone()).or_default() += quantity.as_u64().unwrap_or_default();
        }
    }
    ensure!(proxy.faults() > changes / 4, "only {} faults", proxy.faults());
    proxy.heal();
    model.retain(|_, quantity| *quantity > 0);
    let expected: Vec<_> = model.iter().map(|(sku, quantity)| json!([sku, quantity])).collect();

    let stored = "localStorage['service-basket:pk_demo:cart']";
    for tab in [&first, &second] {
        browser.switch_to(tab).await?;
        browser
            .wait_for_value(&format!("({QUANTITIES})(ServiceBasket.cart)"), json!(expected))
            .await?;
        browser.wait_for_value(STATE, "filled").await?;
        browser.wait_for(&format!("ServiceBasket.cart.id == {stored}")).await?;
        browser
            .wait_for_value("localStorage['service-basket:pk_demo:queue'] ?? null", Value::Null)
            .await?;
    }
    let ask = format!(
        "fetch('{}/v1/carts/' + {stored} + '?key=pk_demo').then((answer) => answer.json()).then({QUANTITIES})",
        service.address()
    );
    ensure!(browser.eval::<Value>(&ask).await? == json!(expected), "the service has another cart");
    Ok(())
}

in_every_engine!(nothing_is_lost_or_doubled_on_a_bad_line);
