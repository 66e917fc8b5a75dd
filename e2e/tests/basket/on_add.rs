//! What the shopper sees when something was added.

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, HostSite, Service, in_every_engine};

use super::actions::STATE;

const TOAST: &str = "root.querySelector('[part=toast]')";

/// A page whose basket does this when something was added. A basket that the page hides comes first.
fn page(site: &HostSite, on_add: &str) -> String {
    let basket = format!(
        "<div data-embed=service-basket class=shown right><script type=\"application/json\">\
         {{\"api_key\": \"pk_demo\", \"options\": {{\"on_add\": \"{on_add}\"}}}}</script></div>"
    );
    let html = format!(
        "<!doctype html><html lang=en><head><title>Shop</title>\
         <script src=\"{{{{service}}}}/v1/basket.js\" async></script></head><body>\
         <div hidden>{}</div>{basket}\
         <button id=add data-embed=service-basket-add data-sku=MUG data-quantity=2>Mug</button>\
         <button id=open data-embed=service-basket-add data-sku=MUG data-open>Mug, please</button>\
         <button id=many data-embed=service-basket-add data-sku=MUG data-quantity=998>Mugs</button>",
        basket.replace("class=shown", "class=hidden-one")
    );
    site.page("/on-add.html", &html)
}

/// An expression about the shadow root of the basket that the page shows.
fn in_shown(expression: &str) -> String {
    format!("((root) => {expression})(document.querySelector('.shown').shadowRoot)")
}

async fn visit(browser: &mut Browser, address: &str) -> Result<()> {
    browser.goto(address).await?;
    browser.wait_for(&format!("['empty', 'filled'].includes({STATE})")).await
}

async fn click(browser: &Browser, selector: &str) -> Result<()> {
    browser.click(&browser.find(selector).await?).await
}

/// Adds by a script: a marker that was just clicked rests for a moment.
async fn add(browser: &Browser) -> Result<()> {
    browser.run::<()>("return ServiceBasket.add({ sku: 'MUG' }).then(() => {})", vec![]).await
}

/// Clicks the button of the toast with this text.
async fn click_in_toast(browser: &Browser, text: &str) -> Result<()> {
    let script = in_shown(&format!(
        "[...{TOAST}.querySelectorAll('button')].find((button) => button.textContent == '{text}').click()"
    ));
    browser.run::<()>(&script, vec![]).await
}

async fn is_open(browser: &Browser) -> Result<()> {
    browser.wait_for(&in_shown("root.querySelector('dialog').matches(':popover-open')")).await
}

async fn a_toast_says_what_was_added(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, &page(site, "toast")).await?;
    click(browser, "#add").await?;
    let text = in_shown(&format!("{TOAST}?.firstChild.textContent"));
    browser.wait_for_value(&text, "Stoneware mug added").await?;
    browser.wait_for(&in_shown(&format!("{TOAST}.matches(':popover-open')"))).await?;
    // It is in view, and nothing of the page lies above it.
    browser
        .wait_for(&in_shown(&format!(
            "(({{ left, top, width, height }}) => {TOAST}.contains(\
             root.elementFromPoint(left + width / 2, top + height / 2)))({TOAST}.getBoundingClientRect())"
        )))
        .await
        .context("in view")?;

    click_in_toast(browser, "Undo").await?;
    browser.wait_for(&in_shown(&format!("!{TOAST}"))).await?;
    browser.wait_for_value("ServiceBasket.cart?.lines.length", 0).await?;

    add(browser).await?;
    browser.wait_for_value(&text, "Stoneware mug added").await.context("a second time")?;
    click_in_toast(browser, "Your cart").await?;
    is_open(browser).await?;
    browser.wait_for(&in_shown(&format!("!{TOAST}"))).await.context("beside an open panel")
}

async fn a_toast_goes_by_itself_unless_it_is_about_to_be_used(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, &page(site, "toast")).await?;
    click(browser, "#add").await?;
    let seen = in_shown(&format!("{TOAST} && getComputedStyle({TOAST}).visibility == 'visible'"));
    browser.wait_for(&seen).await?;
    let plays = in_shown(&format!("{TOAST}.getAnimations()[0].playState"));
    browser.wait_for_value(&plays, "running").await?;
    browser
        .run::<()>(&in_shown(&format!("{TOAST}.querySelector('button').focus()")), vec![])
        .await?;
    browser.wait_for_value(&plays, "paused").await.context("with the focus in it")?;
    browser.run::<()>(&in_shown("root.activeElement.blur()"), vec![]).await?;
    browser.wait_for_value(&plays, "running").await?;
    let end = format!("{TOAST}.getAnimations()[0].finish()");
    browser.run::<()>(&in_shown(&end), vec![]).await?;
    browser.wait_for(&format!("!({seen})")).await?;
    // The next addition is another toast.
    click(browser, "#open").await?;
    is_open(browser).await?;
    browser.run::<()>("return ServiceBasket.close().then(() => {})", vec![]).await?;
    add(browser).await?;
    browser.wait_for(&seen).await
}

async fn a_toast_says_what_was_refused(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.allow_problem("409");
    visit(browser, &page(site, "toast")).await?;
    click(browser, "#add").await?;
    browser
        .wait_for_value(&in_shown(&format!("{TOAST}?.querySelectorAll('button').length")), 2)
        .await?;
    click(browser, "#many").await?;
    browser
        .wait_for_value(&in_shown(&format!("{TOAST}?.querySelectorAll('button').length")), 1)
        .await?;
    let text: String = browser.eval(&in_shown(&format!("{TOAST}.firstChild.textContent"))).await?;
    ensure!(!text.is_empty() && !text.contains("added"), "{text}");
    Ok(())
}

async fn the_panel_that_opens_is_one_that_is_shown(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, &page(site, "open")).await?;
    click(browser, "#add").await?;
    is_open(browser).await.context("by the option")?;
    visit(browser, &page(site, "none")).await?;
    click(browser, "#open").await?;
    is_open(browser).await.context("by the marker")
}

in_every_engine!(
    a_toast_says_what_was_added,
    a_toast_goes_by_itself_unless_it_is_about_to_be_used,
    a_toast_says_what_was_refused,
    the_panel_that_opens_is_one_that_is_shown,
);
