//! What a product must be to stand in a catalogue, wherever it comes from. It must never know how it
//! was written down; files of it are read and written in `sheet`.

pub mod sheet;

use basket_core::{
    money::{MAX_PRICE, Minor},
    product::Product,
};

/// How long texts may be, in bytes.
const MAX_SKU: usize = 128;
const MAX_TEXT: usize = 2048;

/// Why a product cannot stand in a catalogue.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} {reason}")]
pub struct BadProduct {
    /// What is wrong with it.
    pub field: &'static str,
    /// Why, to be read behind the field's name.
    pub reason: &'static str,
}

/// Whether a product can stand in a catalogue.
pub fn check(product: &Product) -> Result<(), BadProduct> {
    let Product { sku, name, image, url, price, subscriptions, .. } = product;
    text("sku", sku, MAX_SKU)?;
    text("name", name, MAX_TEXT)?;
    address("image", image.as_deref())?;
    address("url", url.as_deref())?;
    price.map_or(Ok(()), |price| amount("price", price))?;
    for (at, offer) in subscriptions.iter().enumerate() {
        amount("subscriptions", offer.price)?;
        let is_twice = subscriptions[..at].iter().any(|other| other.period == offer.period);
        ensure(!is_twice, "subscriptions", "name the same frequency and interval twice")?;
    }
    let is_offered = price.is_some() || !subscriptions.is_empty();
    ensure(is_offered, "price", "is missing, and there are no subscriptions either")
}

fn text(field: &'static str, text: &str, most: usize) -> Result<(), BadProduct> {
    ensure(!text.trim().is_empty(), field, "is missing")?;
    ensure(text.len() <= most, field, "is too long")?;
    ensure(!text.chars().any(char::is_control), field, "has characters that nobody can see")
}

/// Addresses become links and pictures in other people's pages, so they may lead to the web alone.
fn address(field: &'static str, address: Option<&str>) -> Result<(), BadProduct> {
    let Some(address) = address else { return Ok(()) };
    text(field, address, MAX_TEXT)?;
    let is_web = ["https://", "http://", "/"].iter().any(|start| address.starts_with(start));
    ensure(is_web, field, "does not start with https://, http:// or /")
}

fn amount(field: &'static str, amount: Minor) -> Result<(), BadProduct> {
    ensure((0..=MAX_PRICE).contains(&amount), field, "is below 0 or too high")
}

fn ensure(holds: bool, field: &'static str, reason: &'static str) -> Result<(), BadProduct> {
    if holds { Ok(()) } else { Err(BadProduct { field, reason }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use basket_core::product::{Frequency, Offer, Period, ProductType};

    fn mug() -> Product {
        Product {
            sku: "MUG".to_owned(),
            name: "Mug".to_owned(),
            image: Some("/mug.svg".to_owned()),
            url: Some("https://shop.example/mug".to_owned()),
            product_type: ProductType::Normal,
            price: Some(1800),
            subscriptions: Vec::new(),
            stock: None,
        }
    }

    #[test]
    fn a_product_as_it_should_be_is_fine() {
        assert_eq!(check(&mug()), Ok(()));
    }

    #[test]
    fn what_cannot_be_is_named() {
        let period = Period::new(Frequency::Monthly, 1).unwrap();
        let twice = vec![Offer { period, price: 1 }; 2];
        for (field, product) in [
            ("sku", Product { sku: " ".to_owned(), ..mug() }),
            ("sku", Product { sku: "M\0G".to_owned(), ..mug() }),
            ("name", Product { name: "x".repeat(2049), ..mug() }),
            ("url", Product { url: Some("javascript:alert(1)".to_owned()), ..mug() }),
            ("image", Product { image: Some(String::new()), ..mug() }),
            ("price", Product { price: Some(-1), ..mug() }),
            ("price", Product { price: None, ..mug() }),
            ("subscriptions", Product { subscriptions: twice, ..mug() }),
        ] {
            assert_eq!(check(&product).unwrap_err().field, field);
        }
    }
}
