//! The rules of a shop, as values.

use crate::address;
use basket_core::money::Minor;
use jiff::civil::Date;

/// What a shop says about costs. Without any rule, an order costs what its lines do.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rules {
    /// The shop's own country, by its ISO 3166 code. Baskets estimate for it where the page names none, and what is picked
    /// up is taxed there.
    pub country: Option<String>,
    /// The smallest order, by the price of its lines.
    pub minimum: Option<Minor>,
    /// Where the shop delivers to. Without any zone, delivery costs nothing beside the prices.
    pub zones: Vec<Zone>,
    /// How orders are taxed; `None` says nothing about tax.
    pub tax: Option<Tax>,
}

impl Rules {
    /// Whether they say nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self { country: self.country.clone(), ..Self::default() }
    }

    /// The zone of a country: the one that names it, or the one for the rest of the world.
    pub fn zone(&self, country: &str) -> Option<&Zone> {
        let named = |zone: &&Zone| zone.countries.iter().any(|named| named == country);
        let rest = || self.zones.iter().find(|zone| zone.countries.is_empty());
        self.zones.iter().find(named).or_else(rest)
    }
}

/// Countries to which the same delivery methods lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    /// What the operator calls it.
    pub name: String,
    /// By their ISO 3166 codes; none is the rest of the world.
    pub countries: Vec<String>,
    /// In the order in which shoppers see them.
    pub methods: Vec<Method>,
}

/// A way to deliver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// By what an order names it. It is of one zone.
    pub id: String,
    /// What shoppers read.
    pub name: String,
    /// Its price, before any step.
    pub price: Minor,
    /// From which sum of delivered goods it is free.
    pub free_from: Option<Minor>,
    /// Other prices for larger or heavier orders.
    pub steps: Option<Steps>,
    /// Whether the shopper fetches the goods, in the shop's own country.
    pub is_pickup: bool,
}

/// Prices by sum or weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Steps {
    /// What is measured.
    pub by: Measure,
    /// From the smallest measure to the largest.
    pub steps: Vec<Step>,
}

/// What the steps of a price go by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// The price of the delivered goods, in minor units.
    Sum,
    /// Their weight, in grams.
    Weight,
}

impl Measure {
    /// Its name in data and forms.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Weight => "weight",
        }
    }

    /// The measure of that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Sum, Self::Weight].into_iter().find(|measure| measure.name() == name)
    }
}

/// A price that counts from a measure on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The smallest measure.
    pub from: i64,
    /// The price.
    pub price: Minor,
}

/// How orders are taxed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tax {
    /// Whether prices contain the tax already.
    pub is_included: bool,
    /// The shop's own classes, beside `reduced` and `zero`. A product without a class is in the standard class.
    pub classes: Vec<String>,
    /// The class of delivery; `None` is the standard class.
    pub shipping_class: Option<String>,
    /// Whether companies of other member states pay the tax themselves.
    pub has_reverse_charge: bool,
    /// Whether a VAT number counts only once VIES, the European Union's service, has confirmed it.
    pub asks_vies: bool,
    /// Rates by place, class and date.
    pub rates: Vec<Rate>,
}

impl Tax {
    /// The classes that every shop has, beside the standard class, which has no name.
    pub const CLASSES: [&str; 2] = ["reduced", "zero"];

    /// Whether a class of that name exists. `standard` is the standard class.
    pub fn has_class(&self, name: &str) -> bool {
        name == "standard"
            || Self::CLASSES.contains(&name)
            || self.classes.iter().any(|class| class == name)
    }
}

/// A class as rates and products have it: the standard class has no name, but may be called `standard`.
pub(super) fn named_class(class: Option<&str>) -> Option<&str> {
    class.filter(|class| *class != "standard")
}

/// A tax rate that counts somewhere for a class, from a day on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rate {
    /// The country by its ISO 3166 code.
    pub country: String,
    /// The region by the code or name that the country's address form uses; `None` is the whole country.
    pub region: Option<String>,
    /// The class; `None` is the standard class.
    pub class: Option<String>,
    /// In thousandths of a percent: 19000 is 19 %.
    pub rate: u32,
    /// What the tax is called there, such as `GST`; empty is the word for VAT in the shopper's language.
    pub name: String,
    /// The first day on which it counts.
    pub from: Date,
}

/// Whether there is a country of that ISO 3166 code, in capital letters.
pub fn is_country(code: &str) -> bool {
    code.bytes().all(|letter| letter.is_ascii_uppercase()) && address::form_for(code).is_some()
}
