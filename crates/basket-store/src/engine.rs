//! What every engine can do. The time is handed in, and what a change does is decided elsewhere, so
//! that engines differ in how they keep things and in nothing else.

use super::{CartPage, ChangeError, ProductPage, StoreError, decision::StoredCart};
use basket_core::{cart::Cart, product::Product};
use basket_model::{
    change::Change,
    key::{Key, NewKey},
    shop::{NewShop, Shop, ShopChange},
};

/// What an engine promises; [`super::Store`] says what each call means.
pub(super) trait Engine {
    fn check(&self) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The shop of the key of that name, if the key has that digest: none for a publishable one.
    fn shop_of_key(
        &self,
        name: &str,
        digest: Option<&[u8]>,
        now: i64,
    ) -> impl Future<Output = Result<Option<Shop>, StoreError>> + Send;

    fn shops(&self) -> impl Future<Output = Result<Vec<Shop>, StoreError>> + Send;

    fn change_shop(
        &self,
        shop: i64,
        change: ShopChange,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    fn keys(&self, shop: i64) -> impl Future<Output = Result<Vec<Key>, StoreError>> + Send;

    fn create_key(
        &self,
        shop: i64,
        key: NewKey,
        now: i64,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    fn end_key(
        &self,
        shop: i64,
        name: String,
        at: i64,
        successor: Option<NewKey>,
        now: i64,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    fn create_shop(
        &self,
        shop: NewShop,
        products: Vec<Product>,
        now: i64,
    ) -> impl Future<Output = Result<i64, StoreError>> + Send;

    fn products(
        &self,
        shop: i64,
        skus: &[String],
    ) -> impl Future<Output = Result<Vec<Product>, StoreError>> + Send;

    fn product_page(
        &self,
        shop: i64,
        after: i64,
        limit: u32,
    ) -> impl Future<Output = Result<ProductPage, StoreError>> + Send;

    fn put_products(
        &self,
        shop: i64,
        products: Vec<Product>,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    fn remove_product(
        &self,
        shop: i64,
        sku: String,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// The cart with its lines and what the catalogue says of them, all of one moment.
    fn cart(
        &self,
        shop: &Shop,
        id: &str,
    ) -> impl Future<Output = Result<Option<StoredCart>, StoreError>> + Send;

    fn cart_page(
        &self,
        shop: i64,
        after: i64,
        limit: u32,
    ) -> impl Future<Output = Result<CartPage, StoreError>> + Send;

    fn change(
        &self,
        shop: &Shop,
        change: Change,
        now: i64,
    ) -> impl Future<Output = Result<Cart, ChangeError>> + Send;

    fn touch_cart(
        &self,
        id: String,
        now: i64,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    fn tidy(&self, now: i64) -> impl Future<Output = Result<bool, StoreError>> + Send;
}
