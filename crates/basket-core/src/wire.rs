//! What goes over the wire between basket and service, written and read in one place so that the
//! two cannot disagree. It must never send anything.

mod cart;
mod product;
mod request;

pub use cart::{read_cart, write_cart};
pub use product::{write_product, write_products};
pub use request::{
    BadBody, NewLine, read_new_cart, read_new_line, read_quantity, write_new_line, write_quantity,
};

use crate::{
    json::{Node, Writer},
    product::{Frequency, Period},
};

fn write_period(writer: &mut Writer, period: Option<Period>) {
    writer.name("frequency").string_or_null(period.map(|period| period.frequency().name()));
    writer.name("interval").number_or_null(period.map(Period::interval));
}

/// An object's `frequency` and `interval` are none that exist.
struct BadPeriod;

/// The period in an object with `frequency` and `interval`; `None` is a one-off purchase. An absent
/// interval is 1.
fn read_period(node: Node<'_>) -> Result<Option<Period>, BadPeriod> {
    let (frequency, interval) = (node.get("frequency"), node.get("interval"));
    if frequency.is_null() {
        return if interval.is_null() { Ok(None) } else { Err(BadPeriod) };
    }
    let frequency = Frequency::parse(frequency.text()).ok_or(BadPeriod)?;
    let interval = if interval.is_null() { Some(1) } else { interval.count() };
    let interval = interval.and_then(|count| u16::try_from(count).ok());
    interval.and_then(|interval| Period::new(frequency, interval)).map(Some).ok_or(BadPeriod)
}

#[cfg(test)]
mod tests;
