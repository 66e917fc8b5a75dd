//! The baskets of a page as a state machine: messages say what happened, effects what to do. All
//! baskets with one API key share a [`Shop`] and so show one cart. It must never do anything
//! itself, nor know the time; the shell reports when a time is up.
//!
//! A message is an array `[name, …]`; the first letter of its name tells it from the others:
//!
//! | name | with | says |
//! |---|---|---|
//! | `mount` | basket, configuration, attributes, language, code, native code, native texts, names of texts, cart, open | a basket element appeared or was changed; see [`Texts`] for the texts, of which there are none for English; `cart` is what storage holds for its key, `open` whether its panel was open when the last page was left |
//! | `forget` | basket | a basket element is gone |
//! | `use` | basket, action, typing, value | the shopper used a control, known by what `:on` said |
//! | `dismiss` | basket, outside | Escape was pressed, or a click went beside an open panel |
//! | `add` | marker, sku, quantity, frequency, interval, open, key, number | an add marker was clicked, or a script adds; without a key the first basket is meant; one that another page has left behind has a number |
//! | `set` | marker, line, quantity, –, –, –, key, number | a script sets a quantity, or removes with 0; `*` is all lines |
//! | `heard` | key, cart's id, cart | another tab has a newer cart, or another one |
//! | `checkout` | basket, go on | the page had its say about the checkout |
//! | `response` | request, status, body | a request was answered; status 0 is no answer |
//! | `try` | doubt | a wait is over, or the network is back; with doubt, what is shown may be out of date |

mod basket;
mod change;
mod effects;
mod phase;
mod shop;
#[cfg(test)]
mod tests;
pub mod view;

pub use basket::{Action, Basket};
pub use phase::{Phase, Say};
pub use shop::Shop;

use crate::{
    cart::MAX_QUANTITY,
    config::{self, table::Flag},
    json::{self, Kind, Node},
    locale::{ENGLISH, Intl, Locale, Texts},
    product::{Frequency, Period},
    wire::{self, NewLine},
};
use alloc::{borrow::ToOwned, string::String, vec::Vec};
use change::TOO_MANY;
use effects::Effects;
use view::{Model, view};

/// All baskets of a page.
#[derive(Debug)]
pub struct App {
    last_request: u32,
    shops: Vec<Shop>,
    baskets: Vec<Basket>,
    effects: Effects,
}

fn text(message: Node<'_>, at: usize) -> &str {
    message.at(at).text()
}

fn number(message: Node<'_>, at: usize) -> u32 {
    message.at(at).count().unwrap_or_default()
}

fn flag(message: Node<'_>, at: usize) -> bool {
    message.at(at).kind() == Kind::True
}

impl App {
    /// A page without baskets.
    #[expect(
        clippy::new_without_default,
        reason = "only one that the compiler can make spares code in the widget"
    )]
    pub const fn new() -> Self {
        Self { last_request: 0, shops: Vec::new(), baskets: Vec::new(), effects: Effects::new() }
    }

    /// Takes in a message and says what to do, as the effects of a JSON array without its brackets. A message that
    /// makes no sense does nothing.
    pub fn receive(&mut self, message: Node<'_>, intl: impl Intl) -> String {
        self.dispatch(message);
        self.render(intl);
        self.effects.take()
    }

    fn dispatch(&mut self, message: Node<'_>) {
        let at = self.index_of(number(message, 1));
        match text(message, 0).as_bytes().first().unwrap_or(&0) {
            b'm' => self.mounted(message),
            b'f' => {
                // Its index is used again for the next basket that appears.
                if let Some(basket) = self.baskets.get_mut(at) {
                    *basket = Basket::default();
                }
            }
            b'u' => self.used(message, at),
            b'd' => {
                if let Some(basket) = self.baskets.get_mut(at) {
                    if !flag(message, 2) {
                        basket.close();
                    } else if !basket.is_on(Flag::Persistent) {
                        // The focus goes where the click went.
                        basket.open = false;
                    }
                }
            }
            b'a' | b's' => self.change_asked(message),
            b'h' => {
                let at = self.shop_of(text(message, 1));
                if let Some(shop) = self.shops.get_mut(at) {
                    shop.heard(text(message, 2), wire::read_cart(message.at(3)), &mut self.effects);
                    self.pump(at);
                }
            }
            b'c' => {
                let shop = self.baskets.get(at).and_then(|basket| basket.shop);
                if let Some(shop) = shop.filter(|_| flag(message, 2)) {
                    self.shops[shop].checks_out = true;
                    self.pump(shop);
                }
            }
            b'r' => self.answered(message),
            _ => {
                if flag(message, 1) {
                    self.shops.iter_mut().for_each(Shop::doubt);
                }
                self.resume(false);
            }
        }
    }

    /// The index of a basket; the number of baskets if it is not among them.
    fn index_of(&self, id: u32) -> usize {
        self.baskets.iter().position(|basket| basket.id == id).unwrap_or(self.baskets.len())
    }

    fn mounted(&mut self, message: Node<'_>) {
        let id = number(message, 1);
        let written = message.at(2);
        let key = config::read_key(written);
        let flags = config::read_flags(written, message.at(3));
        let mut at = self.index_of(id);
        if at == self.baskets.len() {
            // A free index has a basket without a number.
            at = self.index_of(0);
        }
        if at == self.baskets.len() {
            self.baskets.push(Basket::default());
        }
        let shop = self.shop(key, text(message, 9));
        let code = text(message, 5);
        let texts = Texts::new(
            text(message, 4),
            written.get("locales"),
            [code, text(message, 6)],
            Some(text(message, 7)).filter(|lines| !lines.is_empty()).unwrap_or(ENGLISH),
            text(message, 8),
        );
        let basket = &mut self.baskets[at];
        if basket.id != id {
            basket.open = flag(message, 10) && flags.is_on(Flag::Persistent);
        }
        (basket.id, basket.shop, basket.flags) = (id, shop, flags);
        (basket.code, basket.texts) = (code.into(), texts);
    }

    /// The index of the shop of that key; a new one starts with the cart that storage holds.
    fn shop(&mut self, key: &str, cart: &str) -> Option<usize> {
        if key.is_empty() {
            return None;
        }
        let shop = self.shop_of(key);
        if shop == self.shops.len() {
            // No page lives long enough for a million changes, nor has that many shops.
            let first = u32::try_from(shop << 20).unwrap_or_default();
            self.shops.push(Shop::new(key.into(), cart, first));
            self.pump(shop);
        }
        Some(shop)
    }

    /// The index of the shop of that key; the number of shops if it is not among them.
    fn shop_of(&self, key: &str) -> usize {
        self.shops.iter().position(|shop| shop.key == key).unwrap_or(self.shops.len())
    }

    fn used(&mut self, message: Node<'_>, at: usize) {
        let Some(basket) = self.baskets.get_mut(at) else { return };
        let Some(index) = basket.shop else { return };
        let shop = &mut self.shops[index];
        let (action, line) = Action::from_number(number(message, 2));
        match action {
            Action::Toggle if !basket.open => self.open(at),
            Action::Toggle | Action::Close => basket.close(),
            Action::Decrease => shop.step(line, -1),
            Action::Increase => shop.step(line, 1),
            Action::Quantity => {
                let (typing, value) = (flag(message, 3), text(message, 4));
                // What is no number, or a negative one, is forgotten.
                let quantity = json::read_number(value.trim_ascii()).filter(|_| !typing);
                if let Some(quantity) = quantity.and_then(|quantity| u32::try_from(quantity).ok()) {
                    shop.set_at(line, quantity.min(MAX_QUANTITY));
                }
                basket.draft = match shop.lines().get(line) {
                    Some(line) if typing => (line.id.clone(), value.into()),
                    _ => Default::default(),
                };
            }
            Action::Remove => {
                shop.set_at(line, 0);
                // The card's own button goes with it, but the focus must not be lost: it goes to the
                // card that takes the place, or else to the one before.
                let next = if shop.lines().is_empty() { Action::Close } else { Action::Remove };
                basket.focus_next = next.number(line.min(shop.lines().len().saturating_sub(1)));
            }
            Action::Answer => {
                if let Some((wanted, _)) = shop.removed.take() {
                    shop.add(wanted, 0, 0);
                    // The button that had the focus goes.
                    basket.focus_next = Action::Close.number(0);
                } else {
                    self.resume(true);
                }
            }
            Action::Checkout => {
                basket.code.clone_into(&mut shop.locale);
                self.effects.ask_checkout(basket.id);
            }
        }
        self.pump(index);
    }

    /// Opens a basket, and closes the others that are not persistent.
    fn open(&mut self, at: usize) {
        for (other, basket) in self.baskets.iter_mut().enumerate() {
            basket.open = other == at || (basket.open && basket.is_on(Flag::Persistent));
        }
    }

    /// A marker was clicked, or a script asks for a change.
    fn change_asked(&mut self, message: Node<'_>) {
        let (marker, number_given) = (number(message, 1), number(message, 8));
        let key = text(message, 7);
        let has_key = |shop: usize| key.is_empty() || self.shops[shop].key == key;
        let at = self.baskets.iter().position(|basket| basket.shop.is_some_and(has_key));
        let at = at.unwrap_or(usize::MAX);
        let shop = self.baskets.get(at).and_then(|basket| basket.shop);
        // A service that wants nothing to do with the page will not take this either.
        let shop = shop.filter(|&shop| self.shops[shop].phase != Phase::Refused);
        let Some(index) = shop else { return self.effects.reject(marker) };
        let shop = &mut self.shops[index];
        shop.resume(true);
        let line = text(message, 2);
        // A page may ask for any number. Without a number, nothing can be added.
        let quantity = message.at(3).count().map(|quantity| quantity.min(TOO_MANY));
        if message.at(0).is("set")
            && let Some(quantity) = quantity
            && !line.is_empty()
        {
            shop.set(line.into(), quantity, marker, number_given);
        } else if let Some(wanted) = wanted(message, quantity.unwrap_or_default()) {
            shop.add(wanted, marker, number_given);
        } else {
            return self.effects.reject(marker);
        }
        if flag(message, 6) {
            self.open(at);
        }
        self.pump(index);
    }

    fn answered(&mut self, message: Node<'_>) {
        let request = number(message, 1);
        let asked = |shop: &Shop| shop.asked.is_some_and(|(number, _)| number == request);
        // An answer nobody waits for any more is late; what it says has been overtaken.
        let Some(at) = self.shops.iter().position(asked) else { return };
        let Some((_, asked)) = self.shops[at].asked.take() else { return };
        let status = number(message, 2);
        if self.shops[at].answered(asked, status, message.at(3), &mut self.effects) {
            // The service stands; what it says is about one change.
            let is_notice = matches!(status, 404..=428);
            self.effects.report(&self.shops[at].key, is_notice);
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

    fn render(&mut self, intl: impl Intl) {
        for basket in self.baskets.iter_mut().filter(|basket| basket.id != 0) {
            let shop = basket.shop.map(|at| &self.shops[at]);
            let state = shop.map_or("error", Shop::state);
            let next = view(&Model { basket, shop, locale: Locale::new(&basket.texts, intl) });
            if basket.shown != next {
                self.effects.show(basket.id, &next);
                basket.shown = next;
            }
            if basket.state != state {
                basket.state = state;
                self.effects.set_state(basket.id, state);
            }
            if basket.focus_next > 0 {
                self.effects.focus(basket.id, basket.focus_next);
                basket.focus_next = 0;
            }
        }
    }
}

/// What a marker's attributes ask for; `None` when they make no sense.
fn wanted(message: Node<'_>, quantity: u32) -> Option<NewLine> {
    let (sku, frequency) = (text(message, 2), text(message, 4));
    let interval = number(message, 5);
    let period = match Frequency::parse(frequency) {
        Some(frequency) => Some(Period::new(frequency, u16::try_from(interval).ok()?)?),
        None if frequency.is_empty() => None,
        None => return None,
    };
    let is_sensible = !sku.is_empty() && quantity > 0 && interval > 0;
    is_sensible.then_some(NewLine { sku: sku.into(), quantity, period })
}
