//! What an answer, or news of another tab, does to a shop. It must never ask anything; that is for `pump`.
//!
//! Names of codes are constants here: a look-up would bring the whole catalogue into the widget.

use super::{Asked, Shop, read_id};
use crate::{
    app::{
        change::{Change, ChangeAction, is_same},
        phase::{Phase, Say},
    },
    cart::{Cart, Due, Line},
    diagnostic::Code,
    json::Node,
    locale::Key,
    protocol::Effects,
    wire,
};
use alloc::{borrow::ToOwned, string::String};

impl Shop {
    /// Takes in an answer; says whether it is one that the page should know about.
    pub(in crate::app) fn answered(
        &mut self,
        asked: Asked,
        status: u32,
        body: Node<'_>,
        effects: &mut Effects,
    ) -> bool {
        let is_fine = status / 100 == 2;
        if asked == Asked::Checkout {
            self.checks_out = false;
            let address = body.get("url").text();
            let is_wrong = !is_fine || address.is_empty();
            if is_wrong {
                self.say(Key::CheckoutError, "", 0);
            } else {
                effects.go(address);
            }
            return is_wrong;
        }
        let cart = if is_fine { wire::read_shown_cart(body) } else { None };
        let is_shop = asked == Asked::Cart && self.cart_id.is_empty();
        let is_ours =
            if is_shop { !body.get("currency").text().is_empty() } else { cart.is_some() };
        // A network that wants a login first answers everything with a page of its own.
        let is_elsewhere = is_fine && !is_ours;
        let is_undecided = matches!(status, 0 | 429) || status >= 500;
        if is_elsewhere || is_undecided && (self.phase != Phase::Loading || status == 0) {
            // Everything is kept and tried again, ever later.
            self.enter(Phase::Offline, Key::Offline);
            self.waiting = true;
            effects.wait(1000 << self.attempts.min(5));
            self.attempts += 1;
            return self.attempts == 1;
        }
        let is_refused = matches!(status, 401 | 403);
        let code = body.get("code").text();
        let is_unknown = status == 404 && code != const { Code::LineUnknown.name() };
        let is_gone = !is_shop && (status == 410 || is_unknown);
        // An answer to a read says nothing about changes, which have not been sent yet.
        let is_unread = asked == Asked::Cart && !is_fine && !is_gone;
        if is_undecided || is_refused || is_unread {
            self.fail(if is_refused { Phase::Refused } else { Phase::Failed }, code, effects);
            return true;
        }
        self.attempts = 0;
        self.phase = Phase::Ready;
        self.is_read = true;
        if let Some(cart) = cart {
            self.confirm(asked, cart, effects);
        } else if is_gone {
            self.cart_gone(effects);
        } else if code == const { Code::IdempotencyMismatch.name() } {
            // It went to another cart then, which nobody has any more.
            self.renumber();
        } else if !is_fine {
            self.refused(code, body, effects);
            return true;
        }
        false
    }

    fn confirm(&mut self, asked: Asked, cart: Cart<Due>, effects: &mut Effects) {
        if self.cart_id != cart.id {
            effects.save(&self.key, &cart.id, &self.cart_id);
            self.cart_id.clone_from(&cart.id);
            self.newest = 0;
        }
        // Another tab may know a newer cart than this answer; then what is shown stays until that one is read.
        self.is_read = cart.version >= self.newest;
        if self.is_read {
            self.newest = cart.version;
            for Line { id, unit_price, .. } in &cart.lines {
                let is_other = |line: &Line| line.id == *id && line.unit_price != *unit_price;
                if self.lines().iter().any(is_other) {
                    self.repriced.push(id.clone());
                }
            }
            self.cart = Some(cart);
        }
        if asked == Asked::Change
            && let Some(change) = self.take(0)
        {
            self.settle(&change, "done", "", effects);
            match change.action {
                ChangeAction::Add(wanted) => {
                    let added = self.lines().iter().find(|line| is_same(line, &wanted));
                    let name = added.map_or_else(String::new, |line| line.name.clone());
                    self.say(Key::Added, &name, 0);
                    self.added = Some(wanted);
                }
                ChangeAction::Set { quantity, name, .. } => {
                    let key = if quantity == 0 { Key::Removed } else { Key::Updated };
                    self.say(key, &name, quantity);
                }
                // What came of it is in the cart, and the page shows that.
                ChangeAction::Code(_) => {}
            }
            self.is_notice = false;
        }
        if self.is_read {
            for change in &self.changes {
                change.apply(self.cart.as_mut());
            }
        }
    }

    /// Another tab has a newer cart, or another one; without an id there is none any more.
    pub(in crate::app) fn heard(
        &mut self,
        id: &str,
        cart: Option<Cart<Due>>,
        effects: &mut Effects,
    ) {
        let id = read_id(id);
        if self.cart_id != id {
            self.drop_changes(effects);
            self.cart_id = id;
            self.cart = None;
            self.newest = 0;
            // What was asked was about the other one.
            self.asked = None;
            self.is_read = false;
        } else if let Some(cart) = cart
            && cart.version > self.newest
        {
            self.newest = cart.version;
            if self.asked.is_none() && self.changes.is_empty() && self.phase == Phase::Ready {
                self.confirm(Asked::Cart, cart, effects);
            } else if matches!(self.asked, Some((_, Asked::Checkout))) {
                // Its answer brings no cart.
                self.doubts = true;
            }
        }
    }

    /// Takes back all changes that have gone with their cart.
    pub(super) fn drop_changes(&mut self, effects: &mut Effects) {
        let mut at = 0;
        while let Some(change) = self.changes.get(at) {
            if !change.needs_cart() {
                at += 1;
            } else if let Some(change) = self.take(at) {
                self.settle(&change, "error", "", effects);
            }
        }
    }

    /// The cart was ordered, has expired or was deleted: the next addition starts a new one.
    fn cart_gone(&mut self, effects: &mut Effects) {
        self.cart = None;
        effects.save(&self.key, "", &self.cart_id);
        self.cart_id.clear();
        self.drop_changes(effects);
        self.renumber();
    }

    /// The same wish goes to another address now, which is another request.
    fn renumber(&mut self) {
        self.last_change += 1;
        if let Some(change) = self.changes.first_mut() {
            change.number = self.last_change;
        }
    }

    fn refused(&mut self, code: &str, body: Node<'_>, effects: &mut Effects) {
        let Some(change) = self.take(0) else { return };
        self.removed = None;
        let is_out_of_stock = code == const { Code::OutOfStock.name() };
        let key = if is_out_of_stock {
            Key::Left
        } else if code == const { Code::LimitReached.name() } {
            Key::LimitReached
        } else {
            Key::ChangeRefused
        };
        // Who entered a code sees what is wrong with it beside the field.
        if !matches!(change.action, ChangeAction::Code(_)) {
            let available = body.get("available").count();
            self.say(key, "", available.unwrap_or_default());
        }
        // This code is also the name of the state.
        let state = if is_out_of_stock { code } else { "error" };
        self.settle(&change, state, code, effects);
        change.undo(self.cart.as_mut());
        // Another tab may have been quicker, or the stock is another now: what is shown is out of date.
        self.is_read = self.cart_id.is_empty();
    }

    /// A change is done with.
    fn settle(&self, change: &Change, state: &str, code: &str, effects: &mut Effects) {
        effects.settle(&self.key, change.kept, change.marker, state, code);
    }

    pub(super) fn say(&mut self, key: Key, name: &str, count: u32) {
        let number = self.said.number + 1;
        self.said = Say { key: Some(key), name: name.to_owned(), count, number };
        self.is_notice = true;
        self.added = None;
    }

    /// The cart stands otherwise, which the shopper hears once.
    fn enter(&mut self, phase: Phase, key: Key) {
        if self.phase != phase {
            self.phase = phase;
            self.say(key, "", 0);
            self.is_notice = false;
        }
    }

    /// Nothing can be asked any more. Changes are kept for another try, unless the service wants none of them.
    fn fail(&mut self, phase: Phase, code: &str, effects: &mut Effects) {
        self.enter(phase, Key::CartError);
        if phase == Phase::Refused {
            code.clone_into(&mut self.refusal);
            while let Some(change) = self.take(0) {
                self.settle(&change, "error", code, effects);
            }
        }
    }
}
