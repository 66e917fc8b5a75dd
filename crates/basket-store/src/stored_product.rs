//! A product with its version.

use basket_core::product::Product;

/// A product as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredProduct {
    /// The product.
    pub product: Product,
    /// Another one after every change to the product, a sale among them.
    pub version: i64,
}
