//! The hot path, which each engine answers in its own way. Everything else is SQL that both understand, in the
//! repositories. The time is handed in, and what a change does is decided elsewhere, so that engines differ in how
//! they keep things and in nothing else.

use super::{ChangeError, StoreError, decision::StoredCart};
use basket_core::{cart::Cart, product::Product};
use basket_model::{change::Change, shop::Shop};
use std::sync::Arc;

/// How many changes of shops and keys were counted.
pub(super) const SHOP_CHANGES: &str = "SELECT number FROM changes WHERE name = 'shops'";

/// The shop of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShopOfKey {
    pub(super) shop: Arc<Shop>,
    /// Until when the key is good; `None` is for ever.
    pub(super) expires_at: Option<i64>,
}

/// What every engine does for shoppers.
pub(super) trait Engine {
    /// The shop of the key of that name, if the key has that digest: none for a publishable one.
    fn shop_of_key(
        &self,
        name: &str,
        digest: Option<&[u8]>,
        now: i64,
    ) -> impl Future<Output = Result<Option<ShopOfKey>, StoreError>> + Send;

    /// How many changes of shops and keys were counted.
    fn shop_changes(&self) -> impl Future<Output = Result<i64, StoreError>> + Send;

    /// Those of the products named that the shop has, in the order named.
    fn products(
        &self,
        shop: i64,
        skus: &[String],
    ) -> impl Future<Output = Result<Vec<Product>, StoreError>> + Send;

    /// The cart with its lines and what the catalogue says of them, all of one moment.
    fn cart(
        &self,
        shop: &Shop,
        id: &str,
    ) -> impl Future<Output = Result<Option<StoredCart>, StoreError>> + Send;

    /// Makes a change; the cart as it is then.
    fn change(
        &self,
        shop: &Shop,
        change: Change,
        now: i64,
    ) -> impl Future<Output = Result<Cart, ChangeError>> + Send;

    /// Notes that a shopper looked at a cart.
    fn touch_cart(
        &self,
        id: String,
        now: i64,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}
