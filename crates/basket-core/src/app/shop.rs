//! The cart of one API key: the cart as the shopper sees it, and the changes in it that the service
//! has not confirmed yet. Changes go out one at a time, in order. Each confirmation brings the whole
//! cart, to which those that still wait are applied again; a refused change is taken back.

mod answer;

use super::{
    change::{Change, ChangeAction, is_same},
    phase::{Phase, Say},
};
use crate::{
    cart::{Cart, Due, Line, MAX_QUANTITY},
    locale::Key,
    protocol::Effects,
    wire::NewLine,
};
use alloc::{string::String, vec::Vec};
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
    pub cart: Option<Cart<Due>>,
    /// What happened last, for the screen reader.
    pub said: Say,
    /// Whether what happened last is something the shopper must see.
    pub is_notice: bool,
    /// What was removed last, with its name, as long as it can be taken back.
    pub removed: Option<(NewLine, String)>,
    /// What was added last, as long as that is what happened last.
    pub added: Option<NewLine>,
    /// Lines whose price has changed since the page was opened, by their ids.
    pub repriced: Vec<String>,
    /// The code with which the service refused the key or the page.
    pub(super) refusal: String,
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
    /// Empty as long as there is no cart.
    cart_id: String,
    /// How many items it had when it was last shown, on whichever page.
    remembered: Option<u32>,
    /// The newest version of the cart that anybody has told of.
    newest: i64,
    pub(super) changes: Vec<Change>,
    last_change: u32,
}

impl Shop {
    /// Changes are numbered from here on, so that those of two shops have different numbers.
    pub(super) fn new(key: String, cart: &str, remembered: Option<u32>, last_change: u32) -> Self {
        Self { key, cart_id: read_id(cart), remembered, last_change, ..Self::default() }
    }

    /// The value of `data-state`.
    pub fn state(&self) -> &'static str {
        match self.phase {
            Phase::Loading => "loading",
            Phase::Ready if self.checks_out => "checking-out",
            Phase::Ready if !self.changes.is_empty() => "updating",
            Phase::Ready if self.lines().is_empty() => "empty",
            Phase::Ready => "filled",
            Phase::Offline => "offline",
            Phase::Failed | Phase::Refused => "error",
        }
    }

    /// Why the shopper has to wait or to try again, if so.
    pub fn failure(&self) -> Option<Key> {
        match self.phase {
            Phase::Failed => Some(Key::CartError),
            Phase::Offline => Some(Key::Offline),
            _ => None,
        }
    }

    /// The lines the shopper sees.
    pub fn lines(&self) -> &[Line] {
        self.cart.as_ref().map_or(&[], |cart| &cart.lines)
    }

    /// How many items are being added and have no line yet.
    pub fn coming(&self) -> u32 {
        let has_line = |wanted: &NewLine| self.lines().iter().any(|line| is_same(line, wanted));
        // What is added before all lines go, goes with them.
        let cleared = self.changes.iter().rposition(|change| change.line() == "*");
        let left = self.changes.iter().skip(cleared.map_or(0, |at| at + 1));
        let coming = left.filter_map(Change::added).filter(|wanted| !has_line(wanted));
        coming.fold(0, |sum: u32, wanted| sum.saturating_add(wanted.quantity))
    }

    /// Whether an answer of the service is awaited.
    pub fn is_busy(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether something is being added.
    pub fn is_adding(&self) -> bool {
        self.changes.iter().any(|change| change.added().is_some())
    }

    /// Whether the service has told what is in the cart, or that there is none.
    pub fn is_known(&self) -> bool {
        self.phase == Phase::Ready || self.cart.is_some()
    }

    /// How many items the button shows. Without a cart there are none but those on their way; a cart that nobody could
    /// read yet, nor remembers, must not be called empty.
    pub fn count(&self) -> Option<u32> {
        if self.is_known() || self.cart_id.is_empty() {
            return Some(self.items());
        }
        self.remembered.map(|items| items.saturating_add(self.coming()))
    }

    /// How many items there are, those on their way included.
    pub fn items(&self) -> u32 {
        self.coming().saturating_add(self.cart.as_ref().map_or(0, Cart::items))
    }

    /// Makes a change: it shows at once and goes to the service in its turn. One that another page has left
    /// behind has a number already, and one that takes the place of another the number under which that is kept.
    pub(super) fn push(&mut self, action: ChangeAction, kept: u32, marker: u32, number: u32) {
        let mut change = Change { number, kept, marker, action };
        self.last_change += 1;
        self.is_notice = false;
        self.removed = None;
        self.added = None;
        change.apply(self.cart.as_mut());
        if change.number == 0 {
            change.number = self.last_change;
        }
        self.changes.push(change);
    }

    /// Adds a product.
    pub(super) fn add(&mut self, wanted: NewLine, marker: u32, number: u32) {
        self.push(ChangeAction::Add(wanted), 0, marker, number);
    }

    /// Takes back what was removed or added last.
    pub(super) fn take_back(&mut self) {
        if let Some((wanted, _)) = self.removed.take() {
            self.add(wanted, 0, 0);
        } else if let Some(added) = self.added.take()
            && let Some(line) = self.lines().iter().find(|line| is_same(line, &added))
        {
            let quantity = line.quantity.saturating_sub(added.quantity);
            self.set(line.id.clone(), quantity, 0, 0);
        }
    }

    pub(super) fn step(&mut self, at: usize, by: i32) {
        let Some(line) = self.lines().get(at) else { return };
        let quantity = line.quantity.saturating_add_signed(by);
        // Down to one: a line goes by its own button, not by one step too many.
        if quantity >= 1 && quantity <= line.stock.unwrap_or(MAX_QUANTITY).max(line.quantity) {
            self.set_at(at, quantity);
        }
    }

    /// Sets the quantity of the line at an index.
    pub(super) fn set_at(&mut self, at: usize, quantity: u32) {
        if let Some(line) = self.lines().get(at)
            && line.quantity != quantity
            && !line.id.is_empty()
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
        let mut kept = 0;
        if self.changes.len() > usize::from(is_sent)
            && let Some(other) = self.changes.last()
            && other.marker == 0
            && other.line() == line
        {
            kept = other.kept;
            self.changes.pop();
        }
        self.push(ChangeAction::Set { line, quantity, before, name }, kept, marker, number);
        self.removed = removed;
    }

    /// Takes the change at an index out of the list; the first is the one that was sent.
    fn take(&mut self, at: usize) -> Option<Change> {
        (at < self.changes.len()).then(|| self.changes.remove(at))
    }

    /// Asks the service what there is to ask next, if nothing is under way. Before anything is asked, all changes
    /// are kept.
    pub(super) fn pump(&mut self, request: u32, effects: &mut Effects) {
        for change in &mut self.changes {
            if change.kept != change.number {
                effects.keep(&self.key, change.number, change.kept, change.line(), &*change);
                change.kept = change.number;
            }
        }
        let stopped = matches!(self.phase, Phase::Failed | Phase::Refused);
        if stopped || self.asked.is_some() || self.waiting {
            return;
        }
        self.is_read &= !mem::take(&mut self.doubts);
        if self.is_read && self.cart_id.is_empty() {
            // Without a cart there is no line to change, and nothing to check out.
            if self.changes.first().is_some_and(Change::needs_cart) {
                self.drop_changes(effects);
            }
            if self.changes.is_empty() && mem::take(&mut self.checks_out) {
                self.say(Key::CheckoutError, "", 0);
            }
        }
        let (key, cart) = (&self.key, &self.cart_id);
        let asked = if !self.is_read {
            effects.read(request, key, cart);
            Asked::Cart
        } else if let Some(change) = self.changes.first() {
            effects.send(request, key, cart, change.number);
            Asked::Change
        } else if self.checks_out {
            effects.hand_over(request, key, cart, &self.locale);
            Asked::Checkout
        } else {
            return;
        };
        self.asked = Some((request, asked));
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

/// A cart's id, empty if it cannot be one. What storage holds goes into an address, and anything on the page can write there.
pub(super) fn read_id(text: &str) -> String {
    let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (if text.bytes().all(is_safe) { text } else { "" }).into()
}
