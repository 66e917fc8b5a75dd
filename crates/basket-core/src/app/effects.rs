//! What the shell is to do: effects, each a JSON array with its name first. They are
//! written at once, not kept as values first: the shell reads JSON, and so do the tests.

use super::change::Change;
use crate::{diagnostic::Level, json::Writer};
use alloc::string::String;

/// The effects of one message, in order.
#[derive(Debug)]
pub struct Effects(Writer);

impl Effects {
    /// None.
    pub const fn new() -> Self {
        Self(Writer::new())
    }

    /// All of them, separated by commas.
    pub fn take(&mut self) -> String {
        core::mem::take(&mut self.0).finish()
    }

    fn open(&mut self, name: &str) -> &mut Writer {
        self.0.open('[').string(name)
    }

    /// `["show", basket, element]`: show this, an element of [`crate::tree`].
    pub fn show(&mut self, basket: u32, element: &str) {
        self.open("show").number(basket).raw(element).close(']');
    }

    /// `["state", basket, state]`: put a basket's state on its element.
    pub fn set_state(&mut self, basket: u32, state: &str) {
        self.open("state").number(basket).string(state).close(']');
    }

    /// `["focus", basket, action]`: move the focus to the control that does this.
    pub fn focus(&mut self, basket: u32, action: u32) {
        self.open("focus").number(basket).number(action).close(']');
    }

    /// `["ask", request, what, key, cart, number, locale]`: ask the service, and answer with `response`.
    ///
    /// | what | is |
    /// |---|---|
    /// | 0 | read the cart; without one, the shop |
    /// | 1 | send the change that is kept under this number, with an idempotency key that is the same for every attempt; without a cart, an addition makes one |
    /// | 2 | hand the cart over for checkout, in this locale |
    pub fn ask(
        &mut self,
        request: u32,
        what: u32,
        key: &str,
        cart: &str,
        number: u32,
        locale: &str,
    ) {
        self.open("ask").number(request).number(what).string(key).string(cart).number(number);
        self.0.string(locale).close(']');
    }

    /// `["save", key, cart]`: remember a shop's cart; an empty one is forgotten.
    pub fn save(&mut self, key: &str, cart: &str) {
        self.open("save").string(key).string(cart).close(']');
    }

    /// `["keep", key, number, old, line, body]`: keep a change until it is settled, also beyond this page, in
    /// the place of the one with the old number if that is not 0. It sets a line, or adds when that is empty;
    /// a `*` is all lines.
    pub fn keep(&mut self, key: &str, change: &Change) {
        let Change { number, kept, line, .. } = change;
        self.open("keep").string(key).number(*number).number(*kept).string(line);
        change.write_body(&mut self.0);
        self.0.close(']');
    }

    /// `["settle", key, number, marker, state, code]`: a change is done with, and so is whoever waits for it.
    pub fn settle(&mut self, key: &str, change: &Change, state: &str, code: &str) {
        self.open("settle").string(key).number(change.kept).number(change.marker).string(state);
        self.0.string(code).close(']');
    }

    /// The same for something that makes no sense and never becomes a change.
    pub fn reject(&mut self, marker: u32) {
        self.open("settle").number(0).number(0).number(marker).string("error").close(']');
    }

    /// `["checkout", basket]`: ask the page whether the basket may go on to the checkout, and answer
    /// with `checkout`.
    pub fn ask_checkout(&mut self, basket: u32) {
        self.open("checkout").number(basket).close(']');
    }

    /// `["go", address]`: go to the checkout.
    pub fn go(&mut self, address: &str) {
        self.open("go").string(address).close(']');
    }

    /// `["wait", milliseconds]`: answer with `try` after a while.
    pub fn wait(&mut self, milliseconds: u32) {
        self.open("wait").number(milliseconds).close(']');
    }

    /// `["report", key, level]`: say on the console and as an event what the service answered last.
    pub fn report(&mut self, key: &str, is_notice: bool) {
        let level = if is_notice { Level::Notice } else { Level::Error };
        self.open("report").string(key).string(level.name()).close(']');
    }
}
