//! Bodies of requests: written by the widget, read by the service.

use super::{read_period, write_period};
use crate::{
    json::{self, Kind, Node, Writer},
    product::Period,
};
use alloc::{string::String, vec::Vec};

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

/// Why a body was not understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadBody {
    /// Not JSON.
    Json(json::Error),
    /// JSON, but this member is missing or has a value it cannot have.
    Value(&'static str),
}

/// Writes the body that adds a line.
pub fn write_new_line(writer: &mut Writer, line: &NewLine) {
    writer.open('{').name("sku").string(&line.sku).name("quantity").number(line.quantity);
    write_period(writer, line.period);
    writer.close('}');
}

/// Writes the body that sets a line's quantity.
pub fn write_quantity(writer: &mut Writer, quantity: u32) {
    writer.open('{').name("quantity").number(quantity).close('}');
}

/// Reads the body that adds a line.
pub fn read_new_line(text: &str) -> Result<NewLine, BadBody> {
    read_line(json::parse(text).map_err(BadBody::Json)?.root())
}

/// Reads the first lines of a new cart; an empty body is a cart without any.
pub fn read_new_cart(text: &str) -> Result<Vec<NewLine>, BadBody> {
    if text.trim_ascii().is_empty() {
        return Ok(Vec::new());
    }
    let document = json::parse(text).map_err(BadBody::Json)?;
    if document.root().kind() != Kind::Object {
        return Err(BadBody::Value("lines"));
    }
    let lines = document.root().get("lines");
    if lines.exists() && lines.kind() != Kind::Array {
        return Err(BadBody::Value("lines"));
    }
    lines.items().map(read_line).collect()
}

fn read_line(node: Node<'_>) -> Result<NewLine, BadBody> {
    let sku = node.get("sku").string().filter(|sku| !sku.is_empty());
    let quantity = node.get("quantity");
    let quantity = if quantity.exists() { quantity.count() } else { Some(1) };
    Ok(NewLine {
        sku: sku.ok_or(BadBody::Value("sku"))?.into(),
        quantity: quantity.filter(|&quantity| quantity > 0).ok_or(BadBody::Value("quantity"))?,
        period: read_period(node).map_err(|_| BadBody::Value("frequency"))?,
    })
}

/// Reads the body that sets a line's quantity; 0 removes the line.
pub fn read_quantity(text: &str) -> Result<u32, BadBody> {
    let document = json::parse(text).map_err(BadBody::Json)?;
    let quantity = document.root().get("quantity").count();
    quantity.ok_or(BadBody::Value("quantity"))
}
