//! What the demo shop sells. Examples, documentation and tests rely on this table.

use basket_core::{
    money::Minor,
    product::{
        Frequency::{self, Daily, Monthly, Weekly, Yearly},
        Offer, Period, Product,
        ProductType::{self, Consumable, Digital, Normal},
    },
};

/// One row: sku, name, type, one-off price, subscriptions, stock.
type Row = (
    &'static str,
    &'static str,
    ProductType,
    Option<Minor>,
    &'static [(Frequency, u16, Minor)],
    Option<u32>,
);

const ROWS: [Row; 7] = [
    ("MUG", "Stoneware mug", Normal, Some(1800), &[], None),
    (
        "COFFEE",
        "Coffee beans, 1 kg",
        Consumable,
        Some(2400),
        &[(Weekly, 1, 2200), (Monthly, 1, 2100), (Monthly, 3, 6000)],
        None,
    ),
    ("PAPER", "Morning paper", Normal, None, &[(Daily, 1, 250), (Yearly, 1, 60000)], None),
    ("STROLLER", "City stroller, rented", Normal, None, &[(Monthly, 1, 4900)], Some(5)),
    ("EBOOK", "The slow kitchen, e-book", Digital, Some(999), &[], None),
    ("CHAIR", "Oak chair", Normal, Some(14900), &[], Some(3)),
    ("LAMP", "Desk lamp", Normal, Some(8900), &[], Some(0)),
];

/// The demo shop's products.
pub(super) fn products() -> Vec<Product> {
    ROWS.into_iter().map(product).collect()
}

fn product((sku, name, product_type, price, subscriptions, stock): Row) -> Product {
    let lower = sku.to_ascii_lowercase();
    let offer = |&(frequency, interval, price): &(Frequency, u16, Minor)| {
        Some(Offer { period: Period::new(frequency, interval)?, price })
    };
    Product {
        sku: sku.to_owned(),
        name: name.to_owned(),
        image: Some(format!("/demo/pictures/{lower}.svg")),
        url: Some(format!("/#{lower}")),
        product_type,
        price,
        subscriptions: subscriptions.iter().filter_map(offer).collect(),
        stock,
        tax_class: None,
        weight: None,
    }
}
