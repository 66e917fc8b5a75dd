//! How long the first opening of the cart takes until it is painted, with one line in it, on a machine four times slower
//! than this one: a part of `cargo xtask bench widget`.

use anyhow::{Context as _, Result};
use e2e::Service;

use crate::click::PAINTED;
use crate::compare::{Shopper, Visit};
use crate::contender::{BASKET, CONTENDERS, HAND, SHOPPING_CART};
use crate::site::Site;

const SLOWER: u32 = 4;
const TURNS: usize = 9;

/// Who is measured, and a script expression each: whether the cart is open.
const OPENED: [(&str, &str); 3] = [
    (
        BASKET,
        "document.querySelector('[data-embed=service-basket]').shadowRoot \
            .querySelector('dialog:is([open], :popover-open)')",
    ),
    (HAND, "document.querySelector('[data-embed=hand]').shadowRoot.querySelector('dialog[open]')"),
    (SHOPPING_CART, "document.querySelector('dialog[open]')"),
];

/// The milliseconds of every first opening, by contender.
pub async fn measure(site: &Site, service: &Service) -> Result<Vec<(&'static str, Vec<f64>)>> {
    let mut shoppers = Vec::new();
    for (name, opened) in OPENED {
        let contender = CONTENDERS.iter().find(|contender| contender.name == name);
        let contender = contender.context("no such contender")?;
        let mut shopper = Shopper::arrive(site, service, contender).await?;
        shopper.prepare(site, false, Visit::Updated).await?;
        shoppers.push((contender, opened, shopper, Vec::new()));
    }
    for _ in 0..TURNS {
        for (contender, opened, shopper, times) in &mut shoppers {
            let browser = &mut shopper.browser;
            browser.goto(&format!("{}?items=1", site.url(contender.name, false))).await?;
            browser
                .wait_for("window.seen?.working && performance.now() - seen.last > 1000")
                .await?;
            browser.slow_down(SLOWER).await?;
            times.push(browser.run(&open(contender.button, opened), vec![]).await?);
            browser.slow_down(1).await?;
            browser.goto(&site.blank()).await?;
        }
    }
    Ok(shoppers.into_iter().map(|(contender, _, _, times)| (contender.name, times)).collect())
}

/// A script that opens the cart.
fn open(button: &str, opened: &str) -> String {
    format!(
        "{PAINTED} \
        return (async () => {{ \
            const button = {button}; \
            await painted(); \
            const start = performance.now(); \
            button.click(); \
            do await painted(); while (!({opened})); \
            return performance.now() - start; \
        }})()"
    )
}
