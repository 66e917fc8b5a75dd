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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::{Rows, Value};
    use basket_core::{cart::Line, money::Currency, product::ProductType};

    fn row(text: &str) -> Row {
        let (sql, columns) = ("SELECT cart FROM orders", vec!["cart".to_owned()]);
        Rows { sql, columns, values: vec![vec![Value::from(text)]] }.named().remove(0)
    }

    #[test]
    fn a_cart_is_read_as_it_was_written() {
        let line = Line {
            id: "1".to_owned(),
            sku: "MUG".to_owned(),
            name: "Mug \"large\"".to_owned(),
            image: None,
            url: Some("https://shop.example/mug".to_owned()),
            product_type: ProductType::Consumable,
            quantity: 2,
            unit_price: 1800,
            period: None,
            available: true,
            stock: Some(3),
            weight: Some(300),
            tax_class: Some("reduced".to_owned()),
        };
        let (id, currency) = ("cart".to_owned(), Currency::EUR);
        let cart = Cart {
            id,
            version: 3,
            currency,
            lines: vec![line],
            costs: basket_core::cart::Costs::default(),
        };
        assert_eq!(read(&row(&write(&cart))), Ok(cart));
    }

    #[test]
    fn a_corrupt_cart_is_an_error() {
        let error = read(&row("{}")).unwrap_err().to_string();
        assert!(error.contains("column cart of table orders"), "{error}");
    }
}
