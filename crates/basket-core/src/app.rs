//! The baskets of a page as a state machine: messages say what happened, effects what to do. All
//! baskets with one API key share a [`Shop`] and so show one cart. It must never do anything
//! itself, nor know the time; the shell reports when a time is up.
//!
//! A message is an array `[focused basket, focused node, name, …]`; the first letter of its name
//! tells it from the others:
//!
//! | name | with | says |
//! |---|---|---|
//! | `mount` | basket, configuration, attributes, language, cart | a basket element appeared or was changed; `cart` is what storage holds for its key |
//! | `forget` | basket | a basket element is gone |
//! | `use` | basket, node, typing, value | the shopper used a control |
//! | `dismiss` | basket, outside | Escape was pressed, or a click went beside an open panel |
//! | `add` | marker, sku, quantity, frequency, interval, open | an add marker was clicked |
//! | `checkout` | basket, go on | the page had its say about the checkout |
//! | `response` | request, status, body | a request was answered; status 0 is no answer |
//! | `try` | | a wait is over, or the network is back |

mod basket;
mod change;
mod effects;
mod shop;
#[cfg(test)]
mod tests;

pub use basket::{Action, Basket};
pub use shop::{Phase, Say, Shop};

use crate::{
    config::{self, table::Flag},
    json::{self, Node, Writer},
    locale::{Intl, Locale},
    product::{Frequency, Period},
    view::{Model, view},
    wire::NewLine,
};
use alloc::{borrow::ToOwned, string::String, vec::Vec};
use effects::Effects;

/// All baskets of a page.
#[derive(Debug, Default)]
pub struct App {
    last_request: u32,
    shops: Vec<Shop>,
    baskets: Vec<Basket>,
    effects: Effects,
}

/// The part of a message at a place, as text.
fn text(message: Node<'_>, at: usize) -> &str {
    message.at(at).and_then(Node::text).unwrap_or_default()
}

fn number(message: Node<'_>, at: usize) -> u32 {
    message.at(at).and_then(Node::count).unwrap_or_default()
}

fn flag(message: Node<'_>, at: usize) -> bool {
    message.at(at).and_then(Node::flag).unwrap_or_default()
}

impl App {
    /// Takes in a message and says what to do, as a JSON array of effects. A message that makes no
    /// sense does nothing.
    pub fn receive(&mut self, message: Node<'_>, intl: &dyn Intl) -> String {
        self.dispatch(message);
        self.render((number(message, 0), number(message, 1)), intl);
        self.effects.take()
    }

    fn dispatch(&mut self, message: Node<'_>) {
        match text(message, 2).as_bytes().first().unwrap_or(&0) {
            b'm' => self.mounted(message),
            b'f' => {
                // Its place is taken by the next basket that appears.
                if let Some(at) = self.find(message) {
                    self.baskets[at] = Basket::new(0);
                }
            }
            b'u' => self.used(message),
            b'd' => {
                if let Some(basket) = self.find(message).and_then(|at| self.baskets.get_mut(at)) {
                    basket.open &= flag(message, 4) && basket.is_on(Flag::Persistent);
                }
            }
            b'a' => self.add_clicked(message),
            b'c' => {
                let shop = self.find(message).and_then(|at| self.baskets[at].shop);
                if let Some(shop) = shop.filter(|_| flag(message, 4)) {
                    self.shops[shop].checks_out = true;
                    self.pump(shop);
                }
            }
            b'r' => self.answered(message),
            _ => self.resume(false),
        }
    }

    /// The place of the basket that a message is about.
    fn find(&self, message: Node<'_>) -> Option<usize> {
        self.baskets.iter().position(|basket| basket.id == number(message, 3))
    }

    fn mounted(&mut self, message: Node<'_>) {
        let id = number(message, 3);
        let mut is_wrong = false;
        let Some(written) = message.at(4) else { return };
        let config = config::read(written, message.at(5), &mut is_wrong);
        if is_wrong {
            self.effects.explain(id);
        }
        let free = || self.baskets.iter().position(|basket| basket.id == 0);
        let at = self.find(message).or_else(free).unwrap_or_else(|| {
            self.baskets.push(Basket::new(0));
            self.baskets.len() - 1
        });
        let shop = self.shop(config.api_key, text(message, 7).into());
        if let Some(basket) = self.baskets.get_mut(at) {
            basket.id = id;
            (basket.language, basket.shop, basket.options) =
                (text(message, 6).into(), shop, config.options);
        }
    }

    /// The place of the shop of that key; a new one starts with the cart that storage holds.
    fn shop(&mut self, key: String, cart: String) -> Option<usize> {
        if key.is_empty() {
            return None;
        }
        let found = self.shops.iter().position(|shop| shop.key == key);
        found.or_else(|| {
            self.shops.push(Shop::new(key, cart));
            let shop = self.shops.len() - 1;
            self.pump(shop);
            Some(shop)
        })
    }

    fn used(&mut self, message: Node<'_>) {
        let Some(at) = self.find(message) else { return };
        let Some(place) = self.baskets[at].shop else { return };
        let Some(action) = self.baskets[at].tree.action(number(message, 4)).copied() else {
            return;
        };
        let (basket, shop) = (&mut self.baskets[at], &mut self.shops[place]);
        match action {
            Action::Toggle if !basket.open => self.open(at),
            Action::Toggle | Action::Close => basket.open = false,
            Action::Decrease(line) => shop.step(line, -1),
            Action::Increase(line) => shop.step(line, 1),
            Action::Quantity(line) => {
                let (typing, value) = (flag(message, 5), text(message, 6));
                // What is no number, or a negative one, is forgotten.
                let quantity = json::read_number(value.trim_ascii()).filter(|_| !typing);
                if let Some(quantity) = quantity.and_then(|quantity| u32::try_from(quantity).ok()) {
                    shop.set(line, quantity);
                }
                let line = shop.lines().get(line).filter(|_| typing);
                basket.draft = line.map(|line| (line.id.clone(), value.into()));
            }
            Action::Remove(line) => {
                shop.set(line, 0);
                // The card's own button goes with it, but the focus must not be lost: it goes to the
                // card that takes the place, or else to the one before.
                let next = line.min(shop.lines().len().wrapping_sub(1));
                let is_last = shop.lines().is_empty();
                basket.focus_next =
                    Some(if is_last { Action::Close } else { Action::Remove(next) });
            }
            Action::Retry => self.resume(true),
            Action::Checkout => {
                basket.locale_code().clone_into(&mut shop.locale);
                self.effects.ask_checkout(basket.id);
            }
        }
        self.pump(place);
    }

    /// Opens a basket, and closes the others that are not persistent.
    fn open(&mut self, at: usize) {
        for (other, basket) in self.baskets.iter_mut().enumerate() {
            basket.open = other == at || (basket.open && basket.is_on(Flag::Persistent));
        }
    }

    fn add_clicked(&mut self, message: Node<'_>) {
        let marker = number(message, 3);
        let at = self.baskets.iter().position(|basket| basket.shop.is_some());
        let at = at.unwrap_or_default();
        let shop = self.baskets.get(at).and_then(|basket| basket.shop);
        // A service that wants nothing to do with the page will not take this either.
        let shop = shop.filter(|&shop| self.shops[shop].phase != Phase::Refused);
        let (Some(shop), Some(wanted)) = (shop, wanted(message)) else {
            return self.effects.set_marker(marker, "error");
        };
        self.effects.set_marker(marker, "busy");
        self.shops[shop].resume(true);
        self.shops[shop].add(wanted, marker);
        if flag(message, 8) {
            self.open(at);
        }
        self.pump(shop);
    }

    fn answered(&mut self, message: Node<'_>) {
        let request = number(message, 3);
        let asked = |shop: &Shop| shop.asked.is_some_and(|(number, _)| number == request);
        // An answer nobody waits for any more is late; what it says has been overtaken.
        let Some(at) = self.shops.iter().position(asked) else { return };
        let Some(body) = message.at(5) else { return };
        let Some((_, asked)) = self.shops[at].asked.take() else { return };
        self.shops[at].answered(asked, number(message, 4), body, &mut self.effects);
        if matches!(self.shops[at].phase, Phase::Failed | Phase::Refused) {
            for basket in self.baskets.iter().filter(|basket| basket.shop == Some(at)) {
                self.effects.report(basket.id);
            }
        }
        self.pump(at);
    }

    fn resume(&mut self, by_hand: bool) {
        for at in 0..self.shops.len() {
            self.shops[at].resume(by_hand);
            self.pump(at);
        }
    }

    /// Sends the next thing a shop has to ask, if it is not waiting for an answer.
    fn pump(&mut self, at: usize) {
        self.last_request += 1;
        self.shops[at].pump(self.last_request, &mut self.effects);
    }

    fn render(&mut self, focus: (u32, u32), intl: &dyn Intl) {
        for basket in self.baskets.iter_mut().filter(|basket| basket.id != 0) {
            let shop = basket.shop.map(|at| &self.shops[at]);
            let state = shop.map_or("error", Shop::state);
            let locale = Locale::native(basket.locale_code(), intl);
            let next = view(&Model { basket, shop, locale });
            let focused = if focus.0 == basket.id { focus.1 } else { 0 };
            let mut writer = Writer::new();
            basket.tree.patch(next, focused, &mut writer);
            if !writer.is_empty() {
                self.effects.patch(basket.id, &writer.finish());
            }
            if basket.state != state {
                basket.state = state;
                self.effects.set_state(basket.id, state);
            }
            if let Some(wanted) = basket.focus_next.take()
                && let Some(node) = basket.tree.find(&wanted)
            {
                self.effects.focus(basket.id, node);
            }
        }
    }
}

/// What a marker's attributes ask for; `None` when they make no sense.
fn wanted(message: Node<'_>) -> Option<NewLine> {
    let (sku, frequency) = (text(message, 4), text(message, 6));
    let (quantity, interval) = (number(message, 5), number(message, 7));
    let period = match Frequency::parse(frequency) {
        Some(frequency) => Some(Period { frequency, interval: u16::try_from(interval).ok()? }),
        None if frequency.is_empty() => None,
        None => return None,
    };
    let is_sensible = !sku.is_empty() && quantity > 0 && interval > 0;
    is_sensible.then_some(NewLine { sku: sku.into(), quantity, period })
}
