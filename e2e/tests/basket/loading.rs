//! How the files come: the snippet that we hand out, what is loaded how often, and what is refused.

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, Change, Engine, HostSite, Mirror, Service, in_every_engine};
use serde_json::Value;

use super::actions::{STATE, add, count};

/// A page in a language with the snippet that the program prints for the mirror, under the policy that it prints, and a
/// product to add.
fn page(
    site: &HostSite,
    service: &Service,
    mirror: &Mirror,
    language: &str,
    arguments: &[&str],
) -> Result<String> {
    let command = ["embed", "--service", mirror.address()];
    let snippet = service.command(&[&command, arguments].concat())?;
    let policy = service.command(&[&command, arguments, &["--csp"]].concat())?;
    // The site has a script of its own.
    let policy = policy.replace("script-src", "script-src 'self'").replace('\n', " ");
    let html = format!(
        "<!-- header: Content-Security-Policy: default-src 'none'; {policy} -->\n<!doctype html><html lang={language}><head><title>Snippet</title></head><body>\n{snippet}\
         <button type=button data-embed=service-basket-add data-sku=MUG>Mug</button>"
    );
    Ok(site.page("/snippet.html", &html))
}

async fn the_snippet_works_and_nothing_in_it_is_loaded_twice(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    let pinned = ["--pinned", "--locale", "de"];
    for (language, arguments) in [("en", &[][..]), ("de", &[]), ("de", &pinned)] {
        // Each has addresses of its own, since an engine may remember more than it is allowed to.
        let mirror = Mirror::start(service).await?;
        browser.goto(&page(site, service, &mirror, language, arguments)?).await?;
        browser.wait_for(&format!("['empty', 'filled'].includes({STATE})")).await?;
        add(browser, "MUG").await?;
        browser.wait_for_value(STATE, "filled").await?;
        let mut paths = mirror.take_paths();
        let wasm = paths.iter().find(|path| path.ends_with("wasm")).context("no wasm")?;
        ensure!(wasm.contains("basket-") != arguments.is_empty(), "{wasm}");
        // Firefox matches no preload of a fetch that is checked, and counts on having kept the file, as it may.
        let is_kept = browser.engine() == Engine::Firefox && !arguments.is_empty();
        let is_fetched = |path: &str| path.ends_with("wasm") || path.ends_with("txt");
        // English is in the module.
        ensure!(paths.iter().any(|path| path.ends_with("txt")) == (language == "de"), "{paths:?}");
        paths.retain(|path| !(path.contains("/carts") || is_kept && is_fetched(path)));
        paths.sort();
        let all = paths.len();
        paths.dedup();
        ensure!(paths.len() == all, "some of these were asked for twice: {paths:?}");
        ensure!(!paths.iter().any(|path| path.contains(".plain.")), "{paths:?}");
    }
    browser.wait_for_value(&count(), "3").await
}

/// What the button is called.
const LABEL: &str = "document.querySelector('[data-embed=service-basket]').shadowRoot
    .querySelector('[part=title]').textContent";

/// A script that leaves a trace.
const SCRIPT: Change = |bytes| bytes.extend_from_slice(b"\nwindow.tampered = true;");
/// A module as good as before, with an empty section more.
const WASM: Change = |bytes| bytes.extend_from_slice(&[0, 1, 0]);
const TEXT: Change = |bytes| bytes.extend_from_slice(b" and more");
/// The module of another build: the name that it imports from is another one.
pub const OTHER_BUILD: Change = |bytes| {
    let is_name = |part: &[u8]| {
        part.starts_with(b"\x05x") && part.ends_with(b"\x01f") && part[2..6].is_ascii()
    };
    if let Some(at) = bytes.windows(8).position(is_name) {
        bytes[at + 2..at + 6].copy_from_slice(b"____");
    }
};

async fn a_file_that_was_changed_on_its_way_is_refused(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    for part in ["integrity", "not loaded", "service-basket:", "Failed to", "module"] {
        browser.allow_problem(part);
    }
    let named = |end: &str| -> Result<String> {
        let html = service.command(&["embed", "--pinned"])?;
        let hash = html.split("basket-").nth(1).and_then(|rest| rest.split('.').next());
        Ok(format!("basket-{}.{end}", hash.context("no hash in the snippet")?))
    };
    let (wasm, plain, text) = (named("wasm")?, named("plain.js")?, named("de.txt")?);
    // What the page is left with: nothing at all, its own content, or a basket that found another way.
    for (ends, change, state) in [
        (vec!["/basket.js"], SCRIPT, Value::Null),
        (vec![&*wasm], WASM, "empty".into()),
        (vec![&*wasm, &*plain], SCRIPT, "error".into()),
        (vec![&*text], TEXT, "empty".into()),
        (vec![], SCRIPT, "empty".into()),
    ] {
        // Each has addresses of its own, since an engine may remember more than it is allowed to.
        let mirror = Mirror::start(service).await?;
        mirror.change(&ends, change);
        browser.goto(&page(site, service, &mirror, "de", &["--pinned", "--locale", "de"])?).await?;
        if state.is_null() {
            browser.wait_for("document.readyState == 'complete'").await?;
        }
        let found = browser.wait_for_value(&format!("{STATE} ?? null"), state).await;
        found.with_context(|| format!("{ends:?}; asked for {:?}", mirror.take_paths()))?;
        browser.wait_for_value("window.tampered ?? null", Value::Null).await?;
        if ends.contains(&&*text) {
            browser.wait_for_value(LABEL, "Your cart").await?;
        }
        // What was not changed is used, and of what was changed the same in another form.
        let asked_for_plain = mirror.take_paths().iter().any(|path| path.contains(".plain."));
        ensure!(asked_for_plain == ends.contains(&&*wasm), "{ends:?}");
    }
    Ok(())
}

async fn a_module_of_another_build_is_not_used(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    let mirror = Mirror::start(service).await?;
    mirror.change(&["/v1/basket.wasm"], OTHER_BUILD);
    browser.goto(&page(site, service, &mirror, "en", &[])?).await?;
    browser.wait_for_value(STATE, "empty").await?;
    ensure!(mirror.take_paths().iter().any(|path| path.ends_with(".plain.js")), "it was used");
    add(browser, "MUG").await
}

/// Texts that are none: the basket is in English, or stays in its language, and is alive.
async fn a_basket_works_without_the_texts_of_its_language(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    for part in ["503", "de.txt", "fr.txt"] {
        browser.allow_problem(part);
    }
    let mirror = Mirror::start(service).await?;
    mirror.refuse(&["de.txt", "fr.txt"]);
    browser.goto(&page(site, service, &mirror, "de", &[])?).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.wait_for_value(LABEL, "Your cart").await?;
    add(browser, "MUG").await?;
    browser.wait_for_value(STATE, "filled").await?;

    browser.run::<()>("return ServiceBasket.setLocale('es').then(() => {})", vec![]).await?;
    browser.wait_for_value(LABEL, "Tu cesta").await?;
    browser.run::<()>("return ServiceBasket.setLocale('fr').then(() => {})", vec![]).await?;
    // A second click right after the first would be taken for a double click.
    browser
        .wait_for_value("document.querySelector('[data-sku=MUG]').dataset.state", "idle")
        .await?;
    add(browser, "MUG").await?;
    browser.wait_for_value(&count(), "2").await?;
    browser.wait_for_value(LABEL, "Tu cesta").await?;
    // They come with the next try.
    mirror.refuse(&[]);
    browser.wait_for_value(LABEL, "Votre panier").await
}

in_every_engine!(
    a_basket_works_without_the_texts_of_its_language,
    the_snippet_works_and_nothing_in_it_is_loaded_twice,
    a_file_that_was_changed_on_its_way_is_refused,
    a_module_of_another_build_is_not_used,
);
