//! A shop as the service knows it. It must never know its products, which are the catalogue's.

use crate::key::NewKey;
use basket_core::money::Currency;

/// How a shop's shoppers check out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Checkout {
    /// On the service's own page.
    #[default]
    Hosted,
    /// At the shop's own address.
    External,
}

impl Checkout {
    /// The name used on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hosted => "hosted",
            Self::External => "external",
        }
    }

    /// The mode of that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Hosted, Self::External].into_iter().find(|mode| mode.name() == name)
    }
}

/// A shop to be opened.
#[derive(Debug, Clone)]
pub struct NewShop {
    /// What people call it.
    pub name: String,
    /// In what its prices are.
    pub currency: Currency,
    /// Where its baskets may stand; empty is anywhere.
    pub origins: Vec<String>,
    /// How its shoppers check out.
    pub checkout: Checkout,
    /// Its first publishable key.
    pub key: NewKey,
}

/// What is to be different about a shop; `None` stays as it is.
#[derive(Debug, Clone, Default)]
pub struct ShopChange {
    /// What people call it.
    pub name: Option<String>,
    /// Where its baskets may stand; empty is anywhere.
    pub origins: Option<Vec<String>>,
    /// How its shoppers check out.
    pub checkout: Option<Checkout>,
}

/// A shop, found by its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shop {
    /// Its number in the database; never shown.
    pub id: i64,
    /// What people call it.
    pub name: String,
    /// In what its prices are.
    pub currency: Currency,
    /// Where its baskets may stand; empty is anywhere.
    pub origins: Vec<String>,
    /// How its shoppers check out.
    pub checkout: Checkout,
}

impl Shop {
    /// Whether a page of that origin may use the shop's carts.
    pub fn allows(&self, origin: &str) -> bool {
        self.origins.is_empty()
            || self.origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin))
    }
}
