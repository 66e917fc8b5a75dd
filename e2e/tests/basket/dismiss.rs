//! What closes a panel and what does not, and where the focus goes then.

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, HostSite, Key, Service, in_every_engine};

use super::actions::{STATE, in_root, settle};

/// A page with a basket of these attributes and this style, controls of its own, and markers that open.
fn page(site: &HostSite, attributes: &str, style: &str) -> String {
    let html = format!(
        "<!doctype html><html lang=en><head><title>Shop</title>\
         <script src=\"{{{{service}}}}/v1/basket.js\" async></script></head><body>\
         <div data-embed=service-basket {attributes}><script type=\"application/json\">\
         {{\"api_key\": \"pk_demo\", \"style\": {{{style}}}}}</script></div>\
         <p><input id=search aria-label=Search> <button type=button id=own onclick=\"ServiceBasket.open()\">Own</button>\
         <button type=button id=toggle data-embed=service-basket-toggle>Cart</button>\
         <button type=button id=add data-embed=service-basket-add data-sku=MUG data-open>Mug</button></p>\
         <dialog id=dialog aria-label=Size><button type=button>Large</button></dialog>\
         <p style=\"height: 2000px\">Text</p>"
    );
    site.page("/dismiss.html", &html)
}

const OPEN: &str = "document.querySelector('[data-embed=\"service-basket\"]').shadowRoot\
    .querySelector('dialog').matches(':is([open], :popover-open)')";

async fn visit(browser: &mut Browser, address: &str) -> Result<()> {
    browser.goto(address).await?;
    browser.wait_for(&format!("['empty', 'filled'].includes({STATE})")).await
}

async fn open(browser: &Browser) -> Result<()> {
    browser.run::<()>("return ServiceBasket.open().then(() => {})", vec![]).await?;
    browser.wait_for_value(OPEN, true).await?;
    settle(browser).await
}

/// Waits for what would have happened by now.
async fn stays_open(browser: &Browser) -> Result<()> {
    let frames = "return (async () => { \
        for (let at = 0; at < 6; at++) await new Promise(requestAnimationFrame); })();";
    browser.run::<()>(frames, vec![]).await?;
    let is_open: bool = browser.eval(OPEN).await?;
    ensure!(is_open, "it has closed");
    Ok(())
}

async fn escape_is_for_whoever_has_the_focus(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, &page(site, "right persistent", "")).await?;
    open(browser).await?;
    browser.click(&browser.find("#search").await?).await?;
    browser.press(Key::Escape).await?;
    stays_open(browser).await.context("while typing on the page")?;
    browser.wait_for_value("document.activeElement.id", "search").await?;

    browser.run::<()>("document.getElementById('dialog').showModal()", vec![]).await?;
    browser.press(Key::Escape).await?;
    browser.wait_for("!document.getElementById('dialog').open").await?;
    stays_open(browser).await.context("with a dialog of the page above")?;

    // With the focus nowhere, the panel is what Escape can mean.
    browser.run::<()>("document.activeElement.blur()", vec![]).await?;
    browser.press(Key::Escape).await?;
    browser.wait_for_value(OPEN, false).await?;

    open(browser).await?;
    browser.run::<()>(&in_root("root.querySelector('[part=close]').focus()"), vec![]).await?;
    browser.press(Key::Escape).await?;
    browser.wait_for_value(OPEN, false).await
}

async fn the_focus_goes_back_to_whoever_opened(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    for attributes in ["right", "right tinted", "right detached"] {
        visit(browser, &page(site, attributes, "")).await?;
        for id in ["toggle", "add"] {
            browser.click(&browser.find(&format!("#{id}")).await?).await?;
            browser.wait_for_value(OPEN, true).await?;
            settle(browser).await?;
            let inside = "document.activeElement.dataset.embed == 'service-basket'";
            browser.wait_for(inside).await?;
            browser.press(Key::Escape).await?;
            browser.wait_for_value(OPEN, false).await?;
            browser
                .wait_for_value("document.activeElement.id", id)
                .await
                .with_context(|| format!("{attributes} {id}"))?;
        }
        // A button of the page opens it, too, and the same click does not close it.
        browser.click(&browser.find("#own").await?).await?;
        browser.wait_for_value(OPEN, true).await?;
        settle(browser).await?;
        stays_open(browser).await.context("opened by a button of the page")?;
        browser.press(Key::Escape).await?;
        browser.wait_for_value(OPEN, false).await?;
        // Opened by its own button, it goes back there.
        browser.click(&browser.part("button").await?).await?;
        browser.wait_for_value(OPEN, true).await?;
        settle(browser).await?;
        browser.click(&browser.part("close").await?).await?;
        browser.wait_for_value(OPEN, false).await?;
        browser.wait_for_value(&in_root("root.activeElement?.part.value"), "button").await?;
    }
    Ok(())
}

async fn only_a_click_beside_the_panel_closes_it(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let style = "\"border\": \"30px solid rgb(200, 0, 0)\"";
    for attributes in ["", "tinted"] {
        visit(browser, &page(site, attributes, style)).await?;
        open(browser).await?;
        let corner = in_root(
            "(({ left, top, right, height }) => [left, top, right, height].map(Math.round)) \
             (root.querySelector('dialog').getBoundingClientRect())",
        );
        let [left, top, right, height]: [u32; 4] = browser.eval(&corner).await?;
        let middle = top + height / 2;
        browser.click_at(left + 10, middle).await?;
        stays_open(browser).await.context("on the border")?;
        browser.drag([left + 100, middle], [right + 100, middle]).await?;
        stays_open(browser).await.context("pressed inside, released beside")?;
        browser.click_at(right + 100, middle).await?;
        browser.wait_for_value(OPEN, false).await?;
    }
    Ok(())
}

async fn in_a_low_window_the_whole_panel_is_inside(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    for attributes in ["", "detached", "detached tinted", "detached right persistent"] {
        visit(browser, &page(site, attributes, "")).await?;
        browser.resize(900, 500).await?;
        open(browser).await?;
        let inside = in_root(
            "(({ top, bottom }) => top >= 0 && bottom <= innerHeight) \
             (root.querySelector('dialog').getBoundingClientRect())",
        );
        browser.wait_for(&inside).await.with_context(|| attributes.to_owned())?;
        browser.resize(1280, 800).await?;
    }
    Ok(())
}

in_every_engine!(
    escape_is_for_whoever_has_the_focus,
    the_focus_goes_back_to_whoever_opened,
    only_a_click_beside_the_panel_closes_it,
    in_a_low_window_the_whole_panel_is_inside,
);
