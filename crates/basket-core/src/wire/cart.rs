//! The cart as the service answers it.

use super::write_period;
use crate::{
    cart::{Cart, Line, Sum},
    json::{Kind, Node, Writer},
    money::Currency,
    product::{Frequency, Period, ProductType},
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
    Some(Cart { id: node.get("id").text().into(), version, currency, lines })
}

fn read_line(node: Node<'_>) -> Line {
    let optional = |name| node.get(name).string().map(ToOwned::to_owned);
    let text = |name| String::from(node.get(name).text());
    let count = |name| node.get(name).count();
    // One that a newer service knows is shown as bought once.
    let frequency = Frequency::parse(node.get("frequency").text());
    let interval = u16::try_from(count("interval").unwrap_or(1)).unwrap_or(1);
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
        period: frequency.and_then(|frequency| Period::new(frequency, interval)),
        available: node.get("available").kind() != Kind::False,
        stock: count("stock"),
    }
}
