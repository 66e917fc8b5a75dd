//! Every control can be reached, seen, hit, and called by its name in every language.

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, HostSite, Key, Service, in_every_engine};
use fantoccini::wd::WebDriverCompatibleCommand;
use http::Method;
use serde_json::{Value, json};
use url::{ParseError, Url};

use super::super::actions::{STATE, open};
use super::{NATIVE, fill, settle, speak};

/// What a shopper can do something with, in the order of the document: the cart button, that of the panel's head, that
/// of a message, five of each product, and the checkout.
const CONTROLS: &str = "all('a[href], button, input, select, textarea, [tabindex=\"0\"]')";

/// The engine's own answer to what an element is called.
#[derive(Debug)]
struct Name(String);

impl WebDriverCompatibleCommand for Name {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        let session = session.unwrap_or_default();
        base.join(&format!("session/{session}/element/{}/computedlabel", self.0))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::GET, None)
    }
}

/// The engine's name for an element. Firefox gives screen readers what is new a little later, so a name that does not fit
/// is asked for again, but not for ever.
async fn name(browser: &Browser, id: &str, fits: impl Fn(&str) -> bool) -> Result<String> {
    let mut name = String::new();
    for _ in 0..200 {
        let answer = browser.client().issue_cmd(Name(id.to_owned())).await?;
        answer.as_str().context("a name is a text")?.trim().clone_into(&mut name);
        if fits(&name) {
            break;
        }
    }
    Ok(name)
}

async fn every_control_has_a_name_in_every_language(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    fill(browser, site, "right").await?;
    open(browser).await?;
    // Something was removed, which can be undone.
    browser.click(&browser.part("remove").await?).await?;
    browser.find_in_basket(0, "[part=message] button").await?;
    browser.wait_for_value(STATE, "filled").await?;
    let products: Vec<String> =
        browser.eval("all('[part=name]').map(({ textContent }) => textContent)").await?;
    // A script's answer names each element in an object with one member.
    let controls: Vec<Value> = browser.eval(CONTROLS).await?;
    let ids = controls.iter().filter_map(|control| control.as_object()?.values().next()?.as_str());
    let ids: Vec<&str> = ids.collect();
    ensure!(ids.len() == 4 + 5 * products.len(), "{} controls", ids.len());
    for code in NATIVE {
        speak(browser, code).await?;
        // What can be read on each of them.
        let texts = format!(
            "{CONTROLS}.map((control) => [control, ...control.querySelectorAll('*')] \
             .flatMap(({{ childNodes }}) => [...childNodes]).filter(({{ data }}) => data?.trim()) \
             .map(({{ data }}) => data.trim()))"
        );
        let texts: Vec<Vec<String>> = browser.eval(&texts).await?;
        let mut names: Vec<String> = Vec::new();
        for (at, id) in ids.iter().enumerate() {
            let product = at.checked_sub(3).and_then(|at| products.get(at / 5));
            // What can be read is said too, for whoever speaks to the browser.
            let says = |name: &str| {
                let name = name.to_lowercase();
                let mut parts = texts[at].iter().chain(product);
                !name.is_empty() && parts.all(|part| name.contains(&part.to_lowercase()))
            };
            let name = name(browser, id, says).await?;
            ensure!(
                says(&name),
                "{code}: control {at} is called {name:?}, with {:?} on it, of {product:?}",
                texts[at]
            );
            ensure!(!names.contains(&name), "{code}: control {at} is one of two called {name:?}");
            names.push(name);
        }
        let small = format!(
            "{CONTROLS}.map((control) => [control.part.value, control.getBoundingClientRect()]) \
             .filter(([part, {{ width, height }}]) => width < 24 || height < 24) \
             .map(([part, {{ width, height }}]) => [part, width, height])"
        );
        browser.wait_for_value(&small, json!([])).await.with_context(|| code.to_owned())?;
    }
    Ok(())
}

async fn tab_comes_to_every_control_in_turn_and_shows_where_it_is(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    fill(browser, site, "right").await?;
    let number: usize = browser.eval(&format!("{CONTROLS}.length")).await?;
    let expected: Vec<Value> = (1..number).map(|at| json!([at, true, true])).collect();
    // Which control has the focus, whether it has a ring, and whether it is in view with nothing over it. WebKit's
    // window is no longer the one that takes the keys when it has been resized, so it shows rings at first only.
    // Firefox stops at what scrolls, too, which is none of ours.
    let stop = format!(
        "((held) => {{ if (held?.matches('.main')) return null; \
           if (!held) return document.activeElement.tagName; \
           const {{ left, top, width, height }} = held.getBoundingClientRect(); \
           const {{ outlineStyle, outlineWidth }} = getComputedStyle(held); \
           return [{CONTROLS}.indexOf(held), \
             !document.hasFocus() || (outlineStyle != 'none' && parseFloat(outlineWidth) >= 2), \
             held.contains(root().elementFromPoint(left + width / 2, top + height / 2))]; \
         }})(root().activeElement)"
    );
    browser.wait_for("document.hasFocus()").await?;
    for (width, height) in [(1280, 800), (1280, 500), (375, 740)] {
        browser.resize(width, height).await?;
        for tinted in [false, true] {
            let set = format!("basket().toggleAttribute('tinted', {tinted})");
            browser.run::<()>(&set, vec![]).await?;
            open(browser).await?;
            let mut stops = Vec::new();
            for _ in 0..=number {
                if stops.len() < expected.len() {
                    browser.press(Key::Tab).await?;
                    stops.extend(browser.eval::<Option<Value>>(&stop).await?);
                }
            }
            ensure!(stops == expected, "{width} by {height}, tinted {tinted}: {stops:?}");
            browser.press(Key::Escape).await?;
            browser.wait_for("!all('dialog:is([open], :popover-open)').length").await?;
            settle(browser).await?;
        }
    }
    Ok(())
}

async fn the_floating_button_is_seen_whatever_the_page_puts_there(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    fill(browser, site, "right detached").await?;
    // Pictures, slides and sticky bars are all positioned, and come later on most pages.
    let cover = "const cover = document.createElement('div'); \
        cover.style = 'position: relative; z-index: 1; height: 200vh; background: silver'; \
        document.body.append(cover);";
    browser.run::<()>(cover, vec![]).await?;
    let seen = "((button) => { \
        const { left, top, width, height } = button.getBoundingClientRect(); \
        return document.elementFromPoint(left + width / 2, top + height / 2) == basket(); \
        })(all('[part=button]')[0])";
    browser.wait_for_value(seen, true).await
}

in_every_engine!(
    the_floating_button_is_seen_whatever_the_page_puts_there,
    every_control_has_a_name_in_every_language,
    tab_comes_to_every_control_in_turn_and_shows_where_it_is,
);
