//! A cart that a checkout or an order keeps: as it goes over the wire.

use crate::{StoreError, row::Row};
use basket_core::{
    cart::Cart,
    json::{self, Writer},
    wire,
};

/// The text that stands in the column `cart`.
pub(super) fn write(cart: &Cart) -> String {
    let mut writer = Writer::new();
    wire::write_cart(&mut writer, cart);
    writer.finish()
}

/// The cart in the column `cart` of a row.
pub(super) fn read(row: &Row) -> Result<Cart, StoreError> {
    row.parse("cart", |text| wire::read_cart(json::parse(text).ok()?.root()))
}
