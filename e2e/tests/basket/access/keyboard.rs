//! A purchase by somebody who has no pointer.

use anyhow::{Context as _, Result, bail};
use e2e::{Browser, HostSite, Key, Service, in_every_engine};
use serde_json::json;

use super::super::actions::{
    ROOT, STATE, count, in_root, names, visit, wait_for_marker, watch_marker,
};

/// What has the focus, in a shadow root or not.
const HELD: &str = "((held) => held?.shadowRoot?.activeElement ?? held)(document.activeElement)";

/// Presses Tab, or Shift and Tab, until the focus is on what matches the selector. No page here has as many stops.
async fn tab_to(browser: &Browser, css: &str, back: bool) -> Result<()> {
    let mut passed = Vec::new();
    for _ in 0..40 {
        let held: (bool, String) = browser
            .eval(&format!(
                "((held) => [held?.matches('{css}') ?? false, \
                 held?.ariaLabel || held?.textContent?.trim().slice(0, 20) || ''])({HELD})"
            ))
            .await?;
        if held.0 {
            return Ok(());
        }
        passed.push(held.1);
        let shift: &[char] = if back { &[Key::Shift.into()] } else { &[] };
        browser.chord(shift, Key::Tab).await?;
    }
    bail!("Tab never came to {css}, only to {passed:?}")
}

async fn a_purchase_needs_no_pointer(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    for tinted in [true, false] {
        visit(browser, site).await?;
        let set = format!("{ROOT}.host.toggleAttribute('tinted', {tinted})");
        browser.run::<()>(&set, vec![]).await?;
        let place = if tinted { "before" } else { "beside" };
        buy(browser).await.with_context(|| format!("with the panel {place} the page"))?;
        browser.run::<()>("localStorage.clear()", vec![]).await?;
    }
    Ok(())
}

/// Fills the basket, changes one's mind about all of it, and checks out.
async fn buy(browser: &Browser) -> Result<()> {
    let listen = "addEventListener('service-basket:checkout', (event) => { \
        event.preventDefault(); window.bought = [event.cancelable, event.detail.cart.items]; });";
    browser.run::<()>(listen, vec![]).await?;
    for (sku, key) in [("MUG", ' '), ("COFFEE", Key::Enter.into()), ("CHAIR", Key::Enter.into())] {
        tab_to(browser, &format!("[data-sku={sku}]"), false).await?;
        watch_marker(browser, sku).await?;
        browser.press(key).await?;
        wait_for_marker(browser, sku, "done").await?;
    }
    tab_to(browser, "[part=button]", true).await?;
    browser.press(Key::Enter).await?;
    let open = in_root("root.querySelector('dialog').matches(':is([open], :popover-open)')");
    browser.wait_for_value(&open, true).await?;
    let quantities =
        in_root("[...root.querySelectorAll('[part=quantity]')].map((field) => field.value)");

    let in_panel = format!("{HELD}.closest('dialog')");

    // A number typed over the old one, which is marked as soon as Tab comes to it.
    tab_to(browser, "li:nth-child(1) [part=quantity]", false).await?;
    browser.type_text("5").await?;
    browser.press(Key::Enter).await?;
    browser.wait_for_value(&quantities, json!(["5", "1", "1"])).await?;
    tab_to(browser, "li:nth-child(2) [part=increase]", false).await?;
    browser.press(' ').await?;
    browser.press(Key::Enter).await?;
    browser.wait_for_value(&quantities, json!(["5", "3", "1"])).await?;
    tab_to(browser, "li:nth-child(2) [part=decrease]", true).await?;
    browser.press(' ').await?;
    browser.wait_for_value(&quantities, json!(["5", "2", "1"])).await?;
    // Gone, back again, and gone for good; the focus stays in the panel all the while.
    for undo in [true, false] {
        // Undone, the focus is at the panel's head; further back is the browser's own window.
        tab_to(browser, "[part=remove][aria-label*=mug]", undo).await?;
        browser.press(Key::Enter).await?;
        browser.wait_for_value(&names(), json!(["Coffee beans, 1 kg", "Oak chair"])).await?;
        browser.wait_for(&in_panel).await?;
        if undo {
            tab_to(browser, "[part=message] button", true).await?;
            browser.press(Key::Enter).await?;
            browser.wait_for(&format!("{}.includes('Stoneware mug')", names())).await?;
            browser.wait_for(&in_panel).await?;
        }
    }
    browser.wait_for_value(STATE, "filled").await?;
    browser.wait_for_value(&count(), "3").await?;

    browser.press(Key::Escape).await?;
    browser.wait_for_value(&open, false).await?;
    browser.wait_for(&format!("{HELD}.matches('[part=button]')")).await?;
    browser.press(' ').await?;
    browser.wait_for_value(&open, true).await?;
    tab_to(browser, "[part=close]", false).await?;
    browser.press(Key::Enter).await?;
    browser.wait_for_value(&open, false).await?;
    browser.wait_for(&format!("{HELD}.matches('[part=button]')")).await?;
    browser.press(Key::Enter).await?;
    browser.wait_for_value(&open, true).await?;
    tab_to(browser, "[part=checkout]", false).await?;
    browser.press(' ').await?;
    browser.wait_for_value("window.bought", json!([true, 3])).await
}

in_every_engine!(a_purchase_needs_no_pointer);
