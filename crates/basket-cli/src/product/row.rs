//! A product as a row of a table. Amounts are whole minor units, as everywhere in the API, and
//! subscriptions stand in one cell: `weekly 2200; monthly/3 6000`.

use anyhow::{Context, Result, ensure};
use basket_core::product::{Frequency, Offer, Period, Product, ProductType};
use csv::StringRecord;

/// The names of the columns; a file may have them in any order, and leave out what it does not need.
pub(super) const COLUMNS: [&str; 8] =
    ["sku", "name", "image", "url", "type", "price", "subscriptions", "stock"];

/// Where each column stands in a file.
pub(super) struct Columns([Option<usize>; COLUMNS.len()]);

impl Columns {
    pub(super) fn find(header: &StringRecord) -> Result<Self> {
        let mut columns = [None; COLUMNS.len()];
        for (at, name) in header.iter().enumerate() {
            let name = name.trim().trim_start_matches('\u{feff}').to_ascii_lowercase();
            let known = COLUMNS.iter().position(|column| *column == name);
            let known = known.with_context(|| {
                format!("There is no column {name:?}; these are: {}.", COLUMNS.join(", "))
            })?;
            ensure!(columns[known].is_none(), "The column {name:?} stands there twice.");
            columns[known] = Some(at);
        }
        for (name, column) in COLUMNS.iter().zip(columns).take(2) {
            ensure!(column.is_some(), "The column {name:?} is missing.");
        }
        Ok(Self(columns))
    }

    pub(super) fn read(&self, record: &StringRecord) -> Result<Product> {
        let cell = |column: usize| {
            let text = self.0[column].and_then(|at| record.get(at)).unwrap_or("").trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        let kind = cell(4).unwrap_or_else(|| ProductType::default().name().to_owned());
        let price = cell(5).map(|text| text.parse().context("price is not a whole number"));
        let offers = cell(6).unwrap_or_default();
        let offers = offers.split(';').filter(|text| !text.trim().is_empty()).map(offer);
        let stock = cell(7).map(|text| text.parse().context("stock is not a whole number"));
        Ok(Product {
            sku: cell(0).unwrap_or_default(),
            name: cell(1).unwrap_or_default(),
            image: cell(2),
            url: cell(3),
            product_type: ProductType::parse(&kind)
                .context("type is neither normal, consumable nor digital")?,
            price: price.transpose()?,
            subscriptions: offers.collect::<Result<_>>()?,
            stock: stock.transpose()?,
        })
    }
}

pub(super) fn write(product: &Product) -> [String; COLUMNS.len()] {
    let Product { sku, name, image, url, product_type, price, subscriptions, stock } = product;
    let offers = subscriptions.iter().map(|Offer { period, price }| match period.interval {
        1 => format!("{} {price}", period.frequency.name()),
        interval => format!("{}/{interval} {price}", period.frequency.name()),
    });
    [
        sku.clone(),
        name.clone(),
        image.clone().unwrap_or_default(),
        url.clone().unwrap_or_default(),
        product_type.name().to_owned(),
        price.map(|price| price.to_string()).unwrap_or_default(),
        offers.collect::<Vec<_>>().join("; "),
        stock.map(|stock| stock.to_string()).unwrap_or_default(),
    ]
}

fn offer(text: &str) -> Result<Offer> {
    let wrong =
        || format!("subscriptions has {:?}, which is not like `monthly/3 6000`", text.trim());
    let (period, price) = text.trim().split_once(' ').with_context(wrong)?;
    let (frequency, interval) = period.split_once('/').unwrap_or((period, "1"));
    Ok(Offer {
        period: Period {
            frequency: Frequency::parse(frequency).with_context(wrong)?,
            interval: interval.parse().ok().with_context(wrong)?,
        },
        price: price.trim().parse().ok().with_context(wrong)?,
    })
}
