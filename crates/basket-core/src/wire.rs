//! The bodies between widget and service: requests as the widget writes them, answers as the service writes them and the
//! widget reads them. The service reads requests into types of its own; its tests read what is written here. It must
//! never send anything.

mod cart;
mod product;
mod request;

pub use cart::{read_cart, write_cart};
pub use product::{write_product, write_products};
pub use request::{NewLine, write_new_line, write_quantity};

use crate::{json::Writer, product::Period};

fn write_period(writer: &mut Writer, period: Option<Period>) {
    writer.name("frequency").string_or_null(period.map(|period| period.frequency().name()));
    writer.name("interval").number_or_null(period.map(Period::interval));
}

#[cfg(test)]
mod tests;
