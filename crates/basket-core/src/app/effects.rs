//! What the shell is to do, as a JSON array of effects, each an array with its name first. They are
//! written at once, not kept as values first: the shell reads JSON, and so do the tests.

use crate::{diagnostic::Level, json::Writer};
use alloc::string::String;

/// The effects of one message, in order.
#[derive(Debug)]
pub struct Effects(Writer);

impl Default for Effects {
    fn default() -> Self {
        let mut writer = Writer::new();
        writer.open('[');
        Self(writer)
    }
}

impl Effects {
    /// All of them, as one JSON array.
    pub fn take(&mut self) -> String {
        self.0.close(']');
        core::mem::take(self).0.finish()
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

    /// `["fetch", request, key, method, path, body, change]`: ask the service. A body may be empty. A
    /// change has a number, from which the shell makes an idempotency key that is the same for every
    /// attempt; for anything else it is 0.
    pub fn fetch(
        &mut self,
        request: u32,
        key: &str,
        method: &str,
        path: &str,
        body: &str,
        change: u32,
    ) {
        self.open("fetch").number(request).string(key).string(method).string(path).string(body);
        self.0.number(change).close(']');
    }

    /// `["save", key, cart]`: remember a shop's cart; null forgets it.
    pub fn save(&mut self, key: &str, cart: Option<&str>) {
        self.open("save").string(key).string_or_null(cart).close(']');
    }

    /// `["marker", marker, state]`: show how far an addition has come.
    pub fn set_marker(&mut self, marker: u32, state: &str) {
        if marker > 0 {
            self.open("marker").number(marker).string(state).close(']');
        }
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

    /// `["explain", basket]`: something is wrong with what is written on a basket element; load the
    /// module that can say what, and report it.
    pub fn explain(&mut self, basket: u32) {
        self.open("explain").number(basket).close(']');
    }

    /// `["report", basket, level]`: say on the console and as an event what the service answered last.
    pub fn report(&mut self, basket: u32, is_notice: bool) {
        let level = if is_notice { Level::Notice } else { Level::Error };
        self.open("report").number(basket).string(level.name()).close(']');
    }
}
