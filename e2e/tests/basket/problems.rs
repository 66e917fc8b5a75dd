//! Whatever is wrong with a configuration, the page stays whole and its author is told.

use anyhow::{Context as _, Result};
use e2e::{Browser, HostSite, Service, StatusCode, in_every_engine};
use serde_json::{Value, json};

use super::actions::{STATE, count, in_root, wait_for_marker, watch_marker};

/// The document of a page whose one basket has this inside, and which keeps the basket's errors in
/// `errors`.
fn document(inside: &str, attributes: &str) -> String {
    format!(
        "<!doctype html><html lang=en><head><title>Wrong</title>\
         <script>window.errors = []; document.addEventListener('service-basket:error', \
         ({{ detail }}) => errors.push(detail));</script>\
         <script src=\"{{{{service}}}}/v1/basket.js\" async></script></head><body>\
         <div data-embed=\"service-basket\" {attributes}>{inside}<a href=\"/cart\">Cart</a></div>"
    )
}

fn page(site: &HostSite, inside: &str) -> String {
    site.page("/wrong.html", &document(inside, ""))
}

fn script(json: &str) -> String {
    format!("<script type=\"application/json\">{json}</script>")
}

const FALLBACK: &str = "document.querySelector('[data-embed] a').checkVisibility()";
const CARD: &str =
    "document.querySelector('[data-embed]').shadowRoot?.querySelector('.card')?.innerText";
/// What was said so far, as far as a table can hold it.
const TOLD: &str =
    "errors.map(({ code, level, path, line, column }) => [code, level, path, line, column])";

async fn every_mistake_on_a_page_is_told_with_its_code_and_place(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let error = |code: &str, path: &str, line: u32, column: u32| {
        json!([[code, "error", path, line, column]])
    };
    let warning = |code: &str, path: &str, line: u32, column: u32| {
        json!([[code, "warning", path, line, column]])
    };
    let good = "{\"api_key\": \"pk_demo\"}";
    let with = |rest: &str| script(&format!("{{\"api_key\": \"pk_demo\",\n{rest}}}"));
    let table = [
        (String::new(), error("script-missing", "", 0, 0)),
        (format!("<p>{}</p>", script(good)), error("script-not-child", "", 0, 0)),
        (
            format!("<script type=\"application/ld+json\">{good}</script>"),
            error("script-type", "", 0, 0),
        ),
        (script(good) + &script(good), warning("script-duplicate", "", 0, 0)),
        (script("{\n  \"api_key\": \"pk_demo\",\n}"), error("json-invalid", "", 2, 23)),
        (script("{'api_key': 1}"), error("json-invalid", "", 1, 2)),
        (script("[1]"), error("json-not-object", "", 1, 1)),
        (script("{}"), error("api-key-missing", "api_key", 1, 1)),
        (script("{\"api_key\": \" \"}"), error("api-key-missing", "api_key", 1, 13)),
        (script("{\"api_key\": 7}"), error("api-key-type", "api_key", 1, 13)),
        (script("{\"api_key\": \"<API_KEY>\"}"), error("api-key-placeholder", "api_key", 1, 13)),
        (with("\"options\": {\"tint\": true}"), warning("unknown-member", "options.tint", 2, 13)),
        (with("\"styles\": {}"), warning("unknown-member", "styles", 2, 1)),
        (with("\"style\": {\"colour_primary\": \"red\"}"), {
            warning("unknown-member", "style.colour_primary", 2, 11)
        }),
        (with("\"options\": {\"right\": 1}"), warning("wrong-type", "options.right", 2, 22)),
        (with("\"style\": {\"border\": 1}"), warning("wrong-type", "style.border", 2, 21)),
        (with("\"locales\": {\"de\": 1}"), warning("wrong-type", "locales.de", 2, 19)),
        (with("\"style\": {},\n\"style\": {}"), warning("duplicate-member", "style", 3, 1)),
        (with("\"options\": {\"default_locale\": \"tlh\"}"), {
            warning("locale-unknown", "options.default_locale", 2, 31)
        }),
        (with("\"options\": {\"default_locale\": \"???\"}"), {
            warning("locale-code", "options.default_locale", 2, 31)
        }),
        (with("\"locales\": {\"d\": {}}"), warning("locale-code", "locales.d", 2, 13)),
        (with("\"locales\": {\"de\": {\"items\": \"a|b|c|d|e\"}}"), {
            warning("plural-forms", "locales.de.items", 2, 29)
        }),
        (
            with("\"style\": {\"primary\": \"reddish\"}"),
            warning("style-value", "style.primary", 2, 22),
        ),
        (
            with("\"style\": {\"primary\": \"url(x)\"}"),
            warning("style-value", "style.primary", 2, 22),
        ),
        (
            with("\"style\": {\"secondary\": \"#888\", \"text_primary\": \"#777\"}"),
            warning("style-contrast", "style.text_primary", 2, 48),
        ),
    ];
    browser.expect_problem("service-basket: ");
    for (inside, told) in table {
        browser.goto(&page(site, &inside)).await?;
        browser.wait_for_value(TOLD, told.clone()).await.with_context(|| inside.clone())?;
        let is_error = told[0][1] == "error";
        let state = if is_error { "error" } else { "empty" };
        browser.wait_for_value(STATE, state).await.with_context(|| inside.clone())?;
        // The card says it in the basket's place; a warning makes none.
        let code = told[0][0].as_str().unwrap_or_default();
        let card = format!("({CARD} ?? '').includes('{code}')");
        browser.wait_for_value(&card, is_error).await.with_context(|| inside.clone())?;
        let told: bool =
            browser.eval("errors.every(({ message, hint }) => message && hint)").await?;
        assert!(told, "{inside}: a message or a hint is missing");
    }
    Ok(())
}

async fn an_error_leaves_the_page_its_own_content_unless_it_is_being_made(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.expect_problem("api-key-missing");
    browser.expect_problem("key-unknown");
    browser.allow_problem("401");
    let unknown = script("{\"api_key\": \"pk_nobody\"}");
    for (inside, code) in [(script("{}"), "api-key-missing"), (unknown, "key-unknown")] {
        for (attributes, is_public, has_card) in [
            ("", false, true),
            ("", true, false),
            ("debug", true, true),
            ("debug=\" FALSE \"", true, false),
        ] {
            site.page("/wrong.html", &document(&inside, attributes));
            let address =
                if is_public { site.public_url("/wrong.html") } else { site.url("/wrong.html") };
            browser.goto(&address).await?;
            browser.wait_for_value("errors.map(({ code }) => code)", json!([code])).await?;
            browser.wait_for_value(STATE, "error").await?;
            let card = format!("({CARD} ?? '').includes('{code}')");
            browser.wait_for_value(&card, has_card).await?;
            browser.wait_for_value(FALLBACK, !has_card).await?;
        }
    }
    Ok(())
}

async fn a_mended_script_takes_effect_at_once(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.expect_problem("api-key-placeholder");
    let script = "<script type=\"application/json\">{\"api_key\": \"<API_KEY>\"}</script>";
    browser.goto(&page(site, script)).await?;
    browser.wait_for_value("errors[0]?.code", "api-key-placeholder").await?;
    let mend = "document.querySelector('[data-embed] script').textContent = \
        JSON.stringify({ api_key: 'pk_demo' });";
    browser.run::<()>(mend, vec![]).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.wait_for(&format!("!{FALLBACK}")).await
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
    let codes = "errors.map(({ code }) => code)";
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
    // What the page then adds could also be painted from storage.
    browser.wait_for("localStorage['service-basket:pk_demo:view']").await?;
    // A heading's image cannot have a shadow root; its script comes with it.
    let add = "const picture = document.createElement('picture'); \
        picture.dataset.embed = 'service-basket'; \
        picture.append(document.querySelector('[data-embed] script').cloneNode(true)); \
        document.body.append(picture);";
    browser.run::<()>(add, vec![]).await?;
    browser
        .wait_for_value("errors.map(({ code }) => code)", json!(["element-unsupported"]))
        .await?;
    browser.wait_for_value("document.querySelector('picture').dataset.state", "error").await?;
    browser.wait_for_value(STATE, "empty").await
}

async fn a_page_that_lets_in_the_loader_alone_keeps_its_own_content(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.expect_problem("service-basket");
    // Each engine words its refusal differently.
    for part in ["policy violation: script-src", "Content Security Policy", "module", "not loaded"]
    {
        browser.allow_problem(part);
    }
    let address = site.page(
        "/forbidden.html",
        "<!-- header: Content-Security-Policy: script-src 'self' {{service}}/v1/basket.js; connect-src {{service}} -->\n\
         <!doctype html><html lang=en><head><title>Forbidden</title>\
         <script src=\"{{service}}/v1/basket.js\" async></script></head><body>\
         <div data-embed=\"service-basket\"><script type=\"application/json\">\
         {\"api_key\": \"pk_demo\"}</script><a href=\"/cart\">Cart</a></div>",
    );
    browser.goto(&address).await?;
    browser.wait_for_value(STATE, "error").await?;
    browser.wait_for(FALLBACK).await
}

/// A page with markers that ask for what cannot be had.
fn shop(site: &HostSite) -> String {
    let marker = |sku: &str, quantity: u32| {
        format!(
            "<button type=button data-embed=service-basket-add data-sku={sku} data-quantity={quantity}>\
             {sku}</button>"
        )
    };
    let markers = marker("NOTHING", 1) + &marker("LAMP", 1) + &marker("MUG", 999);
    let document = document(&script("{\"api_key\": \"pk_demo\"}"), "");
    site.page("/shop-of-problems.html", &format!("{document}{markers}"))
}

async fn what_the_service_refuses_is_told_with_its_code(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    let address = shop(site);
    // Engines log refused requests by themselves.
    for text in ["409", "410", "422", "403", "ERR_", "access control", "CORS", "NetworkError"] {
        browser.allow_problem(text);
    }
    browser.goto(&address).await?;
    browser.wait_for_value(STATE, "empty").await?;
    let codes = "errors.map(({ code, level }) => [code, level])";
    let mut told = vec![];
    for (sku, state, code) in [
        ("NOTHING", "error", "sku-unknown"),
        ("LAMP", "out-of-stock", "out-of-stock"),
        ("MUG", "done", ""),
        ("MUG", "error", "limit-reached"),
    ] {
        // Half a second after the last answer a marker takes the next click.
        browser.wait_for("[...document.querySelectorAll('[data-sku]')].every(({ until }) => !(until > Date.now()))").await?;
        watch_marker(browser, sku).await?;
        browser.click(&browser.find(&format!("[data-sku={sku}]")).await?).await?;
        wait_for_marker(browser, sku, state).await?;
        if !code.is_empty() {
            told.push(json!([code, "notice"]));
        }
        browser.wait_for_value(codes, json!(told)).await?;
    }
    browser.wait_for_value(&count(), "999").await?;

    // A hundred days later the cart has expired and is not deleted yet; a new one takes its place without a fuss. The
    // page forgets its id as soon as it hears of it, which may be at once.
    let id = "return localStorage['service-basket:pk_demo:cart']";
    let id: String = browser.run(id, vec![]).await?;
    service.change_database("UPDATE carts SET touched_at = touched_at - 100 * 86400000")?;
    let ask = "const [address] = arguments; return fetch(address).then((answer) => answer.json())";
    let address_of_cart = format!("{}/v1/carts/{id}?key=pk_demo", service.address());
    let answer: Value = browser.run(ask, vec![json!(address_of_cart)]).await?;
    assert_eq!((&answer["code"], &answer["status"]), (&json!("cart-expired"), &json!(410)));
    browser.goto(&address).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.wait_for_value(codes, json!([])).await?;

    // Another process changes the shop. The service looks for changes once a second.
    service.command(&["shop", "change", "--origin", "https://elsewhere.example"])?;
    let notice = "const [service] = arguments; return (async () => { \
        while ((await fetch(`${service}/v1/shop?key=pk_demo`)).status != 403); })()";
    browser.run::<()>(notice, vec![json!(service.address())]).await?;
    browser.expect_problem("origin-forbidden");
    browser.goto(&address).await?;
    browser.wait_for_value(codes, json!([["origin-forbidden", "error"]])).await?;
    browser.wait_for_value(STATE, "error").await
}

async fn a_service_that_goes_away_or_has_enough_is_told_once(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    for text in ["429", "503", "ERR_", "Failed to load", "access control", "CORS", "NetworkError"] {
        browser.allow_problem(text);
    }
    // A proxy before the service may refuse by itself, and its words need not be ours.
    let codes = "errors.map(({ code, level }) => [code, level])";
    let busy = "{\"code\": \"rate-limited\", \"detail\": \"Wait a minute.\"}";
    for (status, body, code) in [
        (StatusCode::TOO_MANY_REQUESTS, busy, "rate-limited"),
        (StatusCode::SERVICE_UNAVAILABLE, "<h1>Sorry</h1>", "service-unreachable"),
    ] {
        site.answer("/v1/shop", status, body);
        browser.expect_problem(code);
        let document = document(&script("{\"api_key\": \"pk_demo\"}"), "")
            .replace(" async>", " data-service=\"{{site}}\" async>");
        browser.goto(&site.page("/behind-a-proxy.html", &document)).await?;
        browser.wait_for_value(codes, json!([[code, "error"]])).await?;
        // The basket itself says so, with a way to try again; there is no card in its place.
        browser.wait_for_value(STATE, "error").await?;
        browser.wait_for(&in_root("root.querySelector('[part=message] button')")).await?;
    }
    browser.goto(&shop(site)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    service.kill();
    browser.click(&browser.find("[data-sku=MUG]").await?).await?;
    browser.wait_for_value(codes, json!([["service-unreachable", "error"]])).await?;
    browser.wait_for_value(STATE, "offline").await
}

async fn shoppers_load_no_explanation_of_a_right_configuration(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let config = json!({
        "api_key": "pk_demo",
        "style": { "text_primary": "#222", "button_cart_text_primary": "white" },
        "locales": { "en": { "your_cart": "Trolley" } },
    });
    let html = format!(
        "<!doctype html><html lang=en><head><title>Shop</title>\
         <script src=\"{{{{service}}}}/v1/basket.js\" async></script></head><body>\
         <div data-embed=service-basket><script type=\"application/json\">{config}</script></div>"
    );
    let made = site.page("/right.html", &html);
    let loaded = "performance.getEntriesByType('resource').filter(({ name }) => /explain/.test(name)).length";
    browser.goto(&site.public_url("/right.html")).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.run::<()>("return ServiceBasket.ready.then(() => {})", vec![]).await?;
    browser.wait_for_value(loaded, 0).await?;
    // Whoever makes the page has it checked.
    browser.goto(&made).await?;
    browser.wait_for(loaded).await
}

in_every_engine!(
    shoppers_load_no_explanation_of_a_right_configuration,
    every_mistake_on_a_page_is_told_with_its_code_and_place,
    an_error_leaves_the_page_its_own_content_unless_it_is_being_made,
    what_the_service_refuses_is_told_with_its_code,
    a_service_that_goes_away_or_has_enough_is_told_once,
    a_second_script_is_reported_once_whatever_happens_later,
    an_element_that_cannot_host_a_basket_leaves_the_others_alone,
    a_page_that_lets_in_the_loader_alone_keeps_its_own_content,
    a_mended_script_takes_effect_at_once,
    a_service_that_is_away_does_not_break_the_page,
);
