//! The designer in the backend: a draft is drawn, seen on the real basket, saved and copied.

use anyhow::{Result, ensure};
use e2e::{Browser, HostSite, Key, Service, in_every_engine};
use serde_json::json;

use super::actions::ROOT;
use super::audit::View;

const HERE: &str = "/admin/settings/setup-design/design";

/// How many items the preview's basket has, inside of its frame.
const COUNT: &str = "window.ServiceBasket.cart?.items ?? 0";

/// Whether somebody who leaves is asked first.
const ASKS: &str = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))";

/// Signs in and opens the designer; its preview is loaded by then.
pub(super) async fn visit(browser: &mut Browser, service: &Service) -> Result<()> {
    let next = HERE.replace('/', "%2F");
    browser.goto(&service.url(&format!("/admin/sign-in?next={next}"))).await?;
    for (field, text) in [("email", "demo@example.com"), ("password", "demo-demo-demo")] {
        browser.click(&browser.find(&format!("[name={field}]")).await?).await?;
        browser.type_text(text).await?;
    }
    browser.press(Key::Enter).await?;
    browser.wait_for("document.querySelector('#snippet')?.value.includes('pk_demo')").await?;
    in_preview(browser, "root?.querySelector('dialog:is([open], :popover-open)')", true).await
}

/// Waits until an expression about the preview's basket, whose shadow root it may call `root`, has a value.
pub(super) async fn in_preview(browser: &Browser, expression: &str, is_true: bool) -> Result<()> {
    let root = "document.querySelector('[data-embed=\"service-basket\"]')?.shadowRoot";
    browser.wait_for_value_in_frame(&format!("!!((root) => {expression})({root})"), is_true).await
}

/// Clicks something once it is in the middle of what can be seen: drivers scroll below what is fixed.
pub(super) async fn click(browser: &Browser, css: &str) -> Result<()> {
    let scroll = "document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })";
    browser.run::<()>(scroll, vec![json!(css)]).await?;
    browser.click(&browser.find(css).await?).await
}

/// Replaces what stands in a field, as a person does.
pub(super) async fn write(browser: &Browser, field: &str, text: &str) -> Result<()> {
    click(browser, field).await?;
    browser.chord(&[Key::Control.into()], 'a').await?;
    browser.type_text(text).await
}

async fn a_design_is_drawn_saved_and_copied(
    browser: &mut Browser,
    service: &Service,
    _: &HostSite,
) -> Result<()> {
    visit(browser, service).await?;
    let focus = "document.activeElement.localName";
    browser.wait_for(&format!("{focus} != 'iframe'")).await?;
    browser.wait_for_value(ASKS, false).await?;

    write(browser, "[name='style.primary']", "#102030").await?;
    let background = "getComputedStyle(root.querySelector('[part=checkout]')).backgroundColor";
    in_preview(browser, &format!("{background} == 'rgb(16, 32, 48)'"), true).await?;
    click(browser, "[name='options.tinted']").await?;
    in_preview(browser, "root.querySelector('dialog:modal')", true).await?;
    // Whoever draws keeps the focus, also when the panel opens anew.
    browser.wait_for("document.activeElement.name == 'options.tinted'").await?;
    browser.wait_for("JSON.parse(json.value).style.primary == '#102030'").await?;
    browser.wait_for("snippet.value.includes('data-embed=\"service-basket\" tinted')").await?;

    write(browser, "#json", r##"{"api_key":"pk_demo","style":{"primary":"#405060"},"typo":1}"##)
        .await?;
    browser
        .wait_for("document.querySelector(\"[name='style.primary']\").value == '#405060'")
        .await?;
    browser.wait_for("!document.querySelector(\"[name='options.tinted']\").checked").await?;
    browser.wait_for("findings.textContent.includes('unknown-member')").await?;
    in_preview(browser, "root.querySelector('dialog:modal')", false).await?;

    browser.wait_for_value(ASKS, true).await?;
    click(browser, "[data-copy=snippet]").await?;
    browser.wait_for_value(ASKS, false).await?;
    browser
        .wait_for("document.querySelector('[data-copy=snippet]').textContent == 'Copied'")
        .await?;
    write(browser, "#design-name", "Slate").await?;
    browser.wait_for_value("document.activeElement.value", "Slate").await?;
    browser.press(Key::Enter).await?;
    browser.wait_for_value("location.search", "?open=Slate").await?;
    browser.wait_for("snippet.value.includes('#405060')").await
}

async fn what_is_tried_in_the_preview_stays_there(
    browser: &mut Browser,
    service: &Service,
    _: &HostSite,
) -> Result<()> {
    visit(browser, service).await?;
    browser.client().enter_frame(0).await?;
    let before: u32 = browser.eval(COUNT).await?;
    browser.run::<()>(&format!("{ROOT}.querySelector('[part=increase]').click()"), vec![]).await?;
    browser.wait_for_value(COUNT, before + 1).await?;
    browser.run::<()>("document.querySelector('[data-sku=MUG]').click()", vec![]).await?;
    browser.wait_for_value(COUNT, before + 2).await?;
    let asked =
        "performance.getEntriesByType('resource').filter(({ name }) => /carts|shop/.test(name))";
    browser.wait_for_value(&format!("{asked}.length"), 0).await?;
    // Checking out leads nowhere.
    browser.run::<()>(&format!("{ROOT}.querySelector('[part=checkout]').click()"), vec![]).await?;
    browser.wait_for("document.querySelector('#shelf')").await?;
    browser.client().enter_parent_frame().await?;
    let kept: u32 = browser.eval("Object.keys(localStorage).length").await?;
    ensure!(kept == 0, "something is kept in the browser");
    Ok(())
}

async fn the_designer_breaks_no_rule_of_access(
    browser: &mut Browser,
    service: &Service,
    _: &HostSite,
) -> Result<()> {
    visit(browser, service).await?;
    write(browser, "#json", r##"{"api_key":"pk_demo","style":{"secondary":"#fff"},"typo":1}"##)
        .await?;
    browser.wait_for("findings.textContent.includes('style-contrast')").await?;
    browser
        .run::<()>(
            "for (const it of document.querySelectorAll('.designer details')) it.open = true",
            vec![],
        )
        .await?;
    no_rule_is_broken(browser, "designer").await
}

/// Checks a page with a designer on a desk and on a phone, where it is not wider than the screen.
pub(super) async fn no_rule_is_broken(browser: &Browser, what: &str) -> Result<()> {
    for width in [1280, 375] {
        browser.resize(width, 800).await?;
        let what = format!("{what}, {width}");
        // The letters of a colour sample are drawn, and a button may be behind the preview's bar.
        let view = View { is_strict: false, ..View::page("Designer", &what) };
        let (_, wrong) = view.audit(browser).await?;
        ensure!(wrong.is_empty(), "{what}: {wrong:?}");
        let overflow: i64 =
            browser.eval("document.documentElement.scrollWidth - innerWidth").await?;
        ensure!(overflow <= 0, "{what}: {overflow} pixels too wide");
    }
    Ok(())
}

in_every_engine!(
    a_design_is_drawn_saved_and_copied,
    what_is_tried_in_the_preview_stays_there,
    the_designer_breaks_no_rule_of_access,
);
