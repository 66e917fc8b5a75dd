//! What a shop sells: products and the periods at which they can be had. It must never know how a
//! catalogue is stored, nor what stands in a cart.

use crate::money::Minor;
use alloc::{string::String, vec::Vec};

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
        Self::ALL.into_iter().find(|frequency| frequency.name() == name)
    }
}

/// The rhythm of a subscription: every `interval` days, weeks, months or years.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Period {
    /// The unit.
    pub frequency: Frequency,
    /// How many of the unit, from 1.
    pub interval: u16,
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
        Self::ALL.into_iter().find(|product_type| product_type.name() == name)
    }
}

/// A subscription at which a product can be had.
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
    /// How many can be had; `None` is unlimited.
    pub stock: Option<u32>,
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
