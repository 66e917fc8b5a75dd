//! Changes that the service has not confirmed yet, and how they show before it has.

use crate::{
    cart::{Cart, Line, MAX_QUANTITY},
    json::Writer,
    wire::{self, NewLine},
};
use alloc::string::String;

/// A change the shopper made that the service has not confirmed yet: a product is added, or a line gets a quantity.
#[derive(Debug)]
pub struct Change {
    /// Tells its requests from all others, for the idempotency key.
    pub number: u32,
    /// The number that the shell keeps it under; 0 if it does not yet.
    pub kept: u32,
    /// The line that gets a quantity; `*` is all of them, and an empty one is none: something is added.
    pub line: String,
    /// What is added; of a line only the quantity counts, and 0 removes it.
    pub wanted: NewLine,
    /// How many the line had, in case the change is refused.
    pub before: u32,
    /// The name of the product, for the announcement.
    pub name: String,
    /// The marker that shows how far it has come; 0 for none.
    pub marker: u32,
}

/// The most that a change asks for: one more than a line may hold. The service refuses it as it refuses every larger
/// quantity, and what is shown until then stays a small number.
pub const TOO_MANY: u32 = MAX_QUANTITY + 1;

/// Stands for all lines.
pub const ALL: &str = "*";

/// Whether an addition grows this line.
pub fn is_same(line: &Line, wanted: &NewLine) -> bool {
    line.sku == wanted.sku && line.period == wanted.period
}

impl Change {
    /// Whether something is added.
    pub fn adds(&self) -> bool {
        self.line.is_empty()
    }

    /// Writes what the service is asked for.
    pub fn write_body(&self, body: &mut Writer) {
        if self.adds() {
            wire::write_new_line(body, &self.wanted);
        } else {
            wire::write_quantity(body, self.wanted.quantity);
        }
    }

    /// Shows it before the service has confirmed it.
    pub fn apply(&self, cart: Option<&mut Cart>) {
        let Some(cart) = cart else { return };
        let mut at = 0;
        while let Some(line) = cart.lines.get_mut(at) {
            if self.adds() {
                if is_same(line, &self.wanted) {
                    let quantity = line.quantity.saturating_add(self.wanted.quantity);
                    line.quantity = quantity.min(MAX_QUANTITY);
                }
            } else if line.id == self.line || self.line == ALL {
                line.quantity = self.wanted.quantity;
            }
            if line.quantity == 0 {
                cart.lines.remove(at);
            } else {
                at += 1;
            }
        }
    }
}
