//! Everyone included: no violation that axe knows, a purchase without a pointer, every control named in every language.

mod keyboard;
mod media;
mod names;
mod room;
pub mod rules;

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use e2e::{Browser, HostSite};
use serde_json::{Value, json};

use super::actions::{STATE, add, settle};

/// What every page here can do: find the basket, and change what is written on it. Firefox's driver sees `var`, but not
/// `const`.
const SCRIPT: &str = "
    var basket = () => document.querySelector('[data-embed=\"service-basket\"]');
    var root = () => basket().shadowRoot;
    var all = (css) => [...root().querySelectorAll(css)];
    var configure = (change) => {
      const script = basket().querySelector('script');
      script.textContent = JSON.stringify({ ...JSON.parse(script.textContent), ...change });
    };";

/// All there is to show.
const OPTIONS: &str = r#"{ "show_billing_frequency": true, "show_sum_purchases": true, "show_sum_subscriptions": true }"#;

/// The address of a shop page with one basket.
fn shop(site: &HostSite, attributes: &str) -> String {
    let marker = |sku: &str, more: &str| {
        format!("<button data-embed=\"service-basket-add\" data-sku=\"{sku}\"{more}>{sku}</button>")
    };
    let markers =
        [("MUG", ""), ("COFFEE", " data-frequency=\"monthly\""), ("CHAIR", ""), ("EBOOK", "")]
            .map(|(sku, more)| marker(sku, more));
    let html = [
        "<!doctype html><html lang=\"en\"><head><title>Shop</title>",
        "<meta name=\"viewport\" content=\"width=device-width\"><script>",
        SCRIPT,
        "</script><script src=\"/faults.js\"></script>",
        "<script src=\"{{service}}/v1/basket.js\" async></script></head><body><main><h1>Shop</h1>",
        &format!("<div data-embed=\"service-basket\" {attributes}>"),
        &format!(
            "<script type=\"application/json\">{{\"api_key\":\"pk_demo\",\"options\":{OPTIONS}}}"
        ),
        "</script></div>",
        &markers.concat(),
        "</main></body></html>",
    ]
    .concat();
    site.page("/access.html", &html)
}

pub const NATIVE: [&str; 12] =
    ["de", "dk", "el", "en", "es", "fi", "fr", "it", "nl", "no", "sl", "sv"];

/// What was found, all of it, so that one look tells what there is to do. Each finding comes with the places it was made
/// at.
#[derive(Default)]
pub struct Findings(BTreeMap<String, Vec<String>>);

impl Findings {
    pub fn add(&mut self, finding: String, place: &str) {
        self.0.entry(finding).or_default().push(place.to_owned());
    }

    pub fn none(&self) -> Result<()> {
        let line = |(finding, places): (&String, &Vec<String>)| {
            format!("{finding}\n  at: {}", places.join("; "))
        };
        let lines = self.0.iter().map(line).collect::<Vec<_>>();
        ensure!(lines.is_empty(), "{}", lines.join("\n"));
        Ok(())
    }
}

/// Opens a shop page and puts one of everything into the cart.
async fn fill(browser: &mut Browser, site: &HostSite, attributes: &str) -> Result<()> {
    browser.goto(&shop(site, attributes)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    for sku in ["MUG", "COFFEE", "CHAIR", "EBOOK"] {
        add(browser, sku).await?;
    }
    browser.wait_for_value(STATE, "filled").await
}

/// Changes the basket's configuration.
async fn configure(browser: &Browser, change: Value) -> Result<()> {
    browser.run("configure(arguments[0])", vec![change]).await
}

/// Has the basket speak a native language.
async fn speak(browser: &Browser, code: &str) -> Result<()> {
    let mut options: Value = serde_json::from_str(OPTIONS)?;
    options["default_locale"] = json!(code);
    configure(browser, json!({ "options": options })).await?;
    let tag = if code == "dk" { "da" } else { code };
    browser.wait_for_value("all('.root')[0].lang", tag).await
}
