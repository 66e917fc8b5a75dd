//! The cart as the service answers it.

use super::{
    costs::{read_costs, read_due, write_costs, write_renewals},
    read_period, write_period,
};
use crate::{
    cart::{Cart, Due, Line, Sum},
    json::{Kind, Node, Writer},
    money::Currency,
    product::ProductType,
};
use alloc::{borrow::ToOwned, string::String, vec::Vec};

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
    writer.close(']');
    write_renewals(writer, cart);
    writer.name("total").number(sums.total).close('}');
    write_costs(writer, &cart.costs);
    writer.close('}');
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
    writer.name("stock").number_or_null(line.stock);
    // Most shops have neither, and their carts are not larger for it.
    if let Some(weight) = line.weight {
        writer.name("weight").number(weight);
    }
    if let Some(tax_class) = &line.tax_class {
        writer.name("tax_class").string(tax_class);
    }
    writer.close('}');
}

/// Reads a cart; `None` when it is not one. Sums are computed, not read: one rule, one place. What a
/// line lacks is left empty, so that one odd line does not cost the shopper the whole cart.
pub fn read_cart(node: Node<'_>) -> Option<Cart> {
    let mut cart = read(node, read_costs)?;
    for (line, node) in cart.lines.iter_mut().zip(node.get("lines").items()) {
        line.weight = node.get("weight").count();
        line.tax_class = node.get("tax_class").string().map(ToOwned::to_owned);
    }
    Some(cart)
}

/// Likewise, but only what every basket shows: what it costs beside its lines is read as one number.
pub fn read_shown_cart(node: Node<'_>) -> Option<Cart<Due>> {
    read(node, read_due)
}

fn read<C>(node: Node<'_>, read_costs: impl FnOnce(Node<'_>) -> C) -> Option<Cart<C>> {
    let currency = Currency::parse(node.get("currency").text())?;
    let written = node.get("lines");
    if written.is_null() {
        return None;
    }
    let mut lines = Vec::new();
    for line in written.items() {
        lines.push(read_line(line));
    }
    let version = node.get("version").integer().unwrap_or_default();
    let costs = read_costs(node);
    Some(Cart { id: node.get("id").text().into(), version, currency, lines, costs })
}

fn read_line(node: Node<'_>) -> Line {
    let optional = |name| node.get(name).string().map(ToOwned::to_owned);
    let text = |name| String::from(node.get(name).text());
    let count = |name| node.get(name).count();
    Line {
        id: text("id"),
        sku: text("sku"),
        name: text("name"),
        image: optional("image"),
        url: optional("url"),
        // A type that a newer service knows is shown as a normal one.
        product_type: ProductType::parse(node.get("type").text()).unwrap_or_default(),
        quantity: count("quantity").unwrap_or_default(),
        unit_price: node.get("unit_price").integer().unwrap_or_default(),
        // One that a newer service knows is shown as bought once.
        period: read_period(node),
        available: node.get("available").kind() != Kind::False,
        stock: count("stock"),
        weight: None,
        tax_class: None,
    }
}
