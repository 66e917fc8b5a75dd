//! The rules that axe-core knows, in every state, layout and colour of a basket.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, HostSite, Key, Service, in_every_engine};
use serde_json::{Value, json};

use super::super::actions::{STATE, in_root, open};
use super::{configure, fill, settle, shop};

/// WCAG 2.0, 2.1 and 2.2, A and AA, and what is good practice besides.
const RULES: [&str; 6] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/// What was found, all of it, so that one look tells what there is to do.
#[derive(Default)]
struct Findings(Vec<String>);

impl Findings {
    fn none(self) -> Result<()> {
        ensure!(self.0.is_empty(), "{}", self.0.join("\n"));
        Ok(())
    }

    /// Checks the first basket against the rules.
    async fn check(&mut self, browser: &Browser, what: &str) -> Result<()> {
        settle(browser).await?;
        if browser.eval("!window.axe").await? {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("axe-core");
            let script = folder.join("node_modules/axe-core/axe.min.js");
            let script = fs::read_to_string(&script).with_context(|| {
                format!("no axe-core at {}; `cargo xtask e2e` fetches it", script.display())
            })?;
            // The driver may run any script on any page, whatever the page's policy says.
            browser.run::<()>(&script, vec![]).await?;
        }
        // The rule on the size of targets is off unless asked for by name.
        let ask = "return axe.run(document.querySelector('[data-embed=\"service-basket\"]'), { \
        runOnly: arguments[0], rules: { 'target-size': { enabled: true } } }) \
        .then(({ passes, violations, incomplete }) => [ \
          passes.map(({ id }) => id), \
          [violations, incomplete].map((results) => results.flatMap(({ id, nodes }) => \
            nodes.map(({ target, failureSummary }) => \
              `${id}: ${target.flat().join(' ')}: ${failureSummary}`)))]);";
        let (passed, [wrong, open]): (Vec<String>, [Vec<String>; 2]) =
            browser.run(ask, vec![json!(RULES)]).await?;
        eprintln!("{what}: {passed:?}\n OPEN {open:#?}\nWRONG {wrong:#?}");
        self.0.extend(wrong.iter().map(|finding| format!("{what}: {finding}")));
        // Whoever sees nothing finds nothing.
        ensure!(
            ["color-contrast", "target-size"].iter().all(|rule| passed.iter().any(|id| id == rule)),
            "{what}: axe saw neither text nor target, only {passed:?}"
        );
        Ok(())
    }
}

async fn no_state_breaks_a_rule_that_axe_knows(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    // What is wrong on purpose is told, by the basket and by engines that log failed requests themselves.
    for text in ["409", "service-unreachable", "503"] {
        browser.allow_problem(text);
    }
    let mut found = Findings::default();
    let address = shop(site, "right tinted");
    for (mode, state) in
        [("held", "loading"), ("away", "offline"), ("broken", "error"), ("through", "empty")]
    {
        browser.goto(&format!("{address}?mode={mode}")).await?;
        browser.wait_for_value(STATE, state).await?;
        found.check(browser, &format!("{state}, closed")).await?;
        open(browser).await?;
        found.check(browser, state).await?;
    }

    fill(browser, site, "right tinted").await?;
    open(browser).await?;
    found.check(browser, "filled").await?;

    // More of the chair than there is.
    let quantity = "li:nth-child(3) [part=quantity]";
    browser.click(&browser.find_in_basket(0, quantity).await?).await?;
    browser.chord(&[Key::Control.into()], 'a').await?;
    browser.type_text("7").await?;
    browser.press(Key::Enter).await?;
    browser.wait_for(&in_root("root.querySelector('[part=message]')")).await?;
    found.check(browser, "notice").await?;

    for (mode, part, state) in
        [("held", "increase", "updating"), ("held", "checkout", "checking-out")]
    {
        browser.run::<()>("mode = arguments[0]", vec![json!(mode)]).await?;
        browser.click(&browser.part(part).await?).await?;
        browser.wait_for_value(STATE, state).await?;
        found.check(browser, state).await?;
        browser.goto(&address).await?;
        browser.wait_for_value(STATE, "filled").await?;
        open(browser).await?;
    }
    browser.run::<()>("mode = 'away'", vec![]).await?;
    browser.click(&browser.part("increase").await?).await?;
    browser.wait_for_value(STATE, "offline").await?;
    found.check(browser, "offline with a cart").await?;

    // Somebody else took the last chairs.
    service.change_database("UPDATE products SET stock = 0 WHERE sku = 'CHAIR'")?;
    browser.goto(&address).await?;
    open(browser).await?;
    browser
        .wait_for_value(&in_root("root.querySelector('.warning')?.textContent"), "Out of stock")
        .await?;
    found.check(browser, "out of stock").await?;
    found.none()
}

async fn the_card_of_a_broken_configuration_breaks_no_rule(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.expect_problem("api-key-placeholder");
    browser.goto(&shop(site, "")).await?;
    browser.wait_for_value(STATE, "empty").await?;
    configure(browser, json!({ "api_key": "<API_KEY>" })).await?;
    let mut found = Findings::default();
    for scheme in ["light", "dark"] {
        browser
            .run::<()>(
                "document.documentElement.style.colorScheme = arguments[0]",
                vec![json!(scheme)],
            )
            .await?;
        browser.wait_for(&in_root("root.querySelector('.card')")).await?;
        found.check(browser, scheme).await?;
    }
    found.none()
}

in_every_engine!(
    no_state_breaks_a_rule_that_axe_knows,
    the_card_of_a_broken_configuration_breaks_no_rule,
);
