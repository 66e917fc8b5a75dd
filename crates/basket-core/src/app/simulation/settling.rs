//! How it ends when all means well: everything is served and heard. Nothing is left open then, and both tabs show what the
//! service has.

use super::{browser::Browser, choices::Choices, messages::Draft};
use crate::{
    app::{Phase, Shop},
    cart::{Cart, Costs, Due, Line},
    protocol::Action,
};
use alloc::vec::Vec;

/// The number of the basket with which the shopper tries again.
const LAST_BASKET: u32 = 9;

/// After so many rounds everything must be settled.
const MOST_ROUNDS: usize = 500;

/// Serves and hears until nothing is under way, and asserts how it ends.
pub fn settle(browser: &mut Browser<'_>) {
    let mut rounds = 0;
    while !is_quiet(browser) {
        rounds += 1;
        assert!(rounds < MOST_ROUNDS, "it never ends: {browser:?}");
        for tab in 0..2 {
            round(browser, tab);
        }
    }
    check(browser);
}

/// Whether the shopper has to try again, or the page when a time is up.
fn is_stuck(shop: &Shop) -> bool {
    matches!(shop.phase, Phase::Failed | Phase::Offline)
}

fn is_quiet(browser: &Browser<'_>) -> bool {
    browser.tabs.iter().all(|tab| {
        tab.requests.is_empty() && tab.inbox.is_empty() && !tab.app.shops.iter().any(is_stuck)
    })
}

fn round(browser: &mut Browser<'_>, tab: usize) {
    browser.hear(tab);
    if !browser.tabs[tab].requests.is_empty() {
        browser.serve(tab, 0);
    }
    let stuck = browser.tabs[tab].app.shops.iter().find(|shop| is_stuck(shop));
    let Some((key, phase)) = stuck.map(|shop| (shop.key.clone(), shop.phase)) else { return };
    browser.try_again(tab, false);
    if phase == Phase::Failed {
        // It may have no basket any more.
        browser.mount(tab, LAST_BASKET, &key, &mut Choices::new(&[]));
        let answer = Draft::new("Use").with("action", Action::Answer.number(0));
        browser.post(tab, answer.with("basket", LAST_BASKET));
    }
}

fn check(browser: &Browser<'_>) {
    for tab in &browser.tabs {
        assert!(tab.kept.is_empty(), "nothing is left in storage: {:?}", tab.kept);
        assert!(tab.waiting.is_empty(), "everyone was told: {:?}", tab.waiting);
    }
    let [first, second] = &browser.tabs;
    for shop in &first.app.shops {
        let other = second.app.shops.iter().find(|other| other.key == shop.key);
        let Some(other) = other.filter(|other| is_ready(other) && is_ready(shop)) else { continue };
        let stored = browser.stored(&shop.key);
        let cart = browser.service.cart(&stored);
        let total = |shop: &Shop| shop.cart.as_ref().map_or(0, Cart::<Due>::total);
        assert_eq!(total(shop), total(other), "both tabs show the same total");
        assert_eq!(total(shop), cart.map_or(0, Cart::<Costs>::total), "it is that of the service");
        let cart = cart.map_or(&[][..], |cart| &cart.lines);
        assert_eq!(content(shop.lines()), content(other.lines()), "both tabs show the same");
        assert_eq!(content(shop.lines()), content(cart), "they show what the service has");
    }
}

fn is_ready(shop: &Shop) -> bool {
    shop.phase == Phase::Ready
}

fn content(lines: &[Line]) -> Vec<(&str, &str, u32)> {
    lines.iter().map(|line| (line.id.as_str(), line.sku.as_str(), line.quantity)).collect()
}
