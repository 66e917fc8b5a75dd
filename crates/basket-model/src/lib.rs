//! The shop's world as values: shops, keys, operators, orders, payment methods, the catalogue, price histories, postal
//! addresses, VAT numbers and rates, invoices, personal data, what a change may do to a cart, and what an order costs. It must
//! never know SQL, HTTP, a page, or async code; the time comes from a [`clock::Clock`] that is handed in.

pub mod address;
pub mod catalogue;
pub mod change;
pub mod clock;
pub mod invoice;
pub mod key;
pub mod notification;
pub mod operator;
pub mod order;
pub mod payment;
pub mod price_history;
pub mod pricing;
pub mod privacy;
pub mod shop;
pub mod standard_rates;
pub mod token;
pub mod vat_number;
