//! What a cart costs beside its lines: discounts, shipping and tax. The service computes it; here is what it is and how it
//! is added up. This module must never know a rate, a zone or a code.

use super::{Cart, Sum};
use crate::{money::Minor, product::Period};
use alloc::{string::String, vec::Vec};

/// What an adjustment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdjustmentKind {
    /// Money off, by a code.
    Discount,
    /// The price of a delivery.
    Shipping,
    /// Tax, added to the prices or contained in them.
    Tax,
}

impl AdjustmentKind {
    /// The name used on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Discount => "discount",
            Self::Shipping => "shipping",
            Self::Tax => "tax",
        }
    }

    /// The kind of that name.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "discount" => Some(Self::Discount),
            "shipping" => Some(Self::Shipping),
            "tax" => Some(Self::Tax),
            _ => None,
        }
    }
}

/// An amount that a cart costs more or less than its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adjustment {
    /// Discount, shipping or tax.
    pub kind: AdjustmentKind,
    /// What the shop calls it: the method of delivery, the code, the name of the tax. May be empty for a tax.
    pub label: String,
    /// Negative for a discount.
    pub amount: Minor,
    /// Whether the prices contain it already. Only tax can be.
    pub included: bool,
    /// `None` counts once, now. A period counts with each renewal of that period, and not now.
    pub period: Option<Period>,
    /// The discount code that it comes from.
    pub code: Option<String>,
    /// For a tax, what is taxed.
    pub tax: Option<TaxBasis>,
    /// For shipping, how much is missing until it is free.
    pub missing: Option<Minor>,
}

/// What is taxed, and how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaxBasis {
    /// In thousandths of a percent: 19000 is 19 %. `None` is reverse charge: the recipient pays the tax.
    pub rate: Option<u32>,
    /// The amount without the tax.
    pub net: Minor,
}

/// Why the code of a cart gives no discount now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeProblem {
    /// The shop has no such code.
    Unknown,
    /// Its time has not come yet, or is over.
    Expired,
    /// It was used as often as it may be.
    UsedUp,
    /// The cart is worth too little for it.
    Minimum {
        /// How much is missing.
        missing: Minor,
    },
    /// Nothing in the cart is a thing that it is for.
    NotForCart,
}

impl CodeProblem {
    /// The stable code of the refusal.
    pub fn code(self) -> &'static str {
        match self {
            Self::Unknown => "code-unknown",
            Self::Expired => "code-expired",
            Self::UsedUp => "code-used-up",
            Self::Minimum { .. } => "code-minimum",
            Self::NotForCart => "code-not-for-cart",
        }
    }

    /// The refusal of that stable code, with what is missing.
    pub fn parse(code: &str, missing: Minor) -> Option<Self> {
        match code {
            "code-unknown" => Some(Self::Unknown),
            "code-expired" => Some(Self::Expired),
            "code-used-up" => Some(Self::UsedUp),
            "code-minimum" => Some(Self::Minimum { missing }),
            "code-not-for-cart" => Some(Self::NotForCart),
            _ => None,
        }
    }
}

/// The discount code of a cart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnteredCode {
    /// The code, in capital letters.
    pub code: String,
    /// Why it gives no discount now.
    pub problem: Option<CodeProblem>,
}

/// The smallest order that the shop takes, where a cart does not reach it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Minimum {
    /// What an order must be worth.
    pub amount: Minor,
    /// How much is missing.
    pub missing: Minor,
}

/// What is known of the delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Delivery {
    /// Nothing is delivered, delivery costs nothing beside the prices, or an adjustment says what it costs.
    #[default]
    Settled,
    /// It is computed at checkout, because the country is not known.
    Later,
    /// The shop does not deliver to the country.
    Unavailable,
}

impl Delivery {
    /// The name used on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Settled => "settled",
            Self::Later => "later",
            Self::Unavailable => "unavailable",
        }
    }

    /// The state of that name; what a newer service knows is settled.
    pub fn parse(name: &str) -> Self {
        match name {
            "later" => Self::Later,
            "unavailable" => Self::Unavailable,
            _ => Self::Settled,
        }
    }
}

/// What a cart costs beside its lines. It is empty for a shop without rules for that.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Costs {
    /// Discounts, shipping and taxes.
    pub adjustments: Vec<Adjustment>,
    /// What is known of the delivery.
    pub delivery: Delivery,
    /// The code that the shopper has entered.
    pub code: Option<EnteredCode>,
    /// Whether the shop has discount codes.
    pub takes_codes: bool,
    /// The smallest order, if this one is smaller.
    pub minimum: Option<Minimum>,
}

impl Costs {
    /// Those of a cart whose shopper has entered that code, before they are computed.
    pub fn entered(code: Option<String>) -> Self {
        let code = code.map(|code| EnteredCode { code, problem: None });
        Self { code, ..Self::default() }
    }
}

/// All that a basket has to know of its costs to show a total: what the adjustments that count now add to its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Due(pub Minor);

impl<C> Cart<C> {
    /// What all lines cost.
    pub fn goods(&self) -> Minor {
        self.lines.iter().fold(0, |total: Minor, line| total.saturating_add(line.price()))
    }
}

impl Cart<Due> {
    /// What is due at checkout: all lines, and the adjustments that count now.
    pub fn total(&self) -> Minor {
        self.goods().saturating_add(self.costs.0).max(0)
    }
}

impl Cart {
    /// What is due at checkout: all lines, and the adjustments that count now.
    pub fn total(&self) -> Minor {
        self.goods().saturating_add(self.adjusted(None)).max(0)
    }

    /// What each renewal of that period costs.
    pub fn renewal(&self, period: Period) -> Minor {
        let Sum { amount, .. } = self.sum(Some(period));
        amount.saturating_add(self.adjusted(Some(period))).max(0)
    }

    /// What the adjustments add, now or with each renewal.
    fn adjusted(&self, period: Option<Period>) -> Minor {
        let mut sum: Minor = 0;
        for adjustment in &self.costs.adjustments {
            if adjustment.period == period && !adjustment.included {
                sum = sum.saturating_add(adjustment.amount);
            }
        }
        sum
    }
}
