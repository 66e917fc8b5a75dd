//! How a cart stands, and what there is to tell of it.

use crate::locale::Key;
use alloc::string::String;

/// How a shop's cart stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Phase {
    /// The cart is being read for the first time.
    #[default]
    Loading,
    /// The cart is known.
    Ready,
    /// The service cannot be reached.
    Offline,
    /// The service had an answer, but none that helps.
    Failed,
    /// The service knows neither this key nor this page; trying again is no use.
    Refused,
}

/// Something to tell the shopper: a text, the product it is about, and a number.
#[derive(Debug, Default)]
pub struct Say {
    /// The text; none as long as nothing has happened.
    pub key: Option<Key>,
    /// The product's name.
    pub name: String,
    /// How many there are now, or how many are in stock.
    pub count: u32,
    /// How many things were said before; the same twice is still two things.
    pub number: u32,
}
