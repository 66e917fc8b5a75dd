//! The examples that people copy, each as its own tools have built it: a purchase, and what is special about its
//! framework.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, HostSite, Service, in_every_engine};

use super::actions::{STATE, add, count, in_root, names, open, settle};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
/// Where the examples look for their service.
const SERVICE: &str = "http://127.0.0.1:8080";

in_every_engine! {
    plain_html,
    react,
    vue,
    svelte,
    turbo,
    htmx,
    a_static_site,
}

/// Puts an example as it was built on the host site, with the address of this service in it, and opens it.
async fn visit(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
    example: &str,
) -> Result<()> {
    let folder = Path::new(EXAMPLES).join(example).join("dist");
    let files = files(&folder).context("build the examples first: cargo xtask examples")?;
    ensure!(!files.is_empty(), "{} is empty", folder.display());
    for file in files {
        let text = fs::read_to_string(&file)?.replace(SERVICE, service.address());
        site.page(&format!("/{}", file.strip_prefix(&folder)?.display()), &text);
    }
    browser.goto(&site.url("/index.html")).await?;
    ready(browser).await
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("no {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

async fn ready(browser: &Browser) -> Result<()> {
    let basket = STATE.replace(").dataset", ")?.dataset");
    browser.wait_for(&format!("['empty', 'filled'].includes({basket})")).await
}

/// Adds a product, opens the basket, makes it two, and removes it again.
async fn purchase(browser: &mut Browser, sku: &str) -> Result<()> {
    add(browser, sku).await?;
    browser.wait_for_value(&count(), "1").await?;
    open(browser).await?;
    ensure!(browser.eval::<Vec<String>>(&names()).await?.len() == 1);
    browser.click(&browser.part("increase").await?).await?;
    browser.wait_for_value(&count(), "2").await?;
    browser.wait_for_value(STATE, "filled").await?;
    browser.click(&browser.part("remove").await?).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.click(&browser.part("close").await?).await?;
    settle(browser).await
}

async fn press(browser: &Browser, css: &str) -> Result<()> {
    browser.click(&browser.find(css).await?).await
}

async fn plain_html(browser: &mut Browser, service: &Service, site: &HostSite) -> Result<()> {
    visit(browser, service, site, "html").await?;
    purchase(browser, "MUG").await
}

/// In a framework: the same purchase, a configuration that changes, and a basket that comes and goes.
async fn component(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
    example: &str,
) -> Result<()> {
    visit(browser, service, site, example).await?;
    purchase(browser, "MUG").await?;
    add(browser, "EBOOK").await?;
    browser.wait_for_value(&count(), "1").await?;
    let is_right = in_root("!!root.querySelector('.right')");
    let before: bool = browser.eval(&is_right).await?;
    press(browser, "#side").await?;
    browser.wait_for_value(&is_right, !before).await?;
    press(browser, "#there").await?;
    browser.wait_for("!document.querySelector('[data-embed=\"service-basket\"]')").await?;
    press(browser, "#there").await?;
    ready(browser).await?;
    browser.wait_for_value(&count(), "1").await
}

async fn react(browser: &mut Browser, service: &Service, site: &HostSite) -> Result<()> {
    component(browser, service, site, "react").await
}

async fn vue(browser: &mut Browser, service: &Service, site: &HostSite) -> Result<()> {
    component(browser, service, site, "vue").await
}

async fn svelte(browser: &mut Browser, service: &Service, site: &HostSite) -> Result<()> {
    component(browser, service, site, "svelte").await
}

async fn turbo(browser: &mut Browser, service: &Service, site: &HostSite) -> Result<()> {
    visit(browser, service, site, "turbo").await?;
    purchase(browser, "MUG").await?;
    add(browser, "MUG").await?;
    browser.eval::<()>("void (window.isTheSamePage = true)").await?;
    press(browser, "#other").await?;
    browser.wait_for_value("document.querySelector('h1').textContent", "Second page").await?;
    ensure!(
        browser.eval::<bool>("window.isTheSamePage").await?,
        "Turbo did not take the link over"
    );
    add(browser, "EBOOK").await?;
    browser.wait_for_value(&count(), "2").await?;
    browser.eval::<()>("history.back()").await?;
    browser.wait_for_value("document.querySelector('h1').textContent", "First page").await?;
    browser.wait_for_value(&count(), "2").await
}

async fn htmx(browser: &mut Browser, service: &Service, site: &HostSite) -> Result<()> {
    visit(browser, service, site, "htmx").await?;
    press(browser, "#more").await?;
    browser.wait_for("document.querySelector('[data-sku=MUG]')").await?;
    purchase(browser, "MUG").await
}

async fn a_static_site(browser: &mut Browser, service: &Service, site: &HostSite) -> Result<()> {
    visit(browser, service, site, "eleventy").await?;
    purchase(browser, "MUG").await?;
    let title: String =
        browser.eval(&in_root("root.querySelector('[part=title]').textContent")).await?;
    ensure!(title == "Warenkorb", "the page is German, the basket says {title:?}");
    Ok(())
}

/// On a server that renders pages there is no page: importing the package does nothing, and asking too early says so.
#[test]
fn the_package_can_be_imported_where_there_is_no_page() -> Result<()> {
    let program = "const before = Object.keys(globalThis).length;
        const { load } = await import('service-basket');
        const code = await load({ service: 'https://basket.example' }).catch((error) => error.code);
        console.log(Object.keys(globalThis).length - before, code);";
    let output = std::process::Command::new("node")
        .args(["--input-type=module", "--eval", program])
        .current_dir(Path::new(EXAMPLES).join("react"))
        .output()?;
    ensure!(output.stdout == b"0 no-page\n", "{output:?}");
    Ok(())
}
