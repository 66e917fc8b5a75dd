//! A good guest: hostile style sheets of the page leave the basket as it is, pixel for pixel, and the page as it was.

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, Engine, HostSite, Service, in_every_engine};
use serde_json::{Map, Value, json};

use super::actions::{STATE, add};

/// Style sheets that would ruin a basket that let them in, each with what it is.
const HOSTILE: [(&str, &str); 15] = [
    // The comparison itself has to be sound.
    ("nothing", ""),
    ("no style at all", "* { all: unset }"),
    (
        "hidden elements",
        "div, span, p, ul, li, dl, dt, dd, h2, header, footer, img, svg, input { display: none }",
    ),
    ("buttons elsewhere", "button { position: fixed; top: 0; border: 9px solid red }"),
    ("pictures", "svg { fill: red; width: 100px } path { stroke: red } img { width: 9px; filter: invert(1) }"),
    (
        "text",
        "* { box-sizing: content-box; line-height: 3; letter-spacing: 5px; text-transform: uppercase;
             font-size: 40px !important }",
    ),
    (
        "what is inherited",
        "html { color: red; font: italic small-caps 900 30px/3 serif; word-spacing: 1em; text-indent: 50px;
             text-align: right; text-shadow: 0 0 5px red; text-transform: uppercase; white-space: pre;
             direction: rtl; list-style: square; cursor: wait; user-select: none; pointer-events: none;
             fill: red; stroke: red; -webkit-text-stroke: 2px red; -webkit-text-fill-color: red;
             font-feature-settings: 'smcp'; font-stretch: expanded; hyphens: auto; word-break: break-all;
             text-align-last: right; image-rendering: pixelated; border-spacing: 9px }",
    ),
    (
        "dialogs and popovers",
        "dialog { display: none } [popover] { opacity: 0.5 }
         :popover-open, :modal { inset: auto; margin: auto; background: red; padding: 3em }
         ::backdrop { background: red }",
    ),
    (
        "names that we use too",
        ".root, .main, .said, .items, .label, .picture, .chips, .each, .stepper, .warning, .none, #title,
         [part], [part=panel], [aria-disabled] { display: none !important }
         :root { --_a: red; --_b: red; --_c: red; --_d: red; --_e: red; --_f: red; --_g: red; --_h: red;
             --_i: red; --_j: red; --_k: red; --_l: red; --_m: red; --_n: 0; --_o: 0 0 9px red;
             --_p: 9px solid red; --_q: red; --_r: 100; --_s: 90px 90px; --_t: 90px }",
    ),
    (
        "registered properties, as of a design system",
        "@property --accent { syntax: '<color>'; inherits: false; initial-value: red }
         @property --surface { syntax: '<color>'; inherits: false; initial-value: red }
         @property --ink { syntax: '<color>'; inherits: false; initial-value: red }
         @property --card { syntax: '<color>'; inherits: false; initial-value: red }
         @property --line { syntax: '<color>'; inherits: false; initial-value: red }
         @property --radius { syntax: '<length>'; inherits: false; initial-value: 0px }
         @property --shadow { syntax: '*'; inherits: false; initial-value: 0 0 9px red }",
    ),
    ("motion", "*:not(html, body, [data-embed]) { transition: 9s !important; animation: x 9s infinite !important }
         @keyframes x { to { opacity: 0; rotate: 90deg } }"),
    (
        "an old reset",
        "html, body, div, span, h2, p, a, img, dl, dt, dd, ul, li, button, input, header, footer
             { margin: 0; padding: 0; border: 0; font: inherit; vertical-align: baseline }
         header, footer { display: block } body { line-height: 1 } ul { list-style: none }
         :focus { outline: 0 }",
    ),
    (
        "as under utility classes",
        "*, ::before, ::after, ::backdrop { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid }
         html { line-height: 1.5; tab-size: 4 } h2 { font-size: inherit; font-weight: inherit }
         a { color: inherit; text-decoration: inherit } ul { list-style: none }
         img, svg { display: block; vertical-align: middle; max-width: 100%; height: auto }
         button, input { font: inherit; letter-spacing: inherit; color: inherit; border-radius: 0;
             background: transparent; opacity: 1 }
         [hidden] { display: none !important }",
    ),
    (
        "as under components",
        "*, ::before, ::after { box-sizing: border-box }
         :root { scroll-behavior: smooth }
         body { margin: 0; font-size: 1rem; line-height: 1.5; color: #212529; text-size-adjust: 100% }
         h2 { margin: 0 0 .5rem; font-weight: 500; font-size: 2rem } ul { padding-left: 2rem; margin-bottom: 1rem }
         dt { font-weight: 700 } dd { margin-bottom: .5rem } a { color: #0d6efd; text-decoration: underline }
         img, svg { vertical-align: middle } button { border-radius: 0; text-transform: none }
         button, input { margin: 0; font-size: inherit; line-height: inherit }
         [type=button]:not(:disabled) { cursor: pointer } p { margin: 0 0 1rem }",
    ),
    (
        "without any classes",
        ":root { font-size: 125%; line-height: 1.5 }
         button, [type=button], input { width: 100%; margin-bottom: 1rem; padding: .75rem 1rem; color: #fff;
             border: 1px solid #0172ad; border-radius: .25rem; background: #0172ad; box-shadow: 0 0 0 #000 }
         a { color: #0172ad; text-decoration: underline; text-underline-offset: .125em }
         h2 { margin-bottom: 1rem; font-size: 1.75rem; color: #374151 } ul li { list-style: square }
         header, footer { padding-block: 1rem } [aria-busy=true]::before { content: 'busy' }
         dialog { display: flex; z-index: 999; inset: 0; min-width: 100%; min-height: 100%;
             backdrop-filter: blur(6px); background: #0008 }
         [aria-disabled] { opacity: .5; pointer-events: none }",
    ),
];

/// What the basket looks like: attributes, and whether it is open.
const STATES: [(&str, bool); 5] =
    [("", false), ("detached", false), ("right", true), ("detached", true), ("tinted", true)];

/// A page with nothing but a basket. The element itself is the page's, so the page says where it stands
/// and how it is displayed, with more weight than the hostile rules; what is inside is ours.
fn page(site: &HostSite, css: &str) -> String {
    let html = [
        "<!doctype html><html lang=\"en\"><head><title>Guest</title><style>",
        "head, head * { display: none !important } html, body { background: #fff !important }
         [data-embed=\"service-basket\"] { position: absolute; top: 40px; left: 470px; display: flex;
             font-family: sans-serif }",
        css,
        "</style><script src=\"/guest.js\"></script>",
        "<script src=\"{{service}}/v1/basket.js\" async></script></head><body>",
        "<div data-embed=\"service-basket\"><script type=\"application/json\">{ \"api_key\": \"pk_demo\", ",
        "\"options\": { \"show_billing_frequency\": true, \"show_sum_purchases\": true } }</script></div>",
    ];
    site.page("/guest.html", &html.concat())
}

/// Pictures of the basket on a page with this style sheet, one for each state.
async fn pictures(browser: &mut Browser, site: &HostSite, css: &str) -> Result<Vec<Vec<u8>>> {
    browser.goto(&page(site, css)).await?;
    browser.wait_for_value(STATE, "filled").await?;
    let mut pictures = vec![];
    for (attributes, open) in STATES {
        let arguments = vec![json!(attributes), json!(open)];
        browser.run::<()>("return bring(...arguments)", arguments).await?;
        pictures.push(browser.client().screenshot().await?);
    }
    Ok(pictures)
}

/// Where the basket looks different with a style sheet than in the plain pictures, if it does anywhere.
async fn change(
    browser: &mut Browser,
    site: &HostSite,
    plain: &[Vec<u8>],
    css: &str,
) -> Result<Option<String>> {
    let dressed = pictures(browser, site, css).await?;
    for ((state, open), (picture, expected)) in STATES.into_iter().zip(dressed.iter().zip(plain)) {
        // The same pixels make the same file, as a rule.
        if picture != expected {
            // WebKit smooths edges now this way, now that.
            let has_slack = browser.engine() == Engine::WebKit;
            let text = |bytes: &[u8]| bytes.iter().copied().map(char::from).collect::<String>();
            let arguments = vec![json!(has_slack), json!(text(expected)), json!(text(picture))];
            let found: Value = browser.run("return difference(...arguments)", arguments).await?;
            if found != 0 {
                return Ok(Some(format!("<div {state}>, open: {open}: {found}")));
            }
        }
    }
    Ok(None)
}

/// Fails if the basket looks different with a style sheet than without.
///
/// A style sheet that gets in changes the basket each time; a pixel at an edge that an engine has drawn in
/// another way, the plain picture's or the other's, is not off again when both are taken anew.
async fn looks_the_same(
    browser: &mut Browser,
    site: &HostSite,
    plain: &mut Vec<Vec<u8>>,
    css: &str,
) -> Result<()> {
    let mut changes = Vec::new();
    while let Some(found) = change(browser, site, plain, css).await? {
        changes.push(found);
        ensure!(changes.len() < 3, "each time: {}", changes.join("; "));
        *plain = pictures(browser, site, "").await?;
    }
    Ok(())
}

/// Fills the cart of this browser, and takes the pictures that others are compared with.
async fn plain(browser: &mut Browser, site: &HostSite) -> Result<Vec<Vec<u8>>> {
    browser.resize(900, 700).await?;
    super::actions::visit(browser, site).await?;
    add(browser, "MUG").await?;
    add(browser, "COFFEE").await?;
    let plain = pictures(browser, site, "").await?;
    // All five are different, so none is a picture of nothing.
    let mut distinct = plain.clone();
    distinct.sort();
    distinct.dedup();
    ensure!(distinct.len() == STATES.len(), "some of the states look the same");
    Ok(plain)
}

async fn no_style_sheet_of_the_page_changes_a_pixel(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let mut plain = plain(browser, site).await?;
    for (name, css) in HOSTILE {
        looks_the_same(browser, site, &mut plain, css).await.with_context(|| name)?;
    }
    Ok(())
}

/// A page of somebody who minds: elements of all kinds, and a basket in a box that does not grow.
fn page_to_leave_alone(site: &HostSite, script: &str) -> String {
    let html = [
        "<!doctype html><html lang=\"en\" class=\"theirs\"><head><title>Untouched</title>",
        "<meta name=\"service\" content=\"{{service}}\"><style>.box { height: 60px; overflow: hidden }",
        "p { color: rgb(1, 2, 3) }</style><script src=\"/guest.js\"></script>",
        script,
        "</head><body data-theirs=\"1\"><h1 class=\"looks\">Title</h1><p class=\"looks\">Text with ",
        "<a class=\"looks\" href=\"#there\">a link</a> and <svg class=\"looks\"><path d=\"M0 0h9\"/></svg></p>",
        "<div class=\"box looks\"><div data-embed=\"service-basket\" title=\"theirs\">",
        "<script type=\"application/json\">{ \"api_key\": \"pk_demo\" }</script><a href=\"/cart\">Cart</a></div></div>",
        "<ul class=\"looks\"><li class=\"looks\">Item</li></ul><form><input class=\"looks\" value=\"theirs\">",
        "<button class=\"looks\" type=\"button\">Button</button></form><dialog class=\"looks\">Dialog</dialog>",
        "<button data-embed=\"service-basket-add\" data-sku=\"MUG\">Mug</button>",
        "<footer class=\"looks\">Foot</footer></body></html>",
    ];
    site.page("/untouched.html", &html.concat())
}

/// Fails with the names of the facts that are not the same.
fn ensure_same(found: &Map<String, Value>, expected: &Map<String, Value>) -> Result<()> {
    for (fact, expected) in expected {
        let found = &found[fact];
        // Of a long list only what is new or gone tells anything.
        let (Some(now), Some(then)) = (found.as_array(), expected.as_array()) else {
            ensure!(found == expected, "{fact} was {expected} and is {found}");
            continue;
        };
        let lost: Vec<_> = then.iter().filter(|one| !now.contains(one)).collect();
        let new: Vec<_> = now.iter().filter(|one| !then.contains(one)).collect();
        ensure!(now == then, "{fact}: {lost:?} became {new:?}");
    }
    Ok(())
}

async fn the_page_is_as_if_no_basket_were_there(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.goto(&page_to_leave_alone(site, "")).await?;
    let mut alone: Map<String, Value> = browser.eval("facts()").await?;
    // Each page that is opened adds to it.
    alone.remove("history");
    let script = "<script src=\"{{service}}/v1/basket.js\" async></script>";
    browser.goto(&page_to_leave_alone(site, script)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    let before: Map<String, Value> = browser.eval("facts()").await?;
    ensure_same(&before, &alone).context("when the basket has arrived")?;
    let focus = "document.activeElement.localName";
    browser.wait_for_value(focus, "body").await?;

    for (attributes, sku) in [("tinted", "MUG"), ("detached", "")] {
        if !sku.is_empty() {
            add(browser, sku).await?;
        }
        for open in [true, false] {
            let arguments = vec![json!(attributes), json!(open)];
            browser.run::<()>("return bring(...arguments)", arguments).await?;
            let found: Map<String, Value> = browser.eval("facts()").await?;
            let context = || format!("<div {attributes}>, open: {open}");
            ensure_same(&found, &before).with_context(context)?;
        }
    }
    let ours = "[Object.keys(window).filter((name) => /basket/i.test(name)).sort(), \
        Object.keys(localStorage).sort(), basket().getAttributeNames().sort()]";
    let names = ["data-embed", "data-state", "detached", "title"];
    let keys = ["service-basket:pk_demo:cart", "service-basket:pk_demo:view"];
    browser.wait_for_value(ours, json!([["ServiceBasket", "basket"], keys, names])).await
}

in_every_engine!(
    no_style_sheet_of_the_page_changes_a_pixel,
    the_page_is_as_if_no_basket_were_there,
);
