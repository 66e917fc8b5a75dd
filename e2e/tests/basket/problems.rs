//! Whatever is wrong with a configuration, the page stays whole and its author is told.

use anyhow::Result;
use e2e::{Browser, HostSite, Service, in_every_engine};
use serde_json::json;

use super::actions::STATE;

/// A page whose one basket has this inside, and which keeps the basket's errors in `errors`.
fn page(site: &HostSite, inside: &str) -> String {
    site.page(
        "/wrong.html",
        &format!(
            "<!doctype html><html lang=en><head><title>Wrong</title>\
             <script>window.errors = []; document.addEventListener('service-basket:error', \
             ({{ detail }}) => errors.push([detail.code, detail.level, detail.line, detail.column]));\
             </script><script src=\"{{{{service}}}}/v1/basket.js\" async></script></head>\
             <body><div data-embed=\"service-basket\">{inside}<a href=\"/cart\">Cart</a></div>"
        ),
    )
}

const FALLBACK: &str = "document.querySelector('[data-embed] a').checkVisibility()";

async fn a_broken_script_is_explained(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.expect_problem("json-invalid");
    let script = "<script type=\"application/json\">{\n  \"api_key\": \"pk_demo\",\n}</script>";
    browser.goto(&page(site, script)).await?;
    browser.wait_for_value(STATE, "error").await?;
    browser.wait_for_value("errors", json!([["json-invalid", "error", 2, 23]])).await?;
    browser.wait_for(FALLBACK).await
}

async fn a_missing_script_is_explained(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.expect_problem("script-missing");
    browser.goto(&page(site, "")).await?;
    browser.wait_for_value(STATE, "error").await?;
    browser.wait_for_value("errors", json!([["script-missing", "error", 0, 0]])).await?;
    browser.wait_for(FALLBACK).await
}

async fn a_wrong_key_leaves_the_page_its_own_link(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.expect_problem("key-unknown");
    browser.allow_problem("401");
    let script = "<script type=\"application/json\">{\"api_key\": \"pk_nobody\"}</script>";
    browser.goto(&page(site, script)).await?;
    browser.wait_for_value(STATE, "error").await?;
    browser.wait_for_value("errors[0]?.[0]", "key-unknown").await?;
    browser.wait_for(FALLBACK).await
}

async fn a_mended_script_takes_effect_at_once(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.expect_problem("api-key-placeholder");
    let script = "<script type=\"application/json\">{\"api_key\": \"<API_KEY>\"}</script>";
    browser.goto(&page(site, script)).await?;
    browser.wait_for_value("errors[0]?.[0]", "api-key-placeholder").await?;
    let mend = "document.querySelector('[data-embed] script').textContent = \
        JSON.stringify({ api_key: 'pk_demo' });";
    browser.run::<()>(mend, vec![]).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.wait_for(&format!("!{FALLBACK}")).await
}

async fn a_warning_does_not_stop_the_basket(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let script = "<script type=\"application/json\">\
        {\"api_key\": \"pk_demo\", \"options\": {\"tint\": true}}</script>";
    browser.goto(&page(site, script)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.wait_for_value("errors[0]?.slice(0, 2)", json!(["unknown-member", "warning"])).await
}

async fn a_service_that_is_away_does_not_break_the_page(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.allow_problem("basket.js");
    browser.allow_problem("ERR_");
    let script = "<script type=\"application/json\">{\"api_key\": \"pk_demo\"}</script>";
    let address = page(site, script);
    service.kill();
    browser.goto(&address).await?;
    browser.wait_for("document.readyState == 'complete'").await?;
    browser.wait_for(FALLBACK).await
}

async fn a_second_script_is_reported_once_whatever_happens_later(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let script = "<script type=\"application/json\">{\"api_key\": \"pk_demo\"}</script>";
    browser.goto(&page(site, &script.repeat(2))).await?;
    browser.wait_for_value(STATE, "empty").await?;
    let codes = "errors.map(([code]) => code)";
    browser.wait_for_value(codes, json!(["script-duplicate"])).await?;
    let stir = "document.querySelector('[data-embed]').className = 'new'; \
        document.body.append(document.createElement('p'));";
    browser.run::<()>(stir, vec![]).await?;
    browser.run::<()>("return new Promise(requestAnimationFrame).then(() => {})", vec![]).await?;
    browser.wait_for_value(codes, json!(["script-duplicate"])).await
}

async fn an_element_that_cannot_host_a_basket_leaves_the_others_alone(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.expect_problem("element-unsupported");
    let script = "<script type=\"application/json\">{\"api_key\": \"pk_demo\"}</script>";
    browser.goto(&page(site, script)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    // A heading's image cannot have a shadow root; its script comes with it.
    let add = "const picture = document.createElement('picture'); \
        picture.dataset.embed = 'service-basket'; \
        picture.append(document.querySelector('[data-embed] script').cloneNode(true)); \
        document.body.append(picture);";
    browser.run::<()>(add, vec![]).await?;
    browser.wait_for_value("errors.map(([code]) => code)", json!(["element-unsupported"])).await?;
    browser.wait_for_value("document.querySelector('picture').dataset.state", "error").await?;
    browser.wait_for_value(STATE, "empty").await
}

async fn a_page_that_forbids_webassembly_keeps_its_own_content(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.expect_problem("service-basket");
    // Each engine words its refusal differently.
    browser.allow_problem("WebAssembly");
    browser.allow_problem("wasm");
    let address = site.page(
        "/forbidden.html",
        "<!-- header: Content-Security-Policy: script-src 'self' {{service}}; connect-src {{service}} -->\n\
         <!doctype html><html lang=en><head><title>Forbidden</title>\
         <script src=\"{{service}}/v1/basket.js\" async></script></head><body>\
         <div data-embed=\"service-basket\"><script type=\"application/json\">\
         {\"api_key\": \"pk_demo\"}</script><a href=\"/cart\">Cart</a></div>",
    );
    browser.goto(&address).await?;
    browser.wait_for_value(STATE, "error").await?;
    browser.wait_for(FALLBACK).await
}

in_every_engine!(
    a_second_script_is_reported_once_whatever_happens_later,
    an_element_that_cannot_host_a_basket_leaves_the_others_alone,
    a_page_that_forbids_webassembly_keeps_its_own_content,
    a_broken_script_is_explained,
    a_missing_script_is_explained,
    a_wrong_key_leaves_the_page_its_own_link,
    a_mended_script_takes_effect_at_once,
    a_warning_does_not_stop_the_basket,
    a_service_that_is_away_does_not_break_the_page,
);
