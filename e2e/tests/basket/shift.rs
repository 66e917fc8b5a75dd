//! Nothing on the page moves because of a basket: not when it arrives, not when it is used, on no view.

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, Engine, HostSite, Key, Service, in_every_engine};
use serde_json::{Value, json};

use super::actions::{self, STATE, add, open};
use super::layouts::Layout;

/// Notes every shift that the browser tells of, and in every engine whatever of the page is no longer where it was
/// before the basket came. The basket's script comes two frames late, when the page has been painted.
const WATCH: &str = "
    var shifts = [];
    try {
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of list.getEntries())
          if (!hadRecentInput) shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 90))]);
      }).observe({ type: 'layout-shift', buffered: true });
      var observes = PerformanceObserver.supportedEntryTypes.includes('layout-shift');
    } catch {}
    var places = () => [...document.querySelectorAll('.theirs')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.className, x, y, width, height].join(' ');
    });
    addEventListener('DOMContentLoaded', () => {
      window.before = places();
      let frames = 0;
      const look = () => {
        if (++frames == 2) {
          const script = document.createElement('script');
          script.src = document.querySelector('meta[name=basket]').content;
          document.head.append(script);
        }
        places().forEach((place, at) => place == before[at] || shifts.push([before[at], place]));
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });";

/// What the guide says a page should have for a basket that stands in it.
const PLACE: &str =
    "[data-embed=\"service-basket\"] { display: inline-block; min-width: 190px; min-height: 44px }";

/// A shop with the basket in the middle of its header, and text around it.
fn page(site: &HostSite, attributes: &str, css: &str) -> String {
    let html = [
        "<!doctype html><html lang=\"en\"><head><title>Still</title>",
        "<meta name=\"viewport\" content=\"width=device-width\">",
        "<meta name=\"basket\" content=\"{{service}}/v1/basket.js\"><style>body { font: 16px/1.5 sans-serif }",
        "header { display: flex; align-items: center; justify-content: space-between } ",
        css,
        "</style><script>",
        WATCH,
        "</script></head><body><p class=\"theirs above\">Above</p>",
        "<header class=\"theirs\"><b class=\"theirs logo\">Shop</b>",
        &format!("<div data-embed=\"service-basket\" {attributes}>"),
        "<script type=\"application/json\">{ \"api_key\": \"pk_demo\" }</script></div>",
        "<a class=\"theirs link\" href=\"#\">Account</a></header><h1 class=\"theirs title\">Title</h1>",
        "<button data-embed=\"service-basket-add\" data-sku=\"MUG\">Mug</button> ",
        "<p class=\"theirs below\">Text below</p></body></html>",
    ];
    site.page("/still.html", &html.concat())
}

/// Waits until the basket stands, and for the frames in which something could still move.
async fn settle(browser: &Browser, state: &str) -> Result<()> {
    browser.wait_for_value(STATE, state).await?;
    actions::settle(browser).await?;
    let frames = "return (async () => { \
        for (let at = 0; at < 4; at++) await new Promise(requestAnimationFrame); })();";
    browser.run::<Value>(frames, vec![]).await?;
    Ok(())
}

async fn nothing_moved(browser: &Browser, when: &str) -> Result<()> {
    let shifts: Value = browser.eval("shifts.slice(0, 5)").await?;
    ensure!(shifts == json!([]), "{when}: {shifts}");
    Ok(())
}

/// A first view, a change, a later view, opening and closing; the page stays where it is all the while.
async fn use_it(browser: &mut Browser, address: &str) -> Result<()> {
    browser.goto(address).await?;
    settle(browser, "empty").await?;
    nothing_moved(browser, "first view").await?;
    for _ in 0..2 {
        add(browser, "MUG").await?;
    }
    settle(browser, "filled").await?;
    nothing_moved(browser, "adding").await?;
    browser.reload().await?;
    settle(browser, "filled").await?;
    nothing_moved(browser, "later view").await?;
    open(browser).await?;
    settle(browser, "filled").await?;
    nothing_moved(browser, "opening").await?;
    // A panel that is open stays so on the next view where it is persistent.
    browser.reload().await?;
    settle(browser, "filled").await?;
    nothing_moved(browser, "a view after an open panel").await?;
    browser.run::<()>("localStorage.clear()", vec![]).await
}

async fn nothing_moves_in_any_layout(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    for layout in Layout::all() {
        // What floats has no place in the page to keep.
        let css = if layout.has("detached") { "" } else { PLACE };
        let address = page(site, &layout.attributes(), css);
        use_it(browser, &address).await.with_context(|| layout.to_string())?;
    }
    let observes: Option<bool> = browser.eval("window.observes ?? null").await?;
    ensure!(observes == Some(true) || browser.engine() != Engine::Chromium, "no observer");
    Ok(())
}

async fn a_page_that_keeps_no_place_is_seen_to_move(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.goto(&page(site, "", "")).await?;
    settle(browser, "empty").await?;
    browser.wait_for("shifts.some(([before]) => /below/.test(before))").await?;
    if browser.engine() == Engine::Chromium {
        browser.wait_for("shifts.some(([value]) => value > 0)").await?;
    }
    Ok(())
}

async fn a_basket_that_cannot_work_leaves_its_place_as_it_was(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.expect_problem("key-unknown");
    browser.allow_problem("401");
    let html = [
        "<!doctype html><html lang=\"en\"><head><title>Still</title>",
        "<meta name=\"basket\" content=\"{{service}}/v1/basket.js\"><script>",
        WATCH,
        "</script></head><body><p class=\"theirs above\">Above</p><div data-embed=\"service-basket\">",
        "<script type=\"application/json\">{ \"api_key\": \"pk_nobody\" }</script>",
        "<a class=\"theirs fallback\" href=\"/cart\">Cart</a></div><p class=\"theirs below\">Below</p></body></html>",
    ];
    site.page("/fallback.html", &html.concat());
    browser.goto(&site.public_url("/fallback.html")).await?;
    settle(browser, "error").await?;
    // For a moment there was a button, since nobody could know yet.
    browser.wait_for("places().join() == before.join()").await
}

async fn a_page_that_was_scrolled_stays_so_when_a_panel_opens_and_closes(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let opener =
        "<button data-embed=\"service-basket-add\" data-sku=\"COFFEE\" data-open>Coffee</button>";
    for attributes in ["", "tinted", "detached"] {
        let html = [
            "<!doctype html><html lang=\"en\"><head><title>Scrolled</title>",
            "<style>.tall { height: 3000px }</style>",
            "<script src=\"{{service}}/v1/basket.js\" async></script></head><body>",
            &format!("<div data-embed=\"service-basket\" {attributes}>"),
            "<script type=\"application/json\">{ \"api_key\": \"pk_demo\" }</script></div>",
            "<div class=\"tall\"></div>",
            opener,
            "<div class=\"tall\"></div></body></html>",
        ];
        browser.goto(&site.page("/scrolled.html", &html.concat())).await?;
        browser
            .wait_for("document.querySelector('[data-embed=\"service-basket\"]').dataset.state")
            .await?;
        let scroll = "document.querySelector('[data-sku]').scrollIntoView(); return scrollY";
        let before: Value = browser.run(scroll, vec![]).await?;
        ensure!(before.as_f64() > Some(2000.0), "scrolled to {before}");
        add(browser, "COFFEE").await?;
        settle(browser, "filled").await?;
        let panel = "document.querySelector('[data-embed=\"service-basket\"]').shadowRoot.querySelector('dialog')";
        browser.wait_for(&format!("{panel}.matches('[open], :popover-open')")).await?;
        browser.wait_for_value("scrollY", before.clone()).await.context("open")?;
        browser.press(Key::Escape).await?;
        browser.wait_for(&format!("!{panel}.matches('[open], :popover-open')")).await?;
        settle(browser, "filled").await?;
        browser.wait_for_value("scrollY", before).await.context("closed")?;
    }
    Ok(())
}

in_every_engine!(
    a_page_that_was_scrolled_stays_so_when_a_panel_opens_and_closes,
    nothing_moves_in_any_layout,
    a_page_that_keeps_no_place_is_seen_to_move,
    a_basket_that_cannot_work_leaves_its_place_as_it_was,
);
