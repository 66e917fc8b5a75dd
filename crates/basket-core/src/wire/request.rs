//! Bodies of requests: written by the widget, read by the service.

use super::{read_period, write_period};
use crate::{
    json::{self, Node, Writer},
    product::Period,
};
use alloc::{borrow::ToOwned, string::String, vec::Vec};

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
pub fn write_new_line(line: &NewLine) -> String {
    let mut writer = Writer::new();
    write_line(&mut writer, line);
    writer.finish()
}

/// Writes the body of a new cart with its first line.
pub fn write_new_cart(line: &NewLine) -> String {
    let mut writer = Writer::new();
    writer.open('{').name("lines").open('[');
    write_line(&mut writer, line);
    writer.close(']').close('}');
    writer.finish()
}

fn write_line(writer: &mut Writer, line: &NewLine) {
    writer.open('{').name("sku").string(&line.sku).name("quantity").number(line.quantity);
    write_period(writer, line.period);
    writer.close('}');
}

/// Writes the body that sets a line's quantity.
pub fn write_quantity(quantity: u32) -> String {
    let mut writer = Writer::new();
    writer.open('{').name("quantity").number(quantity).close('}');
    writer.finish()
}

/// Reads the body that adds a line.
pub fn read_new_line(text: &str) -> Result<NewLine, BadBody> {
    read_line(&json::parse(text).map_err(BadBody::Json)?)
}

/// Reads the first lines of a new cart; an empty body is a cart without any.
pub fn read_new_cart(text: &str) -> Result<Vec<NewLine>, BadBody> {
    if text.trim_ascii().is_empty() {
        return Ok(Vec::new());
    }
    let node = json::parse(text).map_err(BadBody::Json)?;
    if !matches!(node.value, json::Value::Object(_)) {
        return Err(BadBody::Value("lines"));
    }
    match node.get("lines") {
        None => Ok(Vec::new()),
        Some(Node { value: json::Value::Array(lines), .. }) => {
            lines.iter().map(read_line).collect()
        }
        Some(_) => Err(BadBody::Value("lines")),
    }
}

fn read_line(node: &Node) -> Result<NewLine, BadBody> {
    let sku = node.get("sku").and_then(Node::as_str).filter(|sku| !sku.is_empty());
    let quantity = match node.get("quantity") {
        None => Some(1),
        Some(node) => node.as_i64().and_then(|quantity| u32::try_from(quantity).ok()),
    };
    Ok(NewLine {
        sku: sku.ok_or(BadBody::Value("sku"))?.to_owned(),
        quantity: quantity.filter(|&quantity| quantity > 0).ok_or(BadBody::Value("quantity"))?,
        period: read_period(node).map_err(|_| BadBody::Value("frequency"))?,
    })
}

/// Reads the body that sets a line's quantity; 0 removes the line.
pub fn read_quantity(text: &str) -> Result<u32, BadBody> {
    let node = json::parse(text).map_err(BadBody::Json)?;
    let quantity = node.get("quantity").and_then(Node::as_i64);
    let quantity = quantity.and_then(|quantity| u32::try_from(quantity).ok());
    quantity.ok_or(BadBody::Value("quantity"))
}
