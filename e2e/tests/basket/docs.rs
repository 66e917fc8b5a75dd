//! The documentation at `/docs`: the public designer, search, live examples, and what axe finds.

use std::fs;

use anyhow::{Result, ensure};
use e2e::{Browser, Engine, HostSite, Key, Service, in_every_engine, play};

use super::access::Findings;
use super::audit::{View, prefer};
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
    browser.wait_for("JSON.parse(json.value).style.secondary == '#fff8f0'").await?;
    // WebKit's driver forgets the frame it is in when the page around it changes its address.
    browser.wait_for("share.value == location.href && share.value.includes('fff8f0')").await?;
    let background = "getComputedStyle(root.querySelector('[part=checkout]')).backgroundColor";
    in_preview(browser, &format!("{background} == 'rgb(122, 31, 92)'"), true).await?;
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

/// On a phone the preview is below the controls; nobody is carried there.
async fn a_phone_stays_at_the_top_of_the_designer(
    browser: &mut Browser,
    service: &Service,
    _: &HostSite,
) -> Result<()> {
    browser.resize(375, 740).await?;
    browser.goto(&service.url("/docs/design")).await?;
    let is_loaded = "document.querySelector('#snippet').value.includes('pk_demo')";
    browser.wait_for(is_loaded).await?;
    in_preview(browser, "root?.querySelector('[part=button]')", true).await?;
    in_preview(browser, "root.querySelector('dialog:is([open], :popover-open)')", false).await?;
    browser.wait_for_value("scrollY", 0).await?;
    click(browser, ".jump").await?;
    in_preview(browser, "root.querySelector('dialog:is([open], :popover-open)')", true).await
}

/// What people look for first, and the page that must be among the results.
const SEARCHES: [(&str, &str); 5] = [
    ("Docker", "deploy.html"),
    ("rate limit", "limits.html"),
    ("layout shift", "layouts.html"),
    ("dark mode", "style.html"),
    ("API key", "backend.html"),
];

async fn the_search_finds_what_people_look_for(
    browser: &mut Browser,
    service: &Service,
    _: &HostSite,
) -> Result<()> {
    browser.goto(&service.url("/docs/quick-start.html")).await?;
    browser.press('/').await?;
    browser.wait_for("document.activeElement.type == 'search'").await?;
    for (query, page) in SEARCHES {
        browser.chord(&[Key::Control.into()], 'a').await?;
        browser.type_text(query).await?;
        browser
            .wait_for(&format!(
                "document.querySelector('#found .count').textContent.includes('“{query}”')"
            ))
            .await?;
        let found = "[...document.querySelectorAll('#results a')].map((link) => link.pathname.split('/').pop())";
        let found: Vec<String> = browser.eval(found).await?;
        ensure!(found.iter().any(|found| found == page), "{query}: {found:?}");
    }
    browser.press(Key::Enter).await?;
    browser.wait_for("!location.pathname.endsWith('quick-start.html')").await
}

async fn an_address_that_does_not_exist_offers_a_search_and_near_codes(
    browser: &mut Browser,
    service: &Service,
    _: &HostSite,
) -> Result<()> {
    browser.allow_problem("404");
    browser.goto(&service.url("/docs/codes/json_invlaid.html")).await?;
    browser.wait_for("document.querySelector('h1').textContent == 'Page not found'").await?;
    browser
        .wait_for("document.querySelector('main a[href$=\"/docs/codes/json-invalid.html\"]')")
        .await?;
    // A folder is no such address.
    browser.goto(&service.url("/docs/codes")).await?;
    browser.wait_for_value("location.pathname", "/docs/codes/index.html").await?;
    browser.goto(&service.url("/docs/nginx-proxy")).await?;
    browser.wait_for("document.querySelector('main a[href*=\"q=nginx\"]')").await?;
    browser
        .run::<()>("document.querySelector('main a[href*=\"q=nginx\"]').click()", vec![])
        .await?;
    browser.wait_for("document.querySelectorAll('#results a').length").await
}

/// A live example in the built folder, which a server without our service has.
async fn live_examples_work_from_the_built_folder(
    browser: &mut Browser,
    site: &HostSite,
) -> Result<()> {
    browser.goto(&site.url("/docs/examples/style.html")).await?;
    click(browser, "#primary ~ figure.live button").await?;
    let background = "getComputedStyle(root.querySelector('[part=checkout]')).backgroundColor";
    in_preview(browser, &format!("root && {background} == 'rgb(109, 40, 217)'"), true).await?;
    browser.goto(&site.url("/docs/examples/events.html")).await?;
    click(browser, "#service-basketopen ~ figure.live button").await?;
    browser
        .wait_for(
            "document.querySelector('figure.live ol')?.textContent.includes('service-basket:open')",
        )
        .await?;
    browser.goto(&site.url("/docs/examples/parts.html")).await?;
    click(browser, "#checkout ~ figure.live button").await?;
    let outline = "getComputedStyle(root.querySelector('[part=checkout]')).outlineStyle";
    in_preview(browser, &format!("root && {outline} == 'dashed'"), true).await
}

/// Every page by the rules of axe, light and dark; those of codes are all alike, so a few stand for them.
async fn no_page_of_the_site_breaks_a_rule(
    browser: &mut Browser,
    service: &Service,
    _: &HostSite,
) -> Result<()> {
    let mut found = Findings::default();
    browser.goto(&service.url("/docs/index.html")).await?;
    let list = "fetch('llms.txt').then((answer) => answer.text()).then((text) => \
        [...text.matchAll(/^ *- \\[[^\\]]*\\]\\(([^)]+)\\.md\\)/gm)].map(([, page]) => page))";
    let pages: Vec<String> = browser.eval(list).await?;
    let (codes, others): (Vec<_>, Vec<_>) =
        pages.into_iter().partition(|page| page.starts_with("codes/"));
    ensure!(codes.len() > 40 && others.len() > 60, "{} and {} pages", codes.len(), others.len());
    browser.allow_problem("404");
    let more = ["404".to_owned()];
    for page in others.iter().chain(codes.iter().step_by(10)).chain(&more) {
        let page =
            if page.ends_with("README") { page.replace("README", "index") } else { page.clone() };
        browser.goto(&service.url(&format!("/docs/{page}.html"))).await?;
        for (width, scheme) in [(1280, "light"), (375, "dark")] {
            browser.resize(width, 800).await?;
            prefer(browser, scheme).await?;
            let what = format!("{page}, {width}, {scheme}");
            let view = View { is_strict: false, ..View::page("Documentation", &what) };
            for finding in view.audit(browser).await?.1 {
                found.add(finding, &what);
            }
            let overflow: i64 =
                browser.eval("document.documentElement.scrollWidth - innerWidth").await?;
            if overflow > 0 {
                found.add(format!("{overflow} pixels too wide"), &what);
            }
        }
    }
    found.none()
}

#[test]
fn no_page_of_the_site_breaks_a_rule_in_chromium() {
    play("no_page_of_the_site_breaks_a_rule", Engine::Chromium, no_page_of_the_site_breaks_a_rule);
}

in_every_engine!(
    a_design_is_shared_by_its_address,
    a_phone_stays_at_the_top_of_the_designer,
    an_address_that_does_not_exist_offers_a_search_and_near_codes,
    the_public_designer_breaks_no_rule_of_access,
    the_search_finds_what_people_look_for,
);
in_every_engine!(without_service: live_examples_work_from_the_built_folder);
