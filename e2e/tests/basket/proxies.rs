//! The reverse proxies of the documentation, each with its own configuration: a shopper buys over HTTPS and HTTP/2, and the
//! service knows who calls. One engine is enough, since what differs is between the browser and the service.

use std::fs;

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, Engine, HostSite, Program, ReverseProxy, play_without_service};

use super::actions::{STATE, add, count};
use super::backend::{add_product, first_link, press, set_up};
use super::checkout::{arrive, check_out, place_order};

/// Enough for one browser, and soon used up by a flood.
const LIMIT: [&str; 2] = ["--requests-per-address", "20"];
/// Four seconds' worth at once, and as much again while they are sent.
const FLOOD: usize = 200;
/// More than any request but an import may have, and less than an import may.
const IMPORT: usize = 30 << 20;

#[test]
fn a_shopper_buys_behind_caddy() {
    test("a_shopper_buys_behind_caddy", Program::Caddy);
}

#[test]
fn a_shopper_buys_behind_nginx() {
    test("a_shopper_buys_behind_nginx", Program::Nginx);
}

#[test]
fn a_shopper_buys_behind_haproxy() {
    test("a_shopper_buys_behind_haproxy", Program::Haproxy);
}

fn test(name: &str, program: Program) {
    play_without_service(name, Engine::Chromium, async |browser, site| {
        let proxy = ReverseProxy::start(program, &LIMIT).await?;
        let result = story(browser, site, &proxy).await;
        let output = proxy.output()?;
        result.with_context(|| format!("{program:?} printed {output}"))
    });
}

async fn story(browser: &mut Browser, site: &HostSite, proxy: &ReverseProxy) -> Result<()> {
    sign_in(browser, proxy).await?;
    add_product(browser).await?;
    buy(browser, site, proxy).await?;
    import(browser, proxy).await?;
    http_leads_to_https(proxy).await?;
    connections_are_kept(proxy).await?;
    an_address_cannot_be_forged(proxy).await
}

/// The first operator signs in by the link that the service printed. Forms of the backend are accepted, and its session is
/// for HTTPS alone.
async fn sign_in(browser: &mut Browser, proxy: &ReverseProxy) -> Result<()> {
    let link = first_link(proxy.service(), proxy.service().address())?;
    ensure!(link.starts_with(&proxy.url("/admin/setup/")), "{link}");
    set_up(browser, &link).await?;
    uses_http_2(browser).await?;
    let cookies = browser.client().get_all_cookies().await?;
    let session = cookies.iter().find(|cookie| cookie.name() == "__Host-basket-operator");
    let session = session.with_context(|| format!("no session in {cookies:?}"))?;
    ensure!(session.secure() == Some(true) && session.http_only() == Some(true), "{session:?}");
    Ok(())
}

async fn buy(browser: &mut Browser, site: &HostSite, proxy: &ReverseProxy) -> Result<()> {
    let snippet = proxy.service().command(&["embed", "--service", &proxy.url("")])?;
    let html = format!(
        "<!doctype html><html lang=en><head><title>Shop</title></head><body>{snippet}\
         <button type=button data-embed=service-basket-add data-sku=MUG>Mug</button>"
    );
    browser.goto(&site.page("/proxied.html", &html)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "MUG").await?;
    browser.wait_for_value(&count(), "1").await?;
    check_out(browser).await?;
    arrive(browser, "Checkout").await?;
    let address: String = browser.eval("location.href").await?;
    ensure!(address.starts_with(&proxy.url("/checkout/")), "{address}");
    uses_http_2(browser).await?;
    place_order(browser).await?;
    arrive(browser, "Thank you, Ann Example").await
}

async fn uses_http_2(browser: &Browser) -> Result<()> {
    let protocol = "performance.getEntriesByType('navigation')[0].nextHopProtocol";
    browser.wait_for_value(protocol, "h2").await
}

/// A file as large as they come, which is one product and many empty lines.
async fn import(browser: &mut Browser, proxy: &ReverseProxy) -> Result<()> {
    let file = tempfile::Builder::new().suffix(".csv").tempfile()?;
    let mut text = "sku,name,price\nBOWL,Stoneware bowl,2400\n".to_owned();
    text.extend(std::iter::repeat_n('\n', IMPORT));
    fs::write(file.path(), text)?;
    browser.goto(&proxy.url("/admin/products/import")).await?;
    let path = file.path().to_str().context("no path")?;
    browser.find("#file").await?.send_keys(path).await?;
    press(browser, "Import").await?;
    let text = "document.querySelector('main')?.textContent ?? ''";
    browser.wait_for(&format!("({text}).includes('Import finished')")).await
}

async fn http_leads_to_https(proxy: &ReverseProxy) -> Result<()> {
    let url = format!("url = \"{}\"", proxy.insecure_url("/v1/basket.js"));
    let show = "write-out = \"%{http_code} %{redirect_url}\"".to_owned();
    let said = proxy.curl(vec![("127.0.0.1", vec![url, show])]).await?;
    let (status, target) = said.split_once(' ').context("no answer")?;
    ensure!(["301", "308"].contains(&status), "{said}");
    ensure!(target.starts_with("https://basket.example"), "{said}");
    Ok(())
}

/// One request that shows its status.
fn request(proxy: &ReverseProxy, forged: usize) -> Vec<String> {
    vec![
        format!("url = \"{}\"", proxy.url("/admin/sign-in")),
        format!("header = \"X-Forwarded-For: 203.0.113.{forged}\""),
        "write-out = \"%{http_code}\\n\"".to_owned(),
    ]
}

/// Each request is a client of its own, and the service does not notice.
async fn connections_are_kept(proxy: &ReverseProxy) -> Result<()> {
    let before = proxy.connections();
    for _ in 0..10 {
        let said = proxy.curl(vec![("127.0.0.4", request(proxy, 1))]).await?;
        ensure!(said.trim() == "200", "{said}");
    }
    let new = proxy.connections() - before;
    ensure!(new <= 2, "ten requests made {new} connections");
    Ok(())
}

/// Clients are counted by their own address, which is not the proxy's, whatever they say.
async fn an_address_cannot_be_forged(proxy: &ReverseProxy) -> Result<()> {
    let flood = (0..FLOOD).map(|number| ("127.0.0.2", request(proxy, number))).collect();
    let said = proxy.curl(flood).await?;
    let count = |status: &str| said.lines().filter(|line| *line == status).count();
    let (accepted, refused) = (count("200"), count("429"));
    ensure!(accepted > 0 && refused > 0 && accepted + refused == FLOOD, "{said}");
    let other = proxy.curl(vec![("127.0.0.3", request(proxy, 1))]).await?;
    ensure!(other.trim() == "200", "another client is refused: {other}");
    Ok(())
}
