//! Changes that the service has not confirmed yet, and how they show before it has.

use crate::{
    cart::{Cart, Line, MAX_QUANTITY},
    json::Writer,
    wire::{self, NewLine},
};
use alloc::string::String;

/// A change the shopper made that the service has not confirmed yet.
#[derive(Debug)]
pub struct Change {
    /// Tells its requests from all others, for the idempotency key.
    pub number: u32,
    /// The number that the shell keeps it under; 0 if it does not yet.
    pub kept: u32,
    /// What it changes.
    pub what: What,
    /// The name of the product, for the announcement.
    pub name: String,
    /// The marker that shows how far it has come; 0 for none.
    pub marker: u32,
}

/// Stands for all lines.
pub const ALL: &str = "*";

/// What a change changes.
#[derive(Debug)]
pub enum What {
    /// A product is added.
    Add(NewLine),
    /// A line gets a quantity; 0 removes it.
    Set {
        /// The line; `*` is all of them.
        line: String,
        /// How many it is to have.
        quantity: u32,
        /// How many it had, in case the change is refused.
        before: u32,
    },
}

/// Whether an addition grows this line.
pub fn is_same(line: &Line, wanted: &NewLine) -> bool {
    line.sku == wanted.sku && line.period == wanted.period
}

impl Change {
    /// Writes what the service is asked for.
    pub fn write_body(&self, body: &mut Writer) {
        match &self.what {
            What::Add(wanted) => wire::write_new_line(body, wanted),
            What::Set { quantity, .. } => wire::write_quantity(body, *quantity),
        }
    }
}

/// Shows a change before the service has confirmed it.
pub fn apply(cart: Option<&mut Cart>, what: &What) {
    let Some(cart) = cart else { return };
    let mut at = 0;
    while let Some(line) = cart.lines.get_mut(at) {
        match what {
            What::Add(wanted) if is_same(line, wanted) => {
                line.quantity = line.quantity.saturating_add(wanted.quantity).min(MAX_QUANTITY);
            }
            What::Set { line: id, quantity, .. } if line.id == *id || id == ALL => {
                line.quantity = *quantity;
            }
            _ => {}
        }
        if line.quantity == 0 {
            cart.lines.remove(at);
        } else {
            at += 1;
        }
    }
}
