//! The cart of one API key: the cart as the shopper sees it, and the changes in it that the service
//! has not confirmed yet. Changes go out one at a time, in order. Each confirmation brings the whole
//! cart, to which those that still wait are applied again; a refused change is taken back.

use super::{
    change::{Change, What, apply, is_same},
    effects::Effects,
    phase::{Phase, Say},
};
use crate::{
    cart::{Cart, Line, MAX_QUANTITY},
    diagnostic::Code,
    json::Node,
    locale::Key,
    wire::{self, NewLine},
};
use alloc::{borrow::ToOwned, string::String, vec::Vec};
use core::mem;

/// What the service was asked, for its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// For the cart, or, if there is none, whether the shop knows its key.
    Cart,
    Change,
    Checkout,
}

/// The cart of one API key.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub struct Shop {
    pub(super) key: String,
    /// How it stands.
    pub phase: Phase,
    /// The cart as the shopper sees it, unconfirmed changes included.
    pub cart: Option<Cart>,
    /// What happened last, for the screen reader.
    pub said: Say,
    /// Whether what happened last is something the shopper must see.
    pub is_notice: bool,
    /// What was removed last, with its name, as long as it can be taken back.
    pub removed: Option<(NewLine, String)>,
    /// Lines whose price has changed since the page was opened, by their ids.
    pub repriced: Vec<String>,
    /// Whether the shopper wants to check out, and in which language.
    pub(super) checks_out: bool,
    pub(super) locale: String,
    /// The number of the request under way, and what it asks.
    pub(super) asked: Option<(u32, Asked)>,
    /// Whether the next attempt waits for its time.
    waiting: bool,
    attempts: u32,
    /// Whether `cart` is what the service has; if not, the next thing is to read it.
    is_read: bool,
    /// Whether it may be no more; an answer that is under way says nothing about that.
    doubts: bool,
    cart_id: Option<String>,
    /// The newest version of the cart that anybody has told of.
    newest: i64,
    changes: Vec<Change>,
    last_change: u32,
}

impl Shop {
    /// Changes are numbered from here on, so that those of two shops have different numbers.
    pub(super) fn new(key: String, cart: &str, last_change: u32) -> Self {
        Self { key, cart_id: read_id(cart), last_change, ..Self::default() }
    }

    /// The value of `data-state`.
    pub fn state(&self) -> &'static str {
        match self.phase {
            Phase::Loading => "loading",
            Phase::Failed | Phase::Refused => "error",
            Phase::Offline => "offline",
            Phase::Ready if self.checks_out => "checking-out",
            Phase::Ready if !self.changes.is_empty() => "updating",
            Phase::Ready if self.lines().is_empty() => "empty",
            Phase::Ready => "filled",
        }
    }

    /// The lines the shopper sees.
    pub fn lines(&self) -> &[Line] {
        self.cart.as_ref().map_or(&[], |cart| &cart.lines)
    }

    /// How many items are being added and have no line yet.
    pub fn coming(&self) -> u32 {
        let quantity = |change: &Change| match &change.what {
            What::Add(wanted) if !self.lines().iter().any(|line| is_same(line, wanted)) => {
                wanted.quantity
            }
            _ => 0,
        };
        self.changes.iter().map(quantity).sum()
    }

    /// Whether an answer of the service is awaited.
    pub fn is_busy(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether something is being added.
    pub fn is_adding(&self) -> bool {
        self.changes.iter().any(|change| matches!(change.what, What::Add(_)))
    }

    /// How many items there are, those on their way included.
    pub fn items(&self) -> u32 {
        self.coming() + self.cart.as_ref().map_or(0, Cart::items)
    }

    /// Makes a change: it shows at once and goes to the service in its turn. One that another page has left
    /// behind has a number already.
    pub(super) fn push(&mut self, what: What, name: String, marker: u32, number: u32) {
        self.last_change += 1;
        self.is_notice = false;
        self.removed = None;
        apply(self.cart.as_mut(), &what);
        let number = if number > 0 { number } else { self.last_change };
        self.changes.push(Change { number, kept: 0, what, name, marker });
    }

    pub(super) fn step(&mut self, at: usize, by: i32) {
        let Some(line) = self.lines().get(at) else { return };
        let quantity = line.quantity.saturating_add_signed(by);
        // Down to one: a line goes by its own button, not by one step too many.
        if quantity >= 1 && quantity <= line.stock.unwrap_or(MAX_QUANTITY).max(line.quantity) {
            self.set_at(at, quantity);
        }
    }

    /// Sets the quantity of the line at a place.
    pub(super) fn set_at(&mut self, at: usize, quantity: u32) {
        if let Some(line) = self.lines().get(at)
            && line.quantity != quantity
        {
            let id = line.id.clone();
            self.set(id, quantity, 0, 0);
        }
    }

    /// Sets the quantity of a line by its id, whether or not the cart has been read yet; the service knows. One that
    /// goes by it can be taken back.
    pub(super) fn set(&mut self, line: String, quantity: u32, marker: u32, number: u32) {
        let found = self.cart.as_ref().and_then(|cart| cart.line(&line));
        let (mut name, mut before, mut removed) = (String::new(), 0, None);
        if let Some(line) = found {
            before = line.quantity;
            name.clone_from(&line.name);
            if quantity == 0 {
                let wanted =
                    NewLine { sku: line.sku.clone(), quantity: before, period: line.period };
                removed = Some((wanted, name.clone()));
            }
        }
        // A change of the same line that has not been sent yet, and that nobody waits for, is overtaken by this one.
        let is_sent = matches!(self.asked, Some((_, Asked::Change)));
        let mut overtaken = 0;
        if self.changes.len() > usize::from(is_sent)
            && let Some(Change { what: What::Set { line: other, .. }, marker: 0, kept, .. }) =
                self.changes.last()
            && *other == line
        {
            overtaken = *kept;
            self.changes.pop();
        }
        self.push(What::Set { line, quantity, before }, name, marker, number);
        if let Some(change) = self.changes.last_mut() {
            change.kept = overtaken;
        }
        self.removed = removed;
    }

    /// Takes the change at a place out of the list; the first is the one that was sent.
    fn take(&mut self, at: usize) -> Option<Change> {
        (at < self.changes.len()).then(|| self.changes.remove(at))
    }

    /// Asks the service what there is to ask next, if nothing is under way. Before anything is asked, all changes
    /// are kept.
    pub(super) fn pump(&mut self, request: u32, effects: &mut Effects) {
        for change in &mut self.changes {
            if change.kept != change.number {
                effects.keep(&self.key, change);
                change.kept = change.number;
            }
        }
        let stopped = matches!(self.phase, Phase::Failed | Phase::Refused);
        if stopped || self.asked.is_some() || self.waiting {
            return;
        }
        self.is_read &= !mem::take(&mut self.doubts);
        if self.is_read
            && self.cart_id.is_none()
            && let Some(Change { what: What::Set { .. }, .. }) = self.changes.first()
        {
            self.drop_lines(effects);
        }
        let asked = if !self.is_read {
            Asked::Cart
        } else if !self.changes.is_empty() {
            Asked::Change
        } else if self.checks_out {
            Asked::Checkout
        } else {
            return;
        };
        let number = self.changes.first().map_or(0, |change| change.number);
        self.asked = Some((request, asked));
        let cart = self.cart_id.as_deref().unwrap_or_default();
        effects.ask(request, asked as u32, &self.key, cart, number, &self.locale);
    }

    /// Takes in an answer; says whether it is one that the page should know about.
    pub(super) fn answered(
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
        let is_undecided = matches!(status, 0 | 429) || status >= 500;
        if is_undecided && (self.phase != Phase::Loading || status == 0) {
            // Everything is kept and tried again, ever later.
            self.phase = Phase::Offline;
            self.waiting = true;
            effects.wait(1000 << self.attempts.min(5));
            self.attempts += 1;
            return self.attempts == 1;
        }
        let is_refused = matches!(status, 401 | 403);
        let cart = if is_fine { wire::read_cart(body) } else { None };
        let is_shop = asked == Asked::Cart && self.cart_id.is_none();
        let code = body.get("code").text();
        let is_odd = if is_shop { !is_fine } else { is_fine && cart.is_none() };
        if is_undecided || is_refused || is_odd {
            self.fail(if is_refused { Phase::Refused } else { Phase::Failed }, code, effects);
            return true;
        }
        self.attempts = 0;
        self.phase = Phase::Ready;
        self.is_read = true;
        if let Some(cart) = cart {
            self.confirm(asked, cart, effects);
        } else if status == 410 || status == 404 && code != Code::LINE_UNKNOWN.name() {
            self.cart_gone(effects);
        } else if code == Code::IDEMPOTENCY_MISMATCH.name() {
            // It went to another cart then, which nobody has any more.
            self.renumber();
        } else if !is_fine {
            self.refused(code, body, effects);
            return true;
        }
        false
    }

    fn confirm(&mut self, asked: Asked, cart: Cart, effects: &mut Effects) {
        if self.cart_id.as_ref() != Some(&cart.id) {
            effects.save(&self.key, Some(&cart.id));
            self.cart_id = Some(cart.id.clone());
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
            effects.settle(&self.key, &change, "done", "");
            match &change.what {
                What::Set { quantity: 0, .. } => self.say(Key::Removed, &change.name, 0),
                What::Set { quantity, .. } => self.say(Key::Updated, &change.name, *quantity),
                What::Add(wanted) => {
                    let added = self.lines().iter().find(|line| is_same(line, wanted));
                    let name = added.map_or_else(String::new, |line| line.name.clone());
                    self.say(Key::Added, &name, 0);
                }
            }
            self.is_notice = false;
        }
        if self.is_read {
            for change in &self.changes {
                apply(self.cart.as_mut(), &change.what);
            }
        }
    }

    /// Another tab has a newer cart, or another one; without an id there is none any more.
    pub(super) fn heard(&mut self, id: &str, cart: Option<Cart>, effects: &mut Effects) {
        let id = read_id(id);
        if self.cart_id != id {
            self.drop_lines(effects);
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
            }
        }
    }

    /// Takes back all changes of lines, which have gone with their cart.
    fn drop_lines(&mut self, effects: &mut Effects) {
        let mut at = 0;
        while let Some(change) = self.changes.get(at) {
            if matches!(change.what, What::Add(_)) {
                at += 1;
            } else if let Some(change) = self.take(at) {
                effects.settle(&self.key, &change, "error", "");
            }
        }
    }

    /// The cart was ordered, has expired or was deleted: the next addition starts a new one.
    fn cart_gone(&mut self, effects: &mut Effects) {
        self.cart = None;
        self.cart_id = None;
        effects.save(&self.key, None);
        self.drop_lines(effects);
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
        let Some(change) = self.take(0) else { return self.fail(Phase::Failed, code, effects) };
        self.removed = None;
        let is_out_of_stock = code == Code::OUT_OF_STOCK.name();
        let key = if is_out_of_stock {
            Key::Left
        } else if code == Code::LIMIT_REACHED.name() {
            Key::LimitReached
        } else {
            Key::ChangeRefused
        };
        let available = body.get("available").count();
        self.say(key, "", available.unwrap_or_default());
        let state = if is_out_of_stock { "out-of-stock" } else { "error" };
        effects.settle(&self.key, &change, state, code);
        if let What::Set { line, before, .. } = change.what {
            let taken_back = What::Set { line, quantity: before, before };
            apply(self.cart.as_mut(), &taken_back);
        }
        // Another tab may have been quicker, or the stock is another now: what is shown is out of date.
        self.is_read = self.cart_id.is_none();
    }

    fn say(&mut self, key: Key, name: &str, count: u32) {
        self.said = Say { key: Some(key), name: name.to_owned(), count };
        self.is_notice = true;
    }

    /// Nothing can be asked any more. Changes are kept for another try, unless the service wants none of them.
    fn fail(&mut self, phase: Phase, code: &str, effects: &mut Effects) {
        self.phase = phase;
        if phase == Phase::Refused {
            while let Some(change) = self.take(0) {
                effects.settle(&self.key, &change, "error", code);
            }
        }
    }

    /// A wait is over, or the shopper wants another try.
    pub(super) fn resume(&mut self, by_hand: bool) {
        self.waiting = false;
        if by_hand && self.phase == Phase::Failed {
            self.phase = Phase::Loading;
            self.is_read = false;
        }
    }

    /// What is shown may be out of date.
    pub(super) fn doubt(&mut self) {
        self.doubts = true;
    }
}

/// A cart's id. What storage holds goes into an address, and anything on the page can write there.
fn read_id(text: &str) -> Option<String> {
    let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (!text.is_empty() && text.bytes().all(is_safe)).then(|| text.into())
}
