//! The baskets of a page as a state machine: messages say what happened, effects what to do. All
//! baskets with one API key share a [`Shop`] and so show one cart. It must never do anything
//! itself, nor know the time; the shell reports when a time is up.
//!
//! Messages and effects are in [`crate::protocol`].

mod basket;
mod change;
mod phase;
mod shop;
#[cfg(any(test, feature = "simulation"))]
pub mod simulation;
#[cfg(test)]
mod tests;
pub mod view;

pub use basket::Basket;
pub use phase::{Phase, Say};
pub use shop::Shop;

use crate::{
    cart::MAX_QUANTITY,
    config::{
        self,
        table::{Flag, OnAdd},
    },
    diagnostic::Level,
    json::{self, Node},
    locale::{ENGLISH, Intl, Locale, Texts},
    product::{Frequency, Period},
    protocol::{Action, Add, Code, Effects, Message, Mount, Raw, Response, Set, Use},
    wire::{self, NewLine},
};
use alloc::{borrow::ToOwned, string::String, vec::Vec};
use change::{ChangeAction, TOO_MANY};
use view::{Model, view};

/// All baskets of a page.
#[derive(Debug)]
pub struct App {
    last_request: u32,
    shops: Vec<Shop>,
    baskets: Vec<Basket>,
    effects: Effects,
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
        if let Some(message) = Message::read(message) {
            self.dispatch(message);
        }
        self.render(intl);
        self.effects.take()
    }

    fn dispatch(&mut self, message: Message<'_>) {
        match message {
            Message::Mount(mount) => self.mounted(mount),
            Message::Forget(forget) => {
                // Its index is used again for the next basket that appears.
                if let Some(basket) = self.basket(forget.basket()) {
                    *basket = Basket::default();
                }
            }
            Message::Use(used) => self.used(used),
            Message::Dismiss(dismiss) => {
                if let Some(basket) = self.basket(dismiss.basket()) {
                    if !dismiss.is_outside() {
                        basket.close();
                    } else if !basket.is_on(Flag::Persistent) {
                        // The focus goes where the click went.
                        basket.open = false;
                    }
                }
            }
            Message::Add(add) => self.add_asked(add),
            Message::Set(set) => self.set_asked(set),
            Message::Code(code) => self.code_entered(code),
            Message::Heard(heard) => {
                let at = self.shop_of(heard.key());
                if let Some(shop) = self.shops.get_mut(at) {
                    shop.heard(heard.id(), wire::read_shown_cart(heard.cart()), &mut self.effects);
                    self.pump(at);
                }
            }
            Message::Checkout(checkout) => {
                let shop = self.basket(checkout.basket()).and_then(|basket| basket.shop);
                if let Some(shop) = shop.filter(|_| checkout.goes_on()) {
                    self.shops[shop].checks_out = true;
                    self.pump(shop);
                }
            }
            Message::Response(response) => self.answered(response),
            Message::Try(again) => {
                if again.has_doubt() {
                    self.shops.iter_mut().for_each(Shop::doubt);
                }
                self.resume(false);
            }
        }
    }

    fn basket(&mut self, id: u32) -> Option<&mut Basket> {
        let at = self.index_of(id);
        self.baskets.get_mut(at)
    }

    /// The index of a basket; the number of baskets if it is not among them.
    fn index_of(&self, id: u32) -> usize {
        self.baskets.iter().position(|basket| basket.id == id).unwrap_or(self.baskets.len())
    }

    fn mounted(&mut self, mount: Mount<'_>) {
        let (id, config) = (mount.basket(), mount.config());
        let flags = config::read_flags(config, mount.attributes());
        let mut at = self.index_of(id);
        if at == self.baskets.len() {
            // A free index has a basket without a number.
            at = self.index_of(0);
        }
        if at == self.baskets.len() {
            self.baskets.push(Basket::default());
        }
        let shop = self.shop(config::read_key(config), mount);
        let texts = Texts::new(
            mount.language(),
            config.get("locales"),
            [mount.code(), mount.native()],
            Some(mount.texts()).filter(|lines| !lines.is_empty()).unwrap_or(ENGLISH),
            mount.names(),
        );
        let basket = &mut self.baskets[at];
        if basket.id != id {
            basket.open = mount.is_open() && flags.is_on(Flag::Persistent);
        }
        (basket.id, basket.shop, basket.flags) = (id, shop, flags);
        basket.on_add = config::read_on_add(config);
        (basket.code, basket.texts) = (mount.code().into(), texts);
    }

    /// The index of the shop of that key; a new one starts with the cart that storage holds.
    fn shop(&mut self, key: &str, mount: Mount<'_>) -> Option<usize> {
        if key.is_empty() {
            return None;
        }
        let shop = self.shop_of(key);
        if shop == self.shops.len() {
            // No page lives long enough for a million changes, nor has that many shops.
            let first = u32::try_from(shop << 20).unwrap_or_default();
            self.shops.push(Shop::new(key.into(), mount.cart(), mount.items(), first));
            self.pump(shop);
        }
        Some(shop)
    }

    /// The index of the shop of that key; the number of shops if it is not among them.
    fn shop_of(&self, key: &str) -> usize {
        self.shops.iter().position(|shop| shop.key == key).unwrap_or(self.shops.len())
    }

    fn used(&mut self, used: Use<'_>) {
        let at = self.index_of(used.basket());
        let Some(basket) = self.baskets.get_mut(at) else { return };
        let Some(index) = basket.shop else { return };
        let shop = &mut self.shops[index];
        let (action, line) = Action::from_number(used.action());
        match action {
            Action::Toggle if !basket.open => self.open(at),
            Action::Toggle | Action::Close => basket.close(),
            Action::Decrease => shop.step(line, -1),
            Action::Increase => shop.step(line, 1),
            Action::Quantity => {
                let (typing, value) = (used.is_typing(), used.value());
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
                // Beside a failure the button says that it tries again, whatever was done before.
                if shop.failure().is_some() {
                    self.resume(true);
                } else {
                    shop.take_back();
                    // The button that had the focus goes.
                    let next = if basket.open { Action::Close } else { Action::Toggle };
                    basket.focus_next = next.number(0);
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

    /// A marker was clicked, or a script adds.
    fn add_asked(&mut self, add: Add<'_>) {
        let Some((at, index)) = self.find_shop(add.key(), add.marker()) else { return };
        // Without a number, nothing can be added.
        let Some(wanted) = wanted(add) else { return self.reject(add.marker()) };
        let shop = &mut self.shops[index];
        shop.resume(true);
        shop.add(wanted, add.marker(), add.number());
        // Nobody waits on this page for a change that another page has left behind.
        let is_new = add.number() == 0;
        if add.opens() || is_new && self.baskets[at].on_add == OnAdd::Open {
            self.effects.open(&self.shops[index].key);
        }
        self.pump(index);
    }

    /// A script sets a quantity.
    fn set_asked(&mut self, set: Set<'_>) {
        let Some((_, index)) = self.find_shop(set.key(), set.marker()) else { return };
        let Some(quantity) = set.quantity().filter(|_| !set.line().is_empty()) else {
            return self.reject(set.marker());
        };
        let shop = &mut self.shops[index];
        shop.resume(true);
        shop.set(set.line().into(), quantity.min(TOO_MANY), set.marker(), set.number());
        self.pump(index);
    }

    /// A discount code is entered or taken off.
    fn code_entered(&mut self, entered: Code<'_>) {
        let Some((_, index)) = self.find_shop(entered.key(), entered.marker()) else { return };
        let shop = &mut self.shops[index];
        shop.resume(true);
        let action = ChangeAction::Code(entered.code().into());
        shop.push(action, 0, entered.marker(), entered.number());
        self.pump(index);
    }

    /// The first basket with that key, or the first at all, and its shop. The waiting call is rejected if there is none.
    fn find_shop(&mut self, key: &str, marker: u32) -> Option<(usize, usize)> {
        let has_key = |shop: usize| key.is_empty() || self.shops[shop].key == key;
        let at = self.baskets.iter().position(|basket| basket.shop.is_some_and(has_key));
        let found = at.and_then(|at| Some((at, self.baskets.get(at)?.shop?)));
        let Some((_, index)) = found else {
            self.reject(marker);
            return None;
        };
        let shop = &self.shops[index];
        // A service that wants nothing to do with the page will not take this either.
        if shop.phase == Phase::Refused {
            self.effects.settle("", 0, marker, "error", &shop.refusal);
            return None;
        }
        found
    }

    /// Rejects a waiting call that makes no sense and never becomes a change.
    fn reject(&mut self, marker: u32) {
        self.effects.settle("", 0, marker, "error", "");
    }

    fn answered(&mut self, response: Response<'_>) {
        let request = response.request();
        let asked = |shop: &Shop| shop.asked.is_some_and(|(number, _)| number == request);
        // An answer nobody waits for any more is late; what it says has been overtaken.
        let Some(at) = self.shops.iter().position(asked) else { return };
        let Some((_, asked)) = self.shops[at].asked.take() else { return };
        let status = response.status();
        if self.shops[at].answered(asked, status, response.body(), &mut self.effects) {
            // The service stands; what it says is about one change.
            let is_notice = matches!(status, 404..=428);
            let level = if is_notice { Level::Notice } else { Level::Error };
            self.effects.report(&self.shops[at].key, level.name());
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
            if basket.was_open != basket.open {
                basket.was_open = basket.open;
                basket.heard = basket.said;
            }
            basket.said = shop.map_or(0, |shop| shop.said.number);
            let state = shop.map_or("error", Shop::state);
            let next = view(&Model { basket, shop, locale: Locale::new(&basket.texts, intl) });
            if basket.shown != next {
                self.effects.show(basket.id, Raw(&next), shop.and_then(Shop::count));
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
fn wanted(add: Add<'_>) -> Option<NewLine> {
    let interval = add.interval();
    let period = match Frequency::parse(add.frequency()) {
        Some(frequency) => Some(Period::new(frequency, u16::try_from(interval).ok()?)?),
        None if add.frequency().is_empty() => None,
        None => return None,
    };
    // A page may ask for any number.
    let quantity = add.quantity()?.min(TOO_MANY);
    let is_sensible = !add.sku().is_empty() && quantity > 0 && interval > 0;
    is_sensible.then(|| NewLine { sku: add.sku().into(), quantity, period })
}
