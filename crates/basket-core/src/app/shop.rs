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
    json::{Node, Writer},
    locale::Key,
    wire::{self, NewLine},
};
use alloc::{borrow::ToOwned, string::String, vec::Vec};

/// What the service was asked, for its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    Shop,
    Cart,
    Change,
    Checkout,
}

/// The cart of one API key.
#[derive(Debug)]
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
    cart_id: Option<String>,
    changes: Vec<Change>,
    last_change: u32,
}

impl Shop {
    pub(super) fn new(key: String, cart: String) -> Self {
        // What storage holds goes into an address, and anything on the page can write there.
        let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let is_id = !cart.is_empty() && cart.bytes().all(is_safe);
        Self {
            key,
            phase: Phase::Loading,
            cart: None,
            said: Say { key: None, name: String::new(), count: 0 },
            is_notice: false,
            removed: None,
            repriced: Vec::new(),
            checks_out: false,
            locale: String::new(),
            asked: None,
            waiting: false,
            attempts: 0,
            is_read: false,
            cart_id: is_id.then_some(cart),
            changes: Vec::new(),
            last_change: 0,
        }
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

    /// Makes a change: it shows at once and goes to the service in its turn.
    fn push(&mut self, what: What, name: String, marker: u32) {
        self.last_change += 1;
        self.is_notice = false;
        self.removed = None;
        apply(self.cart.as_mut(), &what);
        self.changes.push(Change { number: self.last_change, what, name, marker });
    }

    pub(super) fn add(&mut self, wanted: NewLine, marker: u32) {
        self.push(What::Add(wanted), String::new(), marker);
    }

    pub(super) fn step(&mut self, at: usize, by: i32) {
        let Some(line) = self.lines().get(at) else { return };
        let quantity = line.quantity.saturating_add_signed(by);
        // Down to one: a line goes by its own button, not by one step too many.
        if quantity >= 1 && quantity <= line.stock.unwrap_or(MAX_QUANTITY).max(line.quantity) {
            self.set(at, quantity);
        }
    }

    /// Sets the quantity of the line at a place; one that goes by it can be taken back.
    pub(super) fn set(&mut self, at: usize, quantity: u32) {
        let Some(Line { sku, name, quantity: before, period, .. }) = self.lines().get(at) else {
            return;
        };
        let wanted = NewLine { sku: sku.clone(), quantity: *before, period: *period };
        let removed = (quantity == 0).then_some((wanted, name.clone()));
        self.change(at, quantity);
        self.removed = removed;
    }

    fn change(&mut self, at: usize, quantity: u32) {
        let Some(Line { id, name, quantity: before, .. }) = self.lines().get(at) else { return };
        let (line, name, before) = (id.clone(), name.clone(), *before);
        let quantity = quantity.min(MAX_QUANTITY);
        if quantity == before {
            return;
        }
        // A change of the same line that has not been sent yet is overtaken by this one.
        let is_sent = matches!(self.asked, Some((_, Asked::Change)));
        let waiting = self.changes.iter_mut().skip(usize::from(is_sent));
        for change in waiting {
            if let What::Set { line: other, quantity: wanted, .. } = &mut change.what
                && *other == line
            {
                *wanted = quantity;
                // An attempt may have arrived without its answer, so this is another request.
                self.last_change += 1;
                change.number = self.last_change;
                apply(self.cart.as_mut(), &change.what);
                return;
            }
        }
        self.push(What::Set { line, quantity, before }, name, 0);
    }

    /// Takes the change that was sent first out of the list.
    fn take_first(&mut self) -> Option<Change> {
        let is_any = !self.changes.is_empty();
        is_any.then(|| self.changes.remove(0))
    }

    /// Asks the service what there is to ask next, if nothing is under way.
    pub(super) fn pump(&mut self, request: u32, effects: &mut Effects) {
        let stopped = matches!(self.phase, Phase::Failed | Phase::Refused);
        if stopped || self.asked.is_some() || self.waiting {
            return;
        }
        let mut path = String::from("/v1/carts");
        if let Some(id) = &self.cart_id {
            path.push('/');
            path.push_str(id);
        }
        let mut body = Writer::new();
        let mut change_number = 0;
        let (asked, method) = if !self.is_read {
            if self.cart_id.is_none() {
                path = "/v1/shop".into();
                (Asked::Shop, "GET")
            } else {
                (Asked::Cart, "GET")
            }
        } else if let Some(change) = self.changes.first() {
            change_number = change.number;
            let method = match &change.what {
                What::Add(wanted) if self.cart_id.is_none() => {
                    wire::write_new_cart(&mut body, wanted);
                    "POST"
                }
                What::Add(wanted) => {
                    path.push_str("/lines");
                    wire::write_new_line(&mut body, wanted);
                    "POST"
                }
                What::Set { line, quantity, .. } => {
                    path.push_str("/lines/");
                    path.push_str(line);
                    wire::write_quantity(&mut body, *quantity);
                    "PATCH"
                }
            };
            (Asked::Change, method)
        } else if self.checks_out {
            path.push_str("/checkout");
            body.open('{').name("locale").string(&self.locale).close('}');
            (Asked::Checkout, "POST")
        } else {
            return;
        };
        self.asked = Some((request, asked));
        effects.fetch(request, &self.key, method, &path, &body.finish(), change_number);
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
        let is_odd = if asked == Asked::Shop { !is_fine } else { is_fine && cart.is_none() };
        if is_undecided || is_refused || is_odd {
            self.fail(if is_refused { Phase::Refused } else { Phase::Failed }, effects);
            return true;
        }
        self.attempts = 0;
        self.phase = Phase::Ready;
        self.is_read = true;
        let code = body.get("code").text();
        if let Some(cart) = cart {
            self.confirm(asked, cart, effects);
        } else if status == 410 || status == 404 && code != Code::LINE_UNKNOWN.name() {
            self.cart_gone(effects);
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
        }
        for Line { id, unit_price, .. } in &cart.lines {
            let is_other = |line: &Line| line.id == *id && line.unit_price != *unit_price;
            if self.lines().iter().any(is_other) {
                self.repriced.push(id.clone());
            }
        }
        self.cart = Some(cart);
        if asked == Asked::Change
            && let Some(change) = self.take_first()
        {
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
            effects.set_marker(change.marker, "done");
        }
        for change in &self.changes {
            apply(self.cart.as_mut(), &change.what);
        }
    }

    /// The cart was ordered, has expired or was deleted: the next addition starts a new one.
    fn cart_gone(&mut self, effects: &mut Effects) {
        self.cart = None;
        self.cart_id = None;
        effects.save(&self.key, None);
        // A line of it is gone with it.
        self.changes.retain(|change| matches!(change.what, What::Add(_)));
        self.last_change += 1;
        if let Some(change) = self.changes.first_mut() {
            // The same wish goes to another address now, which is another request.
            change.number = self.last_change;
        }
    }

    fn refused(&mut self, code: &str, body: Node<'_>, effects: &mut Effects) {
        let Some(change) = self.take_first() else { return self.fail(Phase::Failed, effects) };
        self.removed = None;
        if let What::Set { line, before, .. } = change.what {
            let taken_back = What::Set { line, quantity: before, before };
            apply(self.cart.as_mut(), &taken_back);
        }
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
        effects.set_marker(change.marker, if is_out_of_stock { "out-of-stock" } else { "error" });
        // Another tab may have been quicker, or the stock is another now: what is shown is out of date.
        self.is_read = self.cart_id.is_none();
    }

    fn say(&mut self, key: Key, name: &str, count: u32) {
        self.said = Say { key: Some(key), name: name.to_owned(), count };
        self.is_notice = true;
    }

    fn fail(&mut self, phase: Phase, effects: &mut Effects) {
        self.phase = phase;
        while let Some(change) = self.changes.pop() {
            effects.set_marker(change.marker, "error");
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
}
