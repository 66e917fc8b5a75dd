//! The documentation at `/docs`: the public designer, search, live examples, and what axe finds.

use std::fs;

use anyhow::{Result, ensure};
use e2e::{Browser, HostSite, Service, in_every_engine};

use super::designer::{click, in_preview, no_rule_is_broken, write};

async fn a_design_is_shared_by_its_address(
    browser: &mut Browser,
    service: &Service,
    _: &HostSite,
) -> Result<()> {
    browser.goto(&service.url("/docs")).await?;
    browser.wait_for("location.pathname == '/docs/design'").await?;
    in_preview(browser, "root?.querySelector('dialog:is([open], :popover-open)')", true).await?;
    for option in ["tinted", "right", "show_sum_purchases"] {
        click(browser, &format!("[name='options.{option}']")).await?;
    }
    write(browser, "[name='style.primary']", "#7a1f5c").await?;
    write(browser, "[name='style.secondary']", "#fff8f0").await?;
    let background = "getComputedStyle(root.querySelector('[part=checkout]')).backgroundColor";
    in_preview(browser, &format!("{background} == 'rgb(122, 31, 92)'"), true).await?;
    browser.wait_for("JSON.parse(json.value).style.secondary == '#fff8f0'").await?;
    browser.wait_for("share.value == location.href && share.value.includes('7a1f5c')").await?;
    let [address, design, snippet]: [String; 3] =
        browser.eval("[location.href, json.value, snippet.value]").await?;

    let mut elsewhere = Browser::start(browser.engine()).await?;
    elsewhere.goto(&address).await?;
    elsewhere.wait_for_value("json.value", design).await?;
    in_preview(&elsewhere, &format!("root && {background} == 'rgb(122, 31, 92)'"), true).await?;
    elsewhere.check().await?;

    let folder = tempfile::tempdir()?;
    let page = folder.path().join("page.html");
    fs::write(&page, format!("<!doctype html><html lang=en><title>Shop</title>{snippet}"))?;
    let said = Service::check_page(&page)?;
    ensure!(said.contains(": 0 errors, 0 warnings"), "{said}");
    Ok(())
}

async fn the_public_designer_breaks_no_rule_of_access(
    browser: &mut Browser,
    service: &Service,
    _: &HostSite,
) -> Result<()> {
    browser.goto(&service.url("/docs/design?draft=%7B%22api_key%22")).await?;
    browser
        .wait_for("document.querySelector('[role=alert]').textContent.includes('cannot be read')")
        .await?;
    in_preview(browser, "root?.querySelector('dialog:is([open], :popover-open)')", true).await?;
    no_rule_is_broken(browser, "public designer").await
}

in_every_engine!(a_design_is_shared_by_its_address, the_public_designer_breaks_no_rule_of_access);
