//! Changes that the service has not confirmed yet, and how they show before it has.

use crate::{
    cart::{Cart, Due, Line, MAX_QUANTITY},
    json::Writer,
    protocol::Write,
    wire::{self, NewLine},
};
use alloc::string::String;

/// A change the shopper made that the service has not confirmed yet.
#[derive(Debug)]
pub struct Change {
    /// Tells its requests from all others, for the idempotency key.
    pub number: u32,
    /// The number that the page keeps it under; 0 if it does not yet.
    pub kept: u32,
    /// The marker that shows how far it has come; 0 for none.
    pub marker: u32,
    /// What is to become of the cart.
    pub action: ChangeAction,
}

/// What a change does.
#[derive(Debug)]
pub enum ChangeAction {
    /// A product is added.
    Add(NewLine),
    /// A line gets a quantity.
    Set {
        /// The line's id; [`ALL`] is all of them.
        line: String,
        /// How many; 0 removes it.
        quantity: u32,
        /// How many there were, in case the change is refused.
        before: u32,
        /// The name of the product, for the announcement.
        name: String,
    },
    /// A discount code is entered; an empty one is taken off.
    Code(String),
}

/// The most that a change asks for: one more than a line may hold. The service refuses it as it refuses every larger
/// quantity; until then the line shows as many as it may hold.
pub const TOO_MANY: u32 = MAX_QUANTITY + 1;

/// Stands for all lines.
pub const ALL: &str = "*";

/// Whether an addition grows this line.
pub fn is_same(line: &Line, wanted: &NewLine) -> bool {
    line.sku == wanted.sku && line.period == wanted.period
}

impl Change {
    /// What is added, if it adds.
    pub fn added(&self) -> Option<&NewLine> {
        if let ChangeAction::Add(wanted) = &self.action { Some(wanted) } else { None }
    }

    /// Whether it goes with the cart that it is about. What is added, or a code, starts a new one.
    pub fn needs_cart(&self) -> bool {
        match &self.action {
            ChangeAction::Add(_) => false,
            ChangeAction::Set { .. } => true,
            ChangeAction::Code(code) => code.is_empty(),
        }
    }

    /// The line that gets a quantity; empty if there is none.
    pub fn line(&self) -> &str {
        if let ChangeAction::Set { line, .. } = &self.action { line } else { "" }
    }

    /// Shows it before the service has confirmed it.
    pub fn apply(&self, cart: Option<&mut Cart<Due>>) {
        match &self.action {
            ChangeAction::Add(wanted) => add_to(cart, wanted),
            ChangeAction::Set { line, quantity, .. } => set_in(cart, line, *quantity),
            // Only the service knows what a code comes to.
            ChangeAction::Code(_) => {}
        }
    }

    /// Takes it back, as far as it shows.
    pub fn undo(&self, cart: Option<&mut Cart<Due>>) {
        if let ChangeAction::Set { line, before, .. } = &self.action {
            set_in(cart, line, *before);
        }
    }
}

/// Grows the line that an addition grows; one that there is not yet comes with the service's answer.
fn add_to(cart: Option<&mut Cart<Due>>, wanted: &NewLine) {
    let lines = cart.into_iter().flat_map(|cart| &mut cart.lines);
    for line in lines.filter(|line| is_same(line, wanted)) {
        line.quantity = line.quantity.saturating_add(wanted.quantity).min(MAX_QUANTITY);
    }
}

fn set_in(cart: Option<&mut Cart<Due>>, id: &str, quantity: u32) {
    let Some(cart) = cart else { return };
    cart.lines.retain_mut(|line| {
        if line.id == id || id == ALL {
            line.quantity = quantity.min(MAX_QUANTITY);
        }
        line.quantity > 0
    });
}

/// What the service is asked for.
impl Write for &Change {
    fn write(self, body: &mut Writer) {
        match &self.action {
            ChangeAction::Add(wanted) => wire::write_new_line(body, wanted),
            ChangeAction::Set { quantity, .. } => wire::write_quantity(body, *quantity),
            ChangeAction::Code(code) => wire::write_code(body, code),
        }
    }
}
