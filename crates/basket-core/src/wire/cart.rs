//! The cart as the service answers it.

use super::{read_period, write_period};
use crate::{
    cart::{Cart, Line, Sum},
    json::{Node, Writer},
    money::Currency,
    product::ProductType,
};
use alloc::{borrow::ToOwned, vec::Vec};

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

/// Reads a cart; `None` when it is not one. Sums are computed, not read: one rule, one place. What a
/// line lacks is left empty, so that one odd line does not cost the shopper the whole cart.
pub fn read_cart(node: Node<'_>) -> Option<Cart> {
    let currency = Currency::parse(node.get("currency")?.text()?)?;
    let mut lines = Vec::new();
    for line in node.get("lines")?.items() {
        lines.push(read_line(line));
    }
    let version = node.get("version").and_then(Node::integer).unwrap_or_default();
    Some(Cart { id: text_of(node, "id").into(), version, currency, lines })
}

fn read_line(node: Node<'_>) -> Line {
    let optional = |name| node.get(name).and_then(Node::text).map(ToOwned::to_owned);
    let count = |name| node.get(name).and_then(Node::count);
    Line {
        id: text_of(node, "id").into(),
        sku: text_of(node, "sku").into(),
        name: text_of(node, "name").into(),
        image: optional("image"),
        url: optional("url"),
        // A type that a newer service knows is shown as a normal one.
        product_type: ProductType::parse(text_of(node, "type")).unwrap_or_default(),
        quantity: count("quantity").unwrap_or_default(),
        unit_price: node.get("unit_price").and_then(Node::integer).unwrap_or_default(),
        period: read_period(node).unwrap_or_default(),
        available: node.get("available").and_then(Node::flag).unwrap_or(true),
        stock: count("stock"),
    }
}

fn text_of<'a>(node: Node<'a>, name: &str) -> &'a str {
    node.get(name).and_then(Node::text).unwrap_or_default()
}
