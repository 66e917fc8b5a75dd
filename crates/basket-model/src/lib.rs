//! The shop's world as values: shops, keys, operators, orders, payment methods, the catalogue, postal addresses, VAT
//! numbers and rates, personal data, and what a change may do to a cart. It must never know SQL, HTTP, a page, or async
//! code; the time comes from a [`clock::Clock`] that is handed in.

pub mod address;
pub mod catalogue;
pub mod change;
pub mod clock;
pub mod key;
pub mod notification;
pub mod operator;
pub mod order;
pub mod payment;
pub mod privacy;
pub mod shop;
pub mod standard_rates;
pub mod token;
pub mod vat_number;
