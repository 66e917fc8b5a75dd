//! What a shop sells: products and the periods at which they are offered. It must never know how a
//! catalogue is stored, nor what stands in a cart.

use crate::money::Minor;
use alloc::{string::String, vec::Vec};
use core::num::NonZeroU32;

/// How often a subscription repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Frequency {
    /// Every so many days.
    Daily,
    /// Every so many weeks.
    Weekly,
    /// Every so many months.
    Monthly,
    /// Every so many years.
    Yearly,
}

impl Frequency {
    /// All of them, shortest first.
    pub const ALL: [Self; 4] = [Self::Daily, Self::Weekly, Self::Monthly, Self::Yearly];

    /// The name used in markup, on the wire and in locale objects.
    pub fn name(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::Weekly => "weekly",
            Self::Monthly => "monthly",
            Self::Yearly => "yearly",
        }
    }

    /// The frequency of that name.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "daily" => Some(Self::Daily),
            "weekly" => Some(Self::Weekly),
            "monthly" => Some(Self::Monthly),
            "yearly" => Some(Self::Yearly),
            _ => None,
        }
    }
}

/// The rhythm of a subscription: every so many days, weeks, months or years. The shortest comes first. It is one number,
/// the unit above and how many of it below, so that two are compared at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Period(NonZeroU32);

impl Period {
    /// So many of a unit; none is no period.
    pub const fn new(frequency: Frequency, interval: u16) -> Option<Self> {
        let unit = if interval == 0 { 0 } else { (frequency as u32) << 16 };
        match NonZeroU32::new(unit | interval as u32) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// The unit.
    pub fn frequency(self) -> Frequency {
        Frequency::ALL[(self.0.get() >> 16) as usize % Frequency::ALL.len()]
    }

    /// How many of the unit, from 1.
    #[expect(clippy::cast_possible_truncation, reason = "that leaves what is below")]
    pub fn interval(self) -> u16 {
        self.0.get() as u16
    }
}

/// What kind of thing a product is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProductType {
    /// A thing that is kept.
    #[default]
    Normal,
    /// A thing that is used up, shown with a chip.
    Consumable,
    /// A thing that is not shipped.
    Digital,
}

impl ProductType {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Normal, Self::Consumable, Self::Digital];

    /// The name used on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Consumable => "consumable",
            Self::Digital => "digital",
        }
    }

    /// The type of that name.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "normal" => Some(Self::Normal),
            "consumable" => Some(Self::Consumable),
            "digital" => Some(Self::Digital),
            _ => None,
        }
    }
}

/// A subscription at which a product is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// How often.
    pub period: Period,
    /// The price of one item for one period.
    pub price: Minor,
}

/// A product of a shop's catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product {
    /// The shop's own name for it, unique in the shop.
    pub sku: String,
    /// What the shopper reads.
    pub name: String,
    /// Address of a picture.
    pub image: Option<String>,
    /// Address of the product's page.
    pub url: Option<String>,
    /// Normal, consumable or digital.
    pub product_type: ProductType,
    /// The one-off price; `None` when it can only be subscribed to.
    pub price: Option<Minor>,
    /// The subscriptions.
    pub subscriptions: Vec<Offer>,
    /// How many are in stock; `None` is unlimited.
    pub stock: Option<u32>,
    /// The weight of one item in grams.
    pub weight: Option<u32>,
    /// The class by which it is taxed; `None` is the standard class.
    pub tax_class: Option<String>,
}

impl Product {
    /// The price of one item, one-off (`None`) or for a period; `None` when it is not offered so.
    pub fn price_for(&self, period: Option<Period>) -> Option<Minor> {
        match period {
            None => self.price,
            Some(period) => {
                let offer = self.subscriptions.iter().find(|offer| offer.period == period);
                offer.map(|offer| offer.price)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_its_unit_and_how_many_of_it() {
        for frequency in Frequency::ALL {
            for interval in [1, 12, u16::MAX] {
                let period = Period::new(frequency, interval).unwrap();
                assert_eq!((period.frequency(), period.interval()), (frequency, interval));
            }
            assert_eq!(Period::new(frequency, 0), None);
        }
    }

    #[test]
    fn the_shortest_period_comes_first_and_before_it_none() {
        let weeks = Period::new(Frequency::Weekly, u16::MAX);
        let months = Period::new(Frequency::Monthly, 1);
        assert!(None < weeks && weeks < months && months < Period::new(Frequency::Monthly, 2));
    }

    #[test]
    fn names_are_read_back() {
        for frequency in Frequency::ALL {
            assert_eq!(Frequency::parse(frequency.name()), Some(frequency));
        }
        for product_type in ProductType::ALL {
            assert_eq!(ProductType::parse(product_type.name()), Some(product_type));
        }
        assert_eq!(Frequency::parse(""), None);
        assert_eq!(ProductType::parse("Normal"), None);
    }
}
