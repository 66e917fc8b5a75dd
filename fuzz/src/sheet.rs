//! Any file of products.

use crate::site::must;
use basket_core::product::{Frequency, Offer, Period, Product, ProductType};
use basket_model::catalogue::{self, is_offered, sheet};
use std::collections::BTreeSet;

/// Any file is read, every row is a product or says why not, and what is exported is read as it was. Nothing that is
/// exported begins like a formula.
pub fn sheet(bytes: &[u8]) {
    match sheet::read(bytes) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(read) => {
            let skus: BTreeSet<&str> = read.products.iter().map(|product| &*product.sku).collect();
            assert_eq!(skus.len(), read.products.len(), "no sku stands there twice");
            for bad in &read.bad {
                assert!(bad.line > 0 && !bad.reason.is_empty(), "{bad:?}");
            }
            // A list of stocks has no prices; its products are no whole ones.
            let whole: Vec<_> = read.products.into_iter().filter(is_offered).collect();
            round_trip(&whole);
        }
    }
    let product = product(&String::from_utf8_lossy(bytes));
    if catalogue::check(&product).is_ok() {
        round_trip(&[product]);
    }
}

/// A product whose texts are the lines of this text, as the API would take it.
fn product(text: &str) -> Product {
    let mut lines = text.split('\n');
    let mut next = || lines.next().unwrap_or_default();
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let (sku, name) = (next().to_owned(), next().to_owned());
    let (image, url) = (some(next()), some(next()));
    let (price, stock) = (next().parse().ok(), next().parse().ok());
    let offer = |line: &str| {
        let frequency = Frequency::ALL[line.len() % Frequency::ALL.len()];
        let period = Period::new(frequency, line.parse().ok()?)?;
        Some(Offer { period, price: line.parse().ok()? })
    };
    let product_type = ProductType::ALL[text.len() % ProductType::ALL.len()];
    let subscriptions = lines.filter_map(offer).collect();
    Product {
        sku,
        name,
        image,
        url,
        product_type,
        price,
        subscriptions,
        stock,
        tax_class: None,
        weight: None,
    }
}

fn round_trip(products: &[Product]) {
    let file = sheet::header() + &sheet::write(products);
    let read = must(sheet::read(file.as_bytes()));
    assert_eq!((&*read.products, read.bad), (products, Vec::new()), "{file}");
    for record in csv::Reader::from_reader(file.as_bytes()).records() {
        for cell in &must(record) {
            assert!(!cell.trim_start().starts_with(['=', '+', '-', '@']), "{cell:?}");
        }
    }
}
