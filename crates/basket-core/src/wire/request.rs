//! Bodies of requests, as the widget writes them.

use super::write_period;
use crate::{json::Writer, product::Period};
use alloc::string::String;

/// What a shopper wants: a product, how many, and how often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLine {
    /// The product.
    pub sku: String,
    /// How many, from 1.
    pub quantity: u32,
    /// How often, or `None` for a one-off purchase.
    pub period: Option<Period>,
}

/// Writes the body that adds a line.
pub fn write_new_line(writer: &mut Writer, line: &NewLine) {
    writer.open('{').name("sku").string(&line.sku).name("quantity").number(line.quantity);
    write_period(writer, line.period);
    writer.close('}');
}

/// Writes the body that enters a discount code; an empty one is taken off.
pub fn write_code(writer: &mut Writer, code: &str) {
    writer.open('{').name("code").string(code).close('}');
}

/// Writes the body that sets a line's quantity.
pub fn write_quantity(writer: &mut Writer, quantity: u32) {
    writer.open('{').name("quantity").number(quantity).close('}');
}
