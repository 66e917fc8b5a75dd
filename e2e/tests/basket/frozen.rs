//! Published pages of version 1 go on working.

use anyhow::Result;
use e2e::{Browser, HostSite, Service, in_every_engine};
use serde_json::json;

use super::actions::{STATE, in_root, wait_for_marker, watch_marker};

async fn the_script_interface_of_version_1(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.allow_problem("422");
    let address = site.page("/v1.html", include_str!("../../frozen/v1/script.html"));
    browser.goto(&address).await?;
    browser.wait_for("window.ServiceBasket?.version").await?;
    let proof: serde_json::Value = browser.eval("proof()").await?;
    assert_eq!(proof, json!([3, 0, "sku-unknown", "string"]));
    browser.wait_for("heard.some(([type]) => type == 'locale')").await?;
    let types = "[...new Set(heard.map(([type]) => type))].sort()";
    let expected =
        ["add", "change", "checkout", "close", "locale", "open", "ready", "remove", "update"];
    browser.wait_for_value(types, json!(expected)).await?;
    let detail = "heard.find(([type]) => type == 'update')[1]";
    let members = ["cart", "currency", "difference", "items", "line", "value"];
    browser.wait_for_value(detail, json!(members)).await?;
    browser
        .wait_for_value("Object.keys(localStorage).sort()", {
            json!(["service-basket:pk_demo:cart", "service-basket:pk_demo:view"])
        })
        .await
}

async fn the_markup_of_version_1(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let address = site.page("/v1.html", include_str!("../../frozen/v1/markers.html"));
    browser.goto(&address).await?;
    browser.wait_for_value(STATE, "empty").await?;
    let counter = "document.querySelector('[data-embed=service-basket-count]').textContent";
    browser.run::<()>("document.querySelector('[data-sku=MUG]').click()", vec![]).await?;
    browser.wait_for_value(counter, "2").await?;
    watch_marker(browser, "COFFEE").await?;
    browser.run::<()>("document.querySelector('[data-sku=COFFEE]').click()", vec![]).await?;
    browser.wait_for_value(counter, "3").await?;
    wait_for_marker(browser, "COFFEE", "done").await?;
    browser
        .run::<()>("document.querySelector('[data-embed=service-basket-toggle]').click()", vec![])
        .await?;
    browser
        .wait_for_value(
            &in_root("root.querySelector('[part=checkout]').textContent"),
            "To the till",
        )
        .await?;
    let parts = in_root(
        "[...new Set([...root.querySelectorAll('[part]')].map((element) => element.part.value))].sort()",
    );
    let expected = [
        "button",
        "card",
        "checkout",
        "chip",
        "close",
        "count",
        "decrease",
        "image",
        "increase",
        "list",
        "name",
        "panel",
        "price",
        "quantity",
        "remove",
        "sum-total",
        "sums",
        "title",
    ];
    // There may be more by now.
    let promised = json!(expected);
    browser
        .wait_for_value(&format!("{parts}.filter((part) => {promised}.includes(part))"), promised)
        .await
}

in_every_engine!(the_script_interface_of_version_1, the_markup_of_version_1);
