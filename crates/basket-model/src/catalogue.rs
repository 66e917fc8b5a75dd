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
pub(crate) const MAX_TAX_CLASS: usize = 40;

/// How heavy one item may be, in grams. A full cart of such items still fits an `i64`.
pub const MAX_WEIGHT: u32 = 100_000_000;

/// How many subscriptions a product may have.
const MAX_OFFERS: usize = 50;

/// Which members of products a file or a request has. Members that it does not have stay as they are: a price list does
/// not make stock unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the member of a product of that name")]
#[expect(clippy::struct_excessive_bools, reason = "each says the same of another member")]
pub struct Mentioned {
    pub name: bool,
    pub image: bool,
    pub url: bool,
    pub product_type: bool,
    pub price: bool,
    pub subscriptions: bool,
    pub stock: bool,
    pub weight: bool,
    pub tax_class: bool,
}

impl Mentioned {
    /// All that a product has.
    pub const ALL: Self = Self {
        name: true,
        image: true,
        url: true,
        product_type: true,
        price: true,
        subscriptions: true,
        stock: true,
        weight: true,
        tax_class: true,
    };

    /// The product as it is from now on, where there was one before.
    pub fn merge(self, wanted: Product, before: &Product) -> Product {
        let mut product = wanted;
        let mut keep = |is_mentioned: bool, keep: fn(&mut Product, &Product)| {
            if !is_mentioned {
                keep(&mut product, before);
            }
        };
        keep(self.name, |product, before| product.name.clone_from(&before.name));
        keep(self.image, |product, before| product.image.clone_from(&before.image));
        keep(self.url, |product, before| product.url.clone_from(&before.url));
        keep(self.product_type, |product, before| product.product_type = before.product_type);
        keep(self.price, |product, before| product.price = before.price);
        keep(self.subscriptions, |product, before| {
            product.subscriptions.clone_from(&before.subscriptions);
        });
        keep(self.stock, |product, before| product.stock = before.stock);
        keep(self.weight, |product, before| product.weight = before.weight);
        keep(self.tax_class, |product, before| product.tax_class.clone_from(&before.tax_class));
        product
    }
}

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
    let Product { sku, name, image, url, price, subscriptions, weight, tax_class, .. } = product;
    text("sku", sku, MAX_SKU)?;
    text("name", name, MAX_TEXT)?;
    address("image", image.as_deref())?;
    address("url", url.as_deref())?;
    price.map_or(Ok(()), |price| amount("price", price))?;
    ensure(weight.is_none_or(|weight| weight <= MAX_WEIGHT), "weight", "is too high")?;
    tax_class.as_deref().map_or(Ok(()), |class| text("tax_class", class, MAX_TAX_CLASS))?;
    // Before they are compared with each other.
    ensure(subscriptions.len() <= MAX_OFFERS, "subscriptions", "are more than 50")?;
    for (at, offer) in subscriptions.iter().enumerate() {
        amount("subscriptions", offer.price)?;
        let is_twice = subscriptions[..at].iter().any(|other| other.period == offer.period);
        ensure(!is_twice, "subscriptions", "contain the same frequency and interval twice")?;
    }
    ensure(is_offered(product), "price", "is missing; set a price or a subscription")
}

/// Whether it can be bought at all.
pub fn is_offered(product: &Product) -> bool {
    product.price.is_some() || !product.subscriptions.is_empty()
}

fn text(field: &'static str, text: &str, most: usize) -> Result<(), BadProduct> {
    ensure(!text.trim().is_empty(), field, "is missing")?;
    ensure(text.len() <= most, field, "is too long")?;
    ensure(!text.chars().any(char::is_control), field, "contains control characters")
}

/// Addresses become links and pictures in other people's pages, so they may lead to the web alone.
fn address(field: &'static str, address: Option<&str>) -> Result<(), BadProduct> {
    let Some(address) = address else { return Ok(()) };
    text(field, address, MAX_TEXT)?;
    let is_web = ["https://", "http://", "/"].iter().any(|start| address.starts_with(start));
    ensure(is_web, field, "must start with https://, http:// or /")
}

fn amount(field: &'static str, amount: Minor) -> Result<(), BadProduct> {
    ensure((0..=MAX_PRICE).contains(&amount), field, "is negative or too high")
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
            weight: None,
            tax_class: None,
        }
    }

    #[test]
    fn a_product_as_it_should_be_is_fine() {
        assert_eq!(check(&mug()), Ok(()));
    }

    #[test]
    fn what_nobody_spoke_of_stays_as_it_is() {
        let period = Period::new(Frequency::Monthly, 1).unwrap();
        let offers = vec![Offer { period, price: 1 }];
        let before = Product { stock: Some(3), subscriptions: offers, ..mug() };
        let wanted =
            Product { name: "Cup".to_owned(), image: None, url: None, price: None, ..mug() };
        let none = Mentioned {
            name: false,
            image: false,
            url: false,
            product_type: false,
            price: false,
            subscriptions: false,
            stock: false,
            weight: false,
            tax_class: false,
        };
        assert_eq!(none.merge(wanted.clone(), &before), before);
        assert_eq!(Mentioned::ALL.merge(wanted.clone(), &before), wanted);
        let image = Mentioned { image: true, ..none };
        assert_eq!(image.merge(wanted, &before), Product { image: None, ..before });
    }

    #[test]
    fn what_cannot_be_is_named() {
        let period = Period::new(Frequency::Monthly, 1).unwrap();
        let twice = vec![Offer { period, price: 1 }; 2];
        let many = (1..=51).map(|interval| Period::new(Frequency::Daily, interval).unwrap());
        let many = many.map(|period| Offer { period, price: 1 }).collect();
        for (field, product) in [
            ("sku", Product { sku: " ".to_owned(), ..mug() }),
            ("sku", Product { sku: "M\0G".to_owned(), ..mug() }),
            ("name", Product { name: "x".repeat(2049), ..mug() }),
            ("url", Product { url: Some("javascript:alert(1)".to_owned()), ..mug() }),
            ("image", Product { image: Some(String::new()), ..mug() }),
            ("price", Product { price: Some(-1), ..mug() }),
            ("price", Product { price: None, ..mug() }),
            ("weight", Product { weight: Some(100_000_001), ..mug() }),
            ("tax_class", Product { tax_class: Some("x".repeat(41)), ..mug() }),
            ("tax_class", Product { tax_class: Some(String::new()), ..mug() }),
            ("subscriptions", Product { subscriptions: twice, ..mug() }),
            ("subscriptions", Product { subscriptions: many, ..mug() }),
        ] {
            assert_eq!(check(&product).unwrap_err().field, field);
        }
    }
}
