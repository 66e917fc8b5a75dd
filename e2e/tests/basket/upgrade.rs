//! A page whose loader is of another build than the service's: what a browser has in its cache after an upgrade.

use anyhow::{Result, ensure};
use e2e::{Browser, Change, HostSite, Mirror, Service, in_every_engine};

use super::actions::{STATE, add, count, in_root, settle};
use super::loading::OTHER_BUILD;

/// The loader of a build that the service knows nothing of: the hash that it asks with is another one.
const UNKNOWN_BUILD: Change = |bytes| {
    let is_hash = |part: &[u8]| part[0] == b'-' && part[1..].iter().all(u8::is_ascii_hexdigit);
    if let Some(found) = bytes.windows(9).find(|part| is_hash(part)) {
        let hash = found[1..].to_vec();
        while let Some(at) = bytes.windows(8).position(|part| part == hash) {
            bytes[at..at + 8].copy_from_slice(b"0badcafe");
        }
    }
};

/// A page on which everything happens before any file but the loader has come: a click on a marker, a call whose answer
/// is waited for, and one that is only pushed.
fn page(site: &HostSite, mirror: &Mirror) -> String {
    let html = format!(
        r#"<!doctype html><html lang=de><head><title>Upgrade</title>
        <script src="{}/v1/basket.js"></script></head><body>
        <div data-embed="service-basket"><script type="application/json">{{"api_key":"pk_demo"}}</script></div>
        <button type=button data-embed=service-basket-add data-sku=MUG>Mug</button>
        <script>
            window.before = ServiceBasket;
            document.querySelector("[data-sku=MUG]").click();
            ServiceBasket.add({{ sku: "EBOOK" }}).then(({{ items }}) => (window.added = items > 0), ({{ code }}) => (window.added = code));
            ServiceBasket.push(["open"]);
            ServiceBasket.ready.then(() => (window.isReady = true));
        </script></body></html>"#,
        mirror.address()
    );
    site.page("/upgrade.html", &html)
}

async fn a_loader_whose_files_are_gone_hands_over_to_the_newest(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    for part in ["404", "0badcafe", "Failed to", "module"] {
        browser.allow_problem(part);
    }
    // Without its core nothing has come alive yet; with it, only page.js and the texts are missing.
    for has_core in [false, true] {
        let mirror = Mirror::start(service).await?;
        mirror.change_next("/v1/basket.js", UNKNOWN_BUILD);
        if !has_core {
            mirror.change(&["/v1/basket.wasm"], OTHER_BUILD);
        }
        browser.goto(&page(site, &mirror)).await?;
        browser.wait_for_value("window.isReady ?? false", true).await?;
        browser.wait_for_value(STATE, "filled").await?;
        browser.wait_for_value("window.added ?? null", true).await?;
        browser.wait_for_value(&count(), "2").await?;
        browser
            .wait_for(&in_root("root.querySelector('dialog:is([open], :popover-open)')"))
            .await?;
        browser
            .wait_for_value("document.querySelector('[data-sku=MUG]').dataset.state", "idle")
            .await?;
        // What the page's scripts kept is as good as what is there now.
        browser.wait_for_value("window.before.cart.items", 2).await?;
        browser.wait_for_value("window.before.version == ServiceBasket.version", true).await?;
        browser.run::<()>("return before.close().then(() => {})", vec![]).await?;
        settle(browser).await?;
        add(browser, "MUG").await?;
        browser.wait_for_value(&count(), "3").await?;
        let paths = mirror.take_paths();
        let loaders = paths.iter().filter(|path| path.ends_with("/basket.js")).count();
        ensure!(loaders == 3, "by the page, by the old loader, and to run it: {paths:?}");
        browser.run::<()>("return before.clear().then(() => {})", vec![]).await?;
    }
    Ok(())
}

async fn a_loader_that_is_the_newest_is_not_loaded_again(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    for part in ["503", "Failed to", "module", "service-basket:", "CORS"] {
        browser.allow_problem(part);
    }
    let mirror = Mirror::start(service).await?;
    mirror.refuse(&[".wasm", ".plain.js"]);
    browser.goto(&page(site, &mirror)).await?;
    browser.wait_for_value(STATE, "error").await?;
    let paths = mirror.take_paths();
    let loaders = paths.iter().filter(|path| path.ends_with("/basket.js")).count();
    ensure!(loaders == 2, "by the page, and to look for a newer one: {paths:?}");
    Ok(())
}

in_every_engine!(
    a_loader_whose_files_are_gone_hands_over_to_the_newest,
    a_loader_that_is_the_newest_is_not_loaded_again,
);
