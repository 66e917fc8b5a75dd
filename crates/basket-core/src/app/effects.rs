//! What the shell is to do, as a JSON array of effects, each an array with its name first. They are
//! written at once, not kept as values first: the shell reads JSON, and so do the tests.

use super::shop::part;
use crate::json::{self, Writer};
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

    /// `["patch", basket, [operation, …]]`: carry out operations of [`crate::tree`].
    pub fn patch(&mut self, basket: u32, operations: &str) {
        self.open("patch").number(basket).open('[').raw(operations).close(']').close(']');
    }

    /// `["state", basket, state]`: put a basket's state on its element.
    pub fn set_state(&mut self, basket: u32, state: &str) {
        self.open("state").number(basket).string(state).close(']');
    }

    /// `["focus", basket, node]`: move the focus.
    pub fn focus(&mut self, basket: u32, node: u32) {
        self.open("focus").number(basket).number(node).close(']');
    }

    /// `["fetch", request, key, method, path, body, idempotency key]`: ask the service. A change has a
    /// number, which with the seed makes its idempotency key; a body may be empty.
    #[expect(clippy::too_many_arguments, reason = "each is one part of the one message")]
    pub fn fetch(
        &mut self,
        request: u32,
        key: &str,
        method: &str,
        path: &str,
        body: &str,
        seed: &str,
        change: u32,
    ) {
        self.open("fetch").number(request).string(key).string(method).string(path).string(body);
        if change > 0 {
            let mut idempotency_key = String::from(seed);
            idempotency_key.push('-');
            json::push_number(&mut idempotency_key, change.into());
            self.0.string(&idempotency_key);
        }
        self.0.close(']');
    }

    /// `["load", key]`: read what storage holds for a shop, and answer with `loaded`.
    pub fn load(&mut self, key: &str) {
        self.open("load").string(key).close(']');
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

    /// `["checkout", basket, cart]`: ask the page whether the basket may go on to the checkout, and
    /// answer with `checkout`.
    pub fn ask_checkout(&mut self, basket: u32, cart: &str) {
        self.open("checkout").number(basket).raw(cart).close(']');
    }

    /// `["go", address]`: go to the checkout.
    pub fn go(&mut self, address: &str) {
        self.open("go").string(address).close(']');
    }

    /// `["wait", milliseconds]`: answer with `again` after a while.
    pub fn wait(&mut self, milliseconds: u32) {
        self.open("wait").number(milliseconds).close(']');
    }

    /// `["explain", basket]`: something is wrong with what is written on a basket element; load the
    /// module that can say what, and report it.
    pub fn explain(&mut self, basket: u32) {
        self.open("explain").number(basket).close(']');
    }

    /// `["report", basket, code, message]`: say on the console and as an event what the service said.
    pub fn report(&mut self, basket: u32, body: &str) {
        let part = |name| part(body, name).unwrap_or_default();
        self.open("report").number(basket).string(&part("code")).string(&part("detail")).close(']');
    }
}
