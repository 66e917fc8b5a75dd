//! The cart: its lines, its sums, and the rules by which it may change. Only the service applies the
//! rules. The widget shares the types and the sums; it shows a change at once by a simpler estimate
//! in [`crate::app`], which ignores that lines of one product share a stock, and then takes over the
//! cart that the service answers. This module must never know where a cart is kept or how it is shown.

mod costs;
mod rules;

pub use costs::{
    Adjustment, AdjustmentKind, CodeProblem, Costs, Delivery, Due, EnteredCode, Minimum, TaxBasis,
};
pub use rules::{MAX_LINES, MAX_QUANTITY, Refusal, add, set_quantity};

use crate::{
    money::{Currency, Minor},
    product::{Period, ProductType},
};
use alloc::{string::String, vec::Vec};

/// A cart, the same everywhere: in API answers, in the script interface, in events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cart<C = Costs> {
    /// The unguessable id; who has it may change the cart.
    pub id: String,
    /// Grows by one with every change.
    pub version: i64,
    /// The shop's currency.
    pub currency: Currency,
    /// What is in it, in the order it was added.
    pub lines: Vec<Line>,
    /// What it costs beside its lines; for who only shows a total, what is [`Due`].
    pub costs: C,
}

/// One line of a cart: a product, how it is bought, and how many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The line's id, stable while the line exists.
    pub id: String,
    /// The product.
    pub sku: String,
    /// The product's name.
    pub name: String,
    /// Address of the product's picture.
    pub image: Option<String>,
    /// Address of the product's page.
    pub url: Option<String>,
    /// Normal, consumable or digital.
    pub product_type: ProductType,
    /// How many, from 1.
    pub quantity: u32,
    /// The price of one.
    pub unit_price: Minor,
    /// How often, or `None` for a one-off purchase.
    pub period: Option<Period>,
    /// Whether the product can still be had in this quantity.
    pub available: bool,
    /// How many of the product are left; `None` is unlimited.
    pub stock: Option<u32>,
    /// The weight of one, in grams.
    pub weight: Option<u32>,
    /// The class by which it is taxed; `None` is the standard class.
    pub tax_class: Option<String>,
}

impl Line {
    /// The price of the whole line. It fits: the price of one is at most [`crate::money::MAX_PRICE`].
    pub fn price(&self) -> Minor {
        self.unit_price.wrapping_mul(self.quantity.into())
    }
}

/// How many items, and what they cost together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sum {
    /// Items, not lines.
    pub count: u32,
    /// Their price.
    pub amount: Minor,
}

impl Sum {
    fn add(&mut self, line: &Line) {
        self.count = self.count.saturating_add(line.quantity);
        self.amount = self.amount.saturating_add(line.price());
    }
}

/// What a cart costs. Unlike periods are never added into one number, except in the total, which is what is due at
/// checkout: purchases, the first period of each subscription, and the adjustments that count now.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sums {
    /// One-off purchases.
    pub purchases: Sum,
    /// Subscriptions, one sum for each period, shortest first.
    pub subscriptions: Vec<(Period, Sum)>,
    /// What is due at checkout.
    pub total: Minor,
}

impl Cart {
    /// An empty cart.
    pub fn new(id: String, currency: Currency) -> Self {
        Self { id, version: 1, currency, lines: Vec::new(), costs: Costs::default() }
    }

    /// What the cart costs.
    pub fn sums(&self) -> Sums {
        let mut sums =
            Sums { purchases: self.sum(None), subscriptions: Vec::new(), total: self.total() };
        let mut period = None;
        while let Some(next) = self.next_period(period) {
            period = Some(next);
            sums.subscriptions.push((next, self.sum(period)));
        }
        sums
    }
}

impl<C> Cart<C> {
    /// The number of items: the sum of all quantities.
    pub fn items(&self) -> u32 {
        self.lines.iter().fold(0, |items: u32, line| items.saturating_add(line.quantity))
    }

    /// The line of that id.
    pub fn line(&self, id: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.id == id)
    }

    /// What is bought at this period, or once.
    pub fn sum(&self, period: Option<Period>) -> Sum {
        let mut sum = Sum::default();
        for line in &self.lines {
            if line.period == period {
                sum.add(line);
            }
        }
        sum
    }

    /// The shortest period that is longer than this one; after none, the shortest of all.
    pub fn next_period(&self, after: Option<Period>) -> Option<Period> {
        let mut next = None;
        for line in &self.lines {
            if line.period > after && (next.is_none() || line.period < next) {
                next = line.period;
            }
        }
        next
    }
}

#[cfg(test)]
pub(crate) mod tests;
