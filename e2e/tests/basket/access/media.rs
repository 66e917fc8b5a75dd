//! What somebody has asked their system for, and paper. Only Chromium's driver can pretend any of it.

use anyhow::{Result, ensure};
use e2e::{Browser, Engine, HostSite, Service, play};
use fantoccini::wd::WebDriverCompatibleCommand;
use http::Method;
use serde_json::{Value, json};
use url::{ParseError, Url};

use super::super::actions::open;
use super::{fill, settle};

/// Pretends a medium and a media feature.
#[derive(Debug)]
struct Emulate(Value);

impl WebDriverCompatibleCommand for Emulate {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let command = json!({ "cmd": "Emulation.setEmulatedMedia", "params": self.0 });
        (Method::POST, Some(command.to_string()))
    }
}

async fn emulate(browser: &Browser, feature: &str, value: &str) -> Result<()> {
    let features = json!({ "features": [{ "name": feature, "value": value }] });
    browser.client().issue_cmd(Emulate(features)).await?;
    browser.wait_for(&format!("matchMedia('({feature}: {value})').matches")).await
}

async fn forced_colours_leave_every_control_to_be_seen(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    fill(browser, site, "right tinted").await?;
    open(browser).await?;
    // A button is known by its border or outline or the border of the stepper around it, by a line under its text, or by
    // its drawing; all of them in a colour that is not the ground's.
    let unseen = "all('button, input').filter((control) => { \
        const ground = getComputedStyle(all('dialog')[0]).backgroundColor; \
        const boxes = [control, control.closest('.stepper')].filter(Boolean).map((box) => getComputedStyle(box)); \
        const isFramed = boxes.some((box) => ['borderTop', 'outline'].some((frame) => \
          parseFloat(box[frame + 'Width']) >= 1 && box[frame + 'Style'] == 'solid' && \
          box[frame + 'Color'] != box.backgroundColor)); \
        const isText = control.textContent.trim() && boxes[0].textDecorationLine == 'underline'; \
        const drawing = control.querySelector('svg'); \
        const isDrawn = drawing && getComputedStyle(drawing).stroke != ground; \
        return !(control.part.value == 'close' ? isDrawn : isFramed || isText); \
        }).map(({ part }) => part.value)";
    // As it is, colour does it.
    browser.wait_for(&format!("{unseen}.length")).await?;
    emulate(browser, "forced-colors", "active").await?;
    settle(browser).await?;
    browser.wait_for_value(unseen, json!([])).await?;
    let cards = "all('dialog, [part=card]').every((box) => \
        parseFloat(getComputedStyle(box).borderTopWidth) >= 1)";
    browser.wait_for_value(cards, true).await
}

/// Clicks something and lists what moves then, at once and in the next frame.
const MOVING: &str = "return (async () => { \
    const moving = () => root().getAnimations().map(({ transitionProperty, animationName, effect }) => \
      `${effect.target.part.value || effect.target.className}${effect.pseudoElement ?? ''}: \
      ${transitionProperty ?? animationName}`); \
    all(arguments[0])[0].click(); \
    const first = moving(); \
    await new Promise(requestAnimationFrame); \
    return [...new Set([...first, ...moving()])]; })();";

async fn who_asked_for_less_motion_gets_none(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let mut found = Vec::new();
    for (value, attributes) in [
        ("reduce", "right tinted"),
        ("reduce", "detached"),
        // Without the wish there is something to reduce.
        ("no-preference", "right tinted"),
    ] {
        emulate(browser, "prefers-reduced-motion", value).await?;
        fill(browser, site, attributes).await?;
        for part in ["button", "increase", "remove", "close"] {
            settle(browser).await?;
            let moving: Vec<String> =
                browser.run(MOVING, vec![json!(format!("[part={part}]"))]).await?;
            if value == "reduce" {
                found.extend(moving.iter().map(|moves| format!("{attributes}, {part}: {moves}")));
            } else {
                ensure!(part != "button" || moving.len() > 1, "only {moving:?} move");
            }
        }
        browser.run::<()>("localStorage.clear()", vec![]).await?;
    }
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

async fn paper_has_no_basket(browser: &mut Browser, _: &Service, site: &HostSite) -> Result<()> {
    fill(browser, site, "right").await?;
    let seen = "[basket().getBoundingClientRect().height > 0, \
        all('dialog, [part=button]').map((part) => part.checkVisibility())]";
    for attribute in ["detached", "tinted"] {
        browser.run::<()>(&format!("basket().toggleAttribute('{attribute}')"), vec![]).await?;
        open(browser).await?;
        for (medium, expected) in [("print", false), ("screen", true)] {
            browser.client().issue_cmd(Emulate(json!({ "media": medium }))).await?;
            browser.wait_for(&format!("matchMedia('{medium}').matches")).await?;
            browser.wait_for_value(&format!("{seen}[1]"), json!([expected, expected])).await?;
        }
        browser.run::<()>("all('[part=close]')[0].click()", vec![]).await?;
        settle(browser).await?;
    }
    Ok(())
}

macro_rules! in_chromium {
    ($($name:ident),+ $(,)?) => {
        $(mod $name {
            #[test]
            fn chromium() {
                super::play(stringify!($name), super::Engine::Chromium, super::$name);
            }
        })+
    };
}
in_chromium!(
    forced_colours_leave_every_control_to_be_seen,
    who_asked_for_less_motion_gets_none,
    paper_has_no_basket,
);
