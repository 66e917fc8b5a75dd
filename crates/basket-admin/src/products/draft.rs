//! A product as it is typed into a form, which may be none at all. It must never know markup.

use crate::form::Form;
use basket_core::{
    money::Currency,
    product::{Frequency, Offer, Period, Product, ProductType},
};
use basket_model::{catalogue, shop::Shop};
use basket_texts::money;

/// What stands in the fields.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) sku: String,
    pub(super) name: String,
    pub(super) image: String,
    pub(super) url: String,
    pub(super) kind: String,
    pub(super) price: String,
    pub(super) stock: String,
    pub(super) weight: String,
    pub(super) tax_class: String,
    pub(super) offers: Vec<OfferDraft>,
}

/// What stands in a row of a subscription.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct OfferDraft {
    pub(super) frequency: String,
    pub(super) interval: String,
    pub(super) price: String,
}

impl OfferDraft {
    pub(super) fn is_empty(&self) -> bool {
        self.frequency.is_empty() && self.price.is_empty()
    }
}

/// What is wrong, by the names of the fields.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Problems(Vec<(&'static str, String)>);

impl Problems {
    pub(super) fn new(field: &'static str, sentence: &str) -> Self {
        Self(vec![(field, sentence.to_owned())])
    }

    pub(super) fn find(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|(found, _)| *found == field).map(|(_, sentence)| &**sentence)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn add(&mut self, field: &'static str, sentence: impl Into<String>) {
        self.0.push((field, sentence.into()));
    }
}

impl Draft {
    /// A product as it is.
    pub(super) fn from_product(product: &Product, currency: Currency) -> Self {
        let offer = |Offer { period, price }: &Offer| OfferDraft {
            frequency: period.frequency().name().to_owned(),
            interval: period.interval().to_string(),
            price: money::typed(currency, *price),
        };
        Self {
            sku: product.sku.clone(),
            name: product.name.clone(),
            image: product.image.clone().unwrap_or_default(),
            url: product.url.clone().unwrap_or_default(),
            kind: product.product_type.name().to_owned(),
            price: product.price.map(|price| money::typed(currency, price)).unwrap_or_default(),
            stock: product.stock.map(|stock| stock.to_string()).unwrap_or_default(),
            weight: product.weight.map(|weight| weight.to_string()).unwrap_or_default(),
            tax_class: product.tax_class.clone().unwrap_or_default(),
            offers: product.subscriptions.iter().map(offer).collect(),
        }
    }

    /// What was sent.
    pub(super) fn sent(form: &Form) -> Self {
        let text = |name| form.text(name).to_owned();
        let rows = form.all("frequency").zip(form.all("interval")).zip(form.all("offer_price"));
        let row = |((frequency, interval), price): ((&str, &str), &str)| OfferDraft {
            frequency: frequency.trim().to_owned(),
            interval: interval.trim().to_owned(),
            price: price.trim().to_owned(),
        };
        Self {
            sku: text("sku"),
            name: text("name"),
            image: text("image"),
            url: text("url"),
            kind: text("type"),
            price: text("price"),
            stock: text("stock"),
            weight: text("weight"),
            tax_class: text("tax_class"),
            offers: rows.map(row).filter(|offer| !offer.is_empty()).collect(),
        }
    }

    /// The product that it means in a shop, which has to have its tax class. Without rules for tax, no class means anything
    /// yet, and what was imported stays.
    pub(super) fn read_for(&self, shop: &Shop) -> Result<Product, Problems> {
        let product = self.read(shop.currency)?;
        let tax = shop.rules.as_ref().and_then(|rules| rules.tax.as_ref());
        match (&product.tax_class, tax) {
            (Some(class), Some(tax)) if !tax.has_class(class) => Err(Problems::new(
                "tax_class",
                &format!(
                    "There is no tax class {class:?}. Choose another, or add it under Settings > Tax."
                ),
            )),
            _ => Ok(product),
        }
    }

    /// The product that it means, or all that is wrong with it.
    pub(super) fn read(&self, currency: Currency) -> Result<Product, Problems> {
        let mut problems = Problems::default();
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let price = some(&self.price).and_then(|text| {
            let price = money::parse(currency, &text);
            if price.is_none() {
                problems.add("price", amount_problem(currency));
            }
            price
        });
        let stock = some(&self.stock).and_then(|text| {
            let stock = text.parse().ok();
            if stock.is_none() {
                problems.add(
                    "stock",
                    "Enter the stock as a whole number, or leave it empty for unlimited stock.",
                );
            }
            stock
        });
        let weight = some(&self.weight).and_then(|text| {
            let weight = text.parse().ok();
            if weight.is_none() {
                problems.add("weight", "Enter the weight in grams, as a whole number.");
            }
            weight
        });
        let mut subscriptions = Vec::new();
        for draft in &self.offers {
            match draft.read(currency) {
                Ok(offer) => subscriptions.push(offer),
                Err(sentence) => problems.add("subscriptions", sentence),
            }
        }
        let product = Product {
            sku: self.sku.clone(),
            name: self.name.clone(),
            image: some(&self.image),
            url: some(&self.url),
            product_type: ProductType::parse(&self.kind).unwrap_or_default(),
            price,
            subscriptions,
            stock,
            weight,
            tax_class: some(&self.tax_class),
        };
        if let (true, Err(bad)) = (problems.is_empty(), catalogue::check(&product)) {
            problems.add(bad.field, sentence(bad.field, bad.reason));
        }
        if problems.is_empty() { Ok(product) } else { Err(problems) }
    }
}

impl OfferDraft {
    fn read(&self, currency: Currency) -> Result<Offer, String> {
        let frequency = Frequency::parse(&self.frequency)
            .ok_or("Choose a frequency for each subscription that has a price.")?;
        let interval = if self.interval.is_empty() { "1" } else { &self.interval };
        let period = interval.parse().ok().and_then(|interval| Period::new(frequency, interval));
        let period = period.ok_or("Enter the interval as a whole number, at least 1.")?;
        let price = money::parse(currency, &self.price);
        let price = price.ok_or_else(|| amount_problem(currency))?;
        Ok(Offer { period, price })
    }
}

fn amount_problem(currency: Currency) -> String {
    format!("Enter an amount, such as {}.", money::example(currency))
}

fn sentence(field: &str, reason: &str) -> String {
    let name = match field {
        "sku" => "The SKU",
        "name" => "The name",
        "image" => "The address of the picture",
        "url" => "The address of the page",
        "subscriptions" => "The subscriptions",
        "weight" => "The weight",
        "tax_class" => "The tax class",
        _ => "The price",
    };
    format!("{name} {reason}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> Draft {
        let offer = OfferDraft {
            frequency: "monthly".to_owned(),
            interval: "3".to_owned(),
            price: "60".to_owned(),
        };
        Draft {
            sku: "COFFEE".to_owned(),
            name: "Coffee".to_owned(),
            kind: "consumable".to_owned(),
            price: "24,5".to_owned(),
            stock: "7".to_owned(),
            offers: vec![offer],
            ..Draft::default()
        }
    }

    #[test]
    fn what_is_typed_becomes_a_product_and_back() {
        let product = draft().read(Currency::EUR).unwrap();
        assert_eq!((product.price, product.stock), (Some(2450), Some(7)));
        assert_eq!(product.subscriptions[0].price, 6000);
        assert_eq!(Draft::from_product(&product, Currency::EUR).read(Currency::EUR), Ok(product));
    }

    #[test]
    fn what_is_wrong_is_said_at_its_field() {
        let problem = |field: &str, draft: Draft| {
            draft.read(Currency::EUR).unwrap_err().find(field).unwrap_or("nothing").to_owned()
        };
        let wrong = Draft { price: "12.345".to_owned(), stock: "-1".to_owned(), ..draft() };
        assert_eq!(problem("price", wrong.clone()), "Enter an amount, such as 24.00.");
        assert!(problem("stock", wrong).starts_with("Enter the stock as a whole number"));
        let wrong = Draft { url: "javascript:x".to_owned(), ..draft() };
        assert_eq!(
            problem("url", wrong),
            "The address of the page must start with https://, http:// or /."
        );
        let offers = vec![OfferDraft { price: "5".to_owned(), ..OfferDraft::default() }];
        assert!(problem("subscriptions", Draft { offers, ..draft() }).contains("frequency"));
        let wrong = Draft { price: String::new(), offers: Vec::new(), ..draft() };
        assert!(problem("price", wrong).starts_with("The price is missing"));
    }
}
