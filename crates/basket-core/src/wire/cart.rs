//! The cart as the service answers it.

use super::{read_period, write_period};
use crate::{
    cart::{Cart, Line, Sum},
    json::{self, Node, Writer},
    money::Currency,
    product::ProductType,
};
use alloc::{borrow::ToOwned, string::String};

/// Writes a cart with its lines and sums.
pub fn write_cart(writer: &mut Writer, cart: &Cart) {
    writer.open('{').name("id").string(&cart.id).name("version").number(cart.version);
    writer.name("currency").string(cart.currency.code());
    writer.name("items").number(cart.items()).name("lines").open('[');
    for line in &cart.lines {
        write_line(writer, line);
    }
    let sums = cart.sums();
    writer.close(']').name("sums").open('{').name("purchases").open('{');
    write_sum(writer, sums.purchases);
    writer.close('}').name("subscriptions").open('[');
    for (period, sum) in sums.subscriptions {
        writer.open('{');
        write_period(writer, Some(period));
        write_sum(writer, sum);
        writer.close('}');
    }
    writer.close(']').name("total").number(sums.total).close('}').close('}');
}

fn write_sum(writer: &mut Writer, sum: Sum) {
    writer.name("count").number(sum.count).name("amount").number(sum.amount);
}

fn write_line(writer: &mut Writer, line: &Line) {
    writer.open('{').name("id").string(&line.id).name("sku").string(&line.sku);
    writer.name("name").string(&line.name);
    writer.name("image").string_or_null(line.image.as_deref());
    writer.name("url").string_or_null(line.url.as_deref());
    writer.name("type").string(line.product_type.name()).name("quantity").number(line.quantity);
    writer.name("unit_price").number(line.unit_price).name("price").number(line.price());
    write_period(writer, line.period);
    writer.name("available").boolean(line.available);
    writer.name("stock").number_or_null(line.stock).close('}');
}

/// Reads a cart; `None` when the text is not one. Sums are computed, not read: one rule, one place.
pub fn read_cart(text: &str) -> Option<Cart> {
    let node = json::parse(text).ok()?;
    let lines = node.get("lines")?.items().iter().map(read_line).collect::<Option<_>>()?;
    Some(Cart {
        id: text_of(&node, "id")?,
        version: node.get("version")?.as_i64()?,
        currency: Currency::parse(node.get("currency")?.as_str()?)?,
        lines,
    })
}

fn read_line(node: &Node) -> Option<Line> {
    let product_type = node.get("type").and_then(Node::as_str).and_then(ProductType::parse);
    Some(Line {
        id: text_of(node, "id")?,
        sku: text_of(node, "sku")?,
        name: text_of(node, "name")?,
        image: text_of(node, "image"),
        url: text_of(node, "url"),
        // A type that a newer service knows must not cost an older widget its cart.
        product_type: product_type.unwrap_or_default(),
        quantity: u32::try_from(node.get("quantity")?.as_i64()?).ok()?,
        unit_price: node.get("unit_price")?.as_i64()?,
        period: read_period(node).ok()?,
        available: node.get("available").and_then(Node::as_bool).unwrap_or(true),
        stock: node.get("stock").and_then(Node::as_i64).and_then(|stock| stock.try_into().ok()),
    })
}

fn text_of(node: &Node, name: &str) -> Option<String> {
    Some(node.get(name)?.as_str()?.to_owned())
}
