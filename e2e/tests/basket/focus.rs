//! Focus, caret and everything else a shopper holds on to survive what happens around them.

use anyhow::Result;
use e2e::{Browser, HostSite, Key, Service, in_every_engine};
use serde_json::{Value, json};

use super::actions::{ROOT, STATE, add, in_root, names, open, visit};

/// Removes the first line behind the page's back, as another tab would.
async fn remove_first_line_elsewhere(browser: &mut Browser, service: &Service) -> Result<()> {
    let script = "const [service] = arguments; \
        const cart = localStorage['service-basket:pk_demo:cart']; \
        const headers = { Authorization: 'Bearer pk_demo' }; \
        return fetch(`${service}/v1/carts/${cart}?key=pk_demo`).then((answer) => answer.json()) \
          .then(({ lines }) => fetch(`${service}/v1/carts/${cart}/lines/${lines[0].id}`, \
            { method: 'DELETE', headers })).then(({ status }) => status);";
    let status: u16 = browser.run(script, vec![json!(service.address())]).await?;
    assert_eq!(status, 200);
    Ok(())
}

const HELD: &str = "(({ activeElement: held }) => \
    [held?.mark, held?.value, held?.selectionStart, held?.selectionEnd])";

async fn typing_goes_on_while_a_line_above_is_removed(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    for sku in ["MUG", "COFFEE", "CHAIR"] {
        add(browser, sku).await?;
    }
    open(browser).await?;
    let field = browser.find_in_basket(0, "li:nth-child(2) [part=quantity]").await?;
    browser.click(&field).await?;
    browser.run::<()>(&format!("{ROOT}.activeElement.mark = 'the same'"), vec![]).await?;
    browser.chord(&[Key::Control.into()], 'a').await?;
    browser.type_text("15").await?;
    browser.press(Key::Left).await?;
    let held = format!("{HELD}({ROOT})");
    browser.wait_for_value(&held, json!(["the same", "15", 1, 1])).await?;

    // The next answer of the service lacks the first line, and brings a new one at the end.
    remove_first_line_elsewhere(browser, service).await?;
    browser.run::<()>("document.querySelector('[data-sku=EBOOK]').click()", vec![]).await?;
    let expected = ["Coffee beans, 1 kg", "Oak chair", "The slow kitchen, e-book"];
    browser.wait_for_value(&names(), json!(expected)).await?;
    browser.wait_for_value(&held, json!(["the same", "15", 1, 1])).await?;

    browser.type_text("2").await?;
    browser.wait_for_value(&held, json!(["the same", "125", 2, 2])).await?;
    browser.press(Key::Enter).await?;
    let price = in_root("root.querySelector('[part=price]').textContent");
    browser.wait_for_value(&price, "€2,625.00").await?;
    browser.wait_for_value(STATE, "filled").await?;
    browser.wait_for_value(&held, json!(["the same", "125", 2, 2])).await
}

async fn stepping_goes_on_while_a_line_above_is_removed(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    for sku in ["MUG", "COFFEE", "CHAIR"] {
        add(browser, sku).await?;
    }
    open(browser).await?;
    browser.find_in_basket(0, "li:nth-child(3) [part=increase]").await?;
    let mark = format!(
        "const button = {ROOT}.querySelector('li:nth-child(3) [part=increase]'); \
         button.mark = 'the same'; button.focus();"
    );
    browser.run::<()>(&mark, vec![]).await?;
    remove_first_line_elsewhere(browser, service).await?;
    browser.press(Key::Enter).await?;
    browser.wait_for_value(&names(), json!(["Coffee beans, 1 kg", "Oak chair"])).await?;
    browser.press(Key::Enter).await?;
    let held = in_root("root.activeElement?.mark");
    browser.wait_for_value(&held, "the same").await?;
    let quantity = in_root("root.querySelector('li:nth-child(2) [part=quantity]').value");
    browser.wait_for_value(&quantity, "3").await?;
    // All there are: the button stops, but keeps the focus.
    browser.press(Key::Enter).await?;
    let stopped = in_root("root.activeElement?.ariaDisabled");
    browser.wait_for_value(&stopped, "true").await?;
    browser.wait_for_value(&quantity, "3").await
}

async fn only_the_row_that_changed_is_touched(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    for sku in ["MUG", "COFFEE", "CHAIR"] {
        add(browser, sku).await?;
    }
    open(browser).await?;
    browser.wait_for_value(STATE, "filled").await?;
    let watch = format!(
        "window.rows = new Set(); \
         new MutationObserver((changes) => {{ for (const {{ target }} of changes) {{ \
           const row = (target.closest ? target : target.parentNode).closest('li'); \
           if (row) rows.add([...row.parentNode.children].indexOf(row)); }} }}) \
         .observe({ROOT}, {{ subtree: true, childList: true, attributes: true, characterData: true }});"
    );
    browser.run::<()>(&watch, vec![]).await?;
    browser.click(&browser.find_in_basket(0, "li:nth-child(2) [part=increase]").await?).await?;
    let quantity = in_root("root.querySelector('li:nth-child(2) [part=quantity]').value");
    browser.wait_for_value(&quantity, "2").await?;
    browser.wait_for_value(STATE, "filled").await?;
    let rows: Value = browser.eval("[...rows]").await?;
    assert_eq!(rows, json!([1]));
    Ok(())
}

async fn after_a_removal_the_focus_goes_to_the_card_that_takes_the_place(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    for sku in ["MUG", "COFFEE"] {
        add(browser, sku).await?;
    }
    open(browser).await?;
    browser.click(&browser.part("remove").await?).await?;
    let held = in_root("root.activeElement?.ariaLabel");
    browser.wait_for_value(&held, "Remove Coffee beans, 1 kg").await?;
    let said = in_root("root.querySelector('dialog .said').textContent");
    browser.wait_for_value(&said, "Stoneware mug removed").await?;
    browser.press(Key::Enter).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.wait_for_value(&held, "Close").await?;
    let empty = in_root("root.querySelector('[part=empty]').innerText.trim()");
    browser.wait_for_value(&empty, "Your cart is empty").await
}

async fn escape_closes_and_gives_the_focus_back(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    visit(browser, site).await?;
    browser.find_in_basket(0, "[part=button]").await?;
    browser.run::<()>(&format!("{ROOT}.querySelector('[part=button]').focus()"), vec![]).await?;
    browser.press(Key::Enter).await?;
    let expanded = in_root("root.querySelector('[part=button]').ariaExpanded");
    browser.wait_for_value(&expanded, "true").await?;
    browser.wait_for_value(&in_root("root.activeElement?.textContent"), "Your cart").await?;
    browser.press(Key::Escape).await?;
    browser.wait_for_value(&expanded, "false").await?;
    browser.wait_for(&in_root("root.activeElement?.part.contains('button')")).await
}

in_every_engine!(
    typing_goes_on_while_a_line_above_is_removed,
    stepping_goes_on_while_a_line_above_is_removed,
    only_the_row_that_changed_is_touched,
    after_a_removal_the_focus_goes_to_the_card_that_takes_the_place,
    escape_closes_and_gives_the_focus_back,
);
