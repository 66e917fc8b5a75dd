//! The bodies between widget and service: requests as the widget writes them, answers as the service writes them and the
//! widget reads them. The service reads requests into types of its own; its tests read what is written here. It must
//! never send anything.

mod cart;
mod costs;
mod product;
mod request;

pub use cart::{read_cart, read_shown_cart, write_cart};
pub use product::{write_product, write_products};
pub use request::{NewLine, write_code, write_new_line, write_quantity};

use crate::{
    json::{Node, Writer},
    product::{Frequency, Period},
};

fn write_period(writer: &mut Writer, period: Option<Period>) {
    writer.name("frequency").string_or_null(period.map(|period| period.frequency().name()));
    writer.name("interval").number_or_null(period.map(Period::interval));
}

/// The period of a line or an adjustment; none if it is one that only a newer service knows.
fn read_period(node: Node<'_>) -> Option<Period> {
    let frequency = Frequency::parse(node.get("frequency").text())?;
    let interval = u16::try_from(node.get("interval").count().unwrap_or(1)).unwrap_or(1);
    Period::new(frequency, interval)
}

#[cfg(test)]
mod tests;
