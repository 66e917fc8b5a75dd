//! The cart as the service answers it.

use super::{read_period, write_period};
use crate::{
    cart::{Cart, Line, Sum},
    json::{self, Node, Writer},
    money::Currency,
    product::ProductType,
};
use alloc::{string::String, vec::Vec};

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
/// What a line lacks is left empty, so that one odd line does not cost the shopper the whole cart.
pub fn read_cart(text: &str) -> Option<Cart> {
    let document = json::parse(text).ok()?;
    let node = document.root();
    let currency = Currency::parse(&text_of(node, "currency")?)?;
    let (id, version) = (text_of(node, "id")?, node.get("version").and_then(Node::integer));
    let mut lines = Vec::new();
    for line in node.get("lines").into_iter().flat_map(Node::items) {
        lines.push(read_line(line));
    }
    Some(Cart { id, version: version.unwrap_or_default(), currency, lines })
}

fn read_line(node: Node<'_>) -> Line {
    let integer = |name| node.get(name).and_then(Node::integer);
    let text = |name| text_of(node, name).unwrap_or_default();
    Line {
        id: text("id"),
        sku: text("sku"),
        name: text("name"),
        image: text_of(node, "image"),
        url: text_of(node, "url"),
        // A type that a newer service knows is shown as a normal one.
        product_type: ProductType::parse(&text("type")).unwrap_or_default(),
        quantity: node.get("quantity").and_then(Node::count).unwrap_or_default(),
        unit_price: integer("unit_price").unwrap_or_default(),
        period: read_period(node).unwrap_or_default(),
        available: node.get("available").and_then(Node::flag).unwrap_or(true),
        stock: node.get("stock").and_then(Node::count),
    }
}

fn text_of(node: Node<'_>, name: &str) -> Option<String> {
    node.get(name)?.text()
}
