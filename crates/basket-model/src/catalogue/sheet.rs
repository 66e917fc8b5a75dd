//! The catalogue as a table that any spreadsheet can read and write: one reader and one writer, for the
//! command line and the backend alike. It must never know where products are kept.
//!
//! Amounts are whole minor units, as everywhere in the API, and subscriptions stand in one cell:
//! `weekly 2200; monthly/3 6000`.

pub(crate) mod cell;

use super::{Mentioned, check};
use basket_core::product::{Frequency, Offer, Period, Product, ProductType};
use csv::{ByteRecord, ReaderBuilder, StringRecord, WriterBuilder};
use std::{
    collections::BTreeSet,
    fmt,
    io::{self, BufRead, BufReader, Read},
};

/// The names of the columns; a file may have them in any order, and leave out what it does not need.
pub const COLUMNS: [&str; 10] = [
    "sku",
    "name",
    "image",
    "url",
    "type",
    "price",
    "subscriptions",
    "stock",
    "weight",
    "tax_class",
];

/// What a file holds.
#[derive(Debug)]
pub struct Sheet {
    /// The products of the rows that are fine.
    pub products: Vec<Product>,
    /// What of them the file has a column for.
    pub mentioned: Mentioned,
    /// The other rows.
    pub bad: Vec<BadRow>,
}

/// A row that is no product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadRow {
    /// In which line of the file it begins.
    pub line: u64,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for BadRow {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.reason)
    }
}

/// Why a file cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum BadSheet {
    /// Reading it failed.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// Its first row does not name the columns.
    #[error("{0}")]
    Header(String),
}

/// Reads a file. Rows are looked at one by one, so that all that is wrong is said at once.
pub fn read(input: impl Read) -> Result<Sheet, BadSheet> {
    // Where a comma is the decimal sign, spreadsheets put something else between the cells.
    let mut input = BufReader::with_capacity(64 * 1024, input);
    let delimiter = delimiter(input.fill_buf()?);
    let mut reader = ReaderBuilder::new().flexible(true).delimiter(delimiter).from_reader(input);
    let failed = |error: csv::Error| match error.into_kind() {
        csv::ErrorKind::Io(error) => BadSheet::Unreadable(error),
        _ => BadSheet::Header("The file is not valid CSV.".to_owned()),
    };
    let header = text(reader.byte_headers().map_err(failed)?)
        .ok_or_else(|| BadSheet::Header("The first row is not UTF-8 text.".to_owned()))?;
    let columns = Columns::find(&header).map_err(BadSheet::Header)?;
    let mentioned = columns.mentioned();
    let mut sheet = Sheet { products: Vec::new(), mentioned, bad: Vec::new() };
    let mut skus = BTreeSet::new();
    let mut record = ByteRecord::new();
    while reader.read_byte_record(&mut record).map_err(failed)? {
        let line = record.position().map_or(0, csv::Position::line);
        let product = columns.read(&record).and_then(|product| {
            if skus.insert(product.sku.clone()) {
                Ok(product)
            } else {
                Err("sku also appears in an earlier row".to_owned())
            }
        });
        match product {
            Ok(product) => sheet.products.push(product),
            Err(reason) => sheet.bad.push(BadRow { line, reason }),
        }
    }
    Ok(sheet)
}

/// What stands between the cells, going by the first line.
pub(crate) fn delimiter(start: &[u8]) -> u8 {
    let line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_there = |wanted: &&u8| line.contains(*wanted);
    [b',', b';', b'\t'].iter().find(is_there).copied().unwrap_or(b',')
}

pub(crate) fn text(record: &ByteRecord) -> Option<StringRecord> {
    StringRecord::from_byte_record(record.clone()).ok()
}

/// Where each column stands in a file.
struct Columns([Option<usize>; COLUMNS.len()]);

impl Columns {
    fn find(header: &StringRecord) -> Result<Self, String> {
        let mut columns = [None; COLUMNS.len()];
        for (at, name) in header.iter().enumerate() {
            let name = name.trim_start_matches('\u{feff}').trim().to_ascii_lowercase();
            let known = COLUMNS.iter().position(|column| *column == name);
            let known = known.ok_or_else(|| {
                format!("Unknown column {name:?}. The columns are: {}.", COLUMNS.join(", "))
            })?;
            if columns[known].replace(at).is_some() {
                return Err(format!("The column {name:?} appears twice."));
            }
        }
        match COLUMNS.iter().zip(columns).take(2).find(|(_, column)| column.is_none()) {
            Some((name, _)) => Err(format!("The column {name:?} is missing.")),
            None => Ok(Self(columns)),
        }
    }

    /// An empty cell empties; a column that is not there changes nothing.
    fn mentioned(&self) -> Mentioned {
        let [_, name, image, url, product_type, price, subscriptions, stock, weight, tax_class] =
            self.0.map(|column| column.is_some());
        Mentioned { name, image, url, product_type, price, subscriptions, stock, weight, tax_class }
    }

    fn read(&self, record: &ByteRecord) -> Result<Product, String> {
        let record = text(record).ok_or("the row is not UTF-8 text")?;
        let cell = |column: usize| {
            let text = self.0[column].and_then(|at| record.get(at)).unwrap_or("");
            let text = cell::open(text);
            (!text.is_empty()).then(|| text.to_owned())
        };
        let kind = cell(4).unwrap_or_else(|| ProductType::default().name().to_owned());
        let price = cell(5).map(|text| text.parse().map_err(|_| "price must be a whole number"));
        let offers = cell(6).unwrap_or_default();
        let offers = offers.split(';').filter(|text| !text.trim().is_empty()).map(offer);
        let stock = cell(7).map(|text| text.parse().map_err(|_| "stock must be a whole number"));
        let weight = cell(8).map(|text| text.parse().map_err(|_| "weight must be a whole number"));
        let product = Product {
            sku: cell(0).unwrap_or_default(),
            name: cell(1).unwrap_or_default(),
            image: cell(2),
            url: cell(3),
            product_type: ProductType::parse(&kind)
                .ok_or("type must be normal, consumable or digital")?,
            price: price.transpose()?,
            subscriptions: offers.collect::<Result<_, _>>()?,
            stock: stock.transpose()?,
            weight: weight.transpose()?,
            tax_class: cell(9),
        };
        let Mentioned { price, subscriptions, .. } = self.mentioned();
        match check(&product) {
            // A list of stocks says nothing of prices.
            Err(_) if !price && !subscriptions && check(&free(&product)).is_ok() => Ok(product),
            checked => checked.map(|()| product).map_err(|bad| bad.to_string()),
        }
    }
}

/// The product with a price, if it has none.
fn free(product: &Product) -> Product {
    Product { price: product.price.or(Some(0)), ..product.clone() }
}

fn offer(text: &str) -> Result<Offer, String> {
    let read = || {
        let (period, price) = text.trim().split_once(' ')?;
        let (frequency, interval) = period.split_once('/').unwrap_or((period, "1"));
        let frequency = Frequency::parse(frequency)?;
        let period = Period::new(frequency, interval.parse().ok()?)?;
        Some(Offer { period, price: price.trim().parse().ok()? })
    };
    let wrong = || format!("subscriptions has {:?}; write it like `monthly/3 6000`", text.trim());
    read().ok_or_else(wrong)
}

/// The first row of a file.
pub fn header() -> String {
    rows([COLUMNS.map(str::to_owned)])
}

/// A row for each of the products.
pub fn write(products: &[Product]) -> String {
    rows(products.iter().map(row))
}

/// Rows of any table. What a spreadsheet would take for a formula is written so that it does not.
pub fn rows<const CELLS: usize>(rows: impl IntoIterator<Item = [String; CELLS]>) -> String {
    let mut writer = WriterBuilder::new().from_writer(Vec::new());
    for row in rows {
        // Memory does not fail, and each row has as many cells as the others.
        let _ = writer.write_record(row.map(cell::close));
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn row(product: &Product) -> [String; COLUMNS.len()] {
    let Product {
        sku,
        name,
        image,
        url,
        product_type,
        price,
        subscriptions,
        stock,
        weight,
        tax_class,
    } = product;
    let offers = subscriptions.iter().map(|Offer { period, price }| match period.interval() {
        1 => format!("{} {price}", period.frequency().name()),
        interval => format!("{}/{interval} {price}", period.frequency().name()),
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
        weight.map(|weight| weight.to_string()).unwrap_or_default(),
        tax_class.clone().unwrap_or_default(),
    ]
}

#[cfg(test)]
mod tests;
