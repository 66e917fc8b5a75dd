//! The answers of the API, and what stands in headers and addresses, as the document describes them. The core writes
//! the answers; tests hold real ones against this, so that the two cannot part. What a request's body is stands beside
//! its handler, and the handler reads it into just that.
#![expect(dead_code, reason = "these are only described, never made")]

use crate::api::values::{Frequency, OrderState, ProductType};
use utoipa::{IntoParams, ToSchema};

/// The shop that a key names.
#[derive(ToSchema)]
pub(in crate::api) struct Shop {
    name: String,
    /// ISO 4217.
    currency: String,
    checkout: Checkout,
}

#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
enum Checkout {
    Hosted,
    External,
}

/// Where the shopper goes next.
#[derive(ToSchema)]
pub(in crate::api) struct Handover {
    /// The checkout's address.
    url: String,
}

/// A page of orders.
#[derive(ToSchema)]
pub(in crate::api) struct OrderPage {
    orders: Vec<Order>,
    /// What to pass as `after` for the next page; null behind the oldest.
    #[schema(required = true)]
    next: Option<String>,
}

/// Which orders.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct OrderPages {
    /// Only those that have all of these words in their number, e-mail address or name.
    q: Option<String>,
    /// Only those in this state.
    state: Option<OrderState>,
    /// Where the page starts, as `next` of the page before.
    after: Option<String>,
}

/// A cart that was ordered, and what has become of it.
#[derive(ToSchema)]
pub(in crate::api) struct Order {
    number: i64,
    state: OrderState,
    /// RFC 3339.
    created_at: String,
    /// Since when the state is what it is.
    changed_at: String,
    payment: Payment,
    /// The shopper's language.
    locale: String,
    contact: Contact,
    /// What was ordered, at the prices of then.
    cart: Cart,
}

/// How an order is paid.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
enum Payment {
    Invoice,
    Stripe,
}

/// Who ordered, and where to; empty where nothing is sent.
#[derive(ToSchema)]
struct Contact {
    email: String,
    name: String,
    address: String,
    postal_code: String,
    city: String,
    /// ISO 3166.
    country: String,
}

/// A page of products.
#[derive(ToSchema)]
pub(in crate::api) struct ProductPage {
    /// ISO 4217.
    currency: String,
    products: Vec<Product>,
    /// What to pass as `after` for the next page; null behind the last.
    #[schema(required = true)]
    next: Option<String>,
}

/// A product as shoppers see it.
#[derive(ToSchema)]
pub(in crate::api) struct Product {
    sku: String,
    name: String,
    #[schema(required = true)]
    image: Option<String>,
    #[schema(required = true)]
    url: Option<String>,
    r#type: ProductType,
    /// Of a purchase; null if it can only be subscribed to.
    #[schema(required = true)]
    price: Option<i64>,
    subscriptions: Vec<Offer>,
    /// How many there are; null is any number.
    #[schema(required = true)]
    stock: Option<u32>,
}

/// The price of one item for one period.
#[derive(ToSchema)]
struct Offer {
    frequency: Frequency,
    /// Every so many days, weeks, months or years.
    interval: u16,
    price: i64,
}

/// A cart, everywhere the same.
#[derive(ToSchema)]
pub(in crate::api) struct Cart {
    /// Unguessable; who has it may change the cart.
    id: String,
    /// Grows by one with each change; the `ETag` is the same number in quotes.
    version: i64,
    /// ISO 4217.
    currency: String,
    /// The sum of all quantities.
    items: u32,
    lines: Vec<Line>,
    sums: Sums,
}

#[derive(ToSchema)]
struct Line {
    id: String,
    sku: String,
    name: String,
    #[schema(required = true)]
    image: Option<String>,
    #[schema(required = true)]
    url: Option<String>,
    r#type: ProductType,
    quantity: u32,
    unit_price: i64,
    price: i64,
    /// Null is a purchase.
    #[schema(required = true)]
    frequency: Option<Frequency>,
    #[schema(required = true)]
    interval: Option<u16>,
    /// Whether it can still be had in this quantity.
    available: bool,
    #[schema(required = true)]
    stock: Option<u32>,
}

#[derive(ToSchema)]
struct Sums {
    purchases: Sum,
    /// One for each period, shortest first.
    subscriptions: Vec<SubscriptionSum>,
    /// What is due at checkout: purchases and the first period of each subscription.
    total: i64,
}

#[derive(ToSchema)]
struct Sum {
    /// Items, not lines.
    count: u32,
    amount: i64,
}

#[derive(ToSchema)]
struct SubscriptionSum {
    frequency: Frequency,
    interval: u16,
    count: u32,
    amount: i64,
}

/// A page of carts.
#[derive(ToSchema)]
pub(in crate::api) struct CartPage {
    carts: Vec<ListedCart>,
    /// What to pass as `after` for the next page; null behind the oldest.
    #[schema(required = true)]
    next: Option<String>,
}

#[derive(ToSchema)]
struct ListedCart {
    id: String,
    version: i64,
    /// The sum of all quantities.
    items: i64,
    #[schema(format = DateTime)]
    created_at: String,
    /// When its shopper last used it, within a day.
    #[schema(format = DateTime)]
    touched_at: String,
}

/// A refusal, after RFC 9457. Tell refusals apart by their `code`.
#[derive(ToSchema)]
pub(super) struct Problem {
    r#type: String,
    title: String,
    status: u16,
    detail: String,
    code: String,
    /// What to do about it.
    hint: String,
    /// With `out-of-stock`, how many can be had.
    #[schema(nullable = false)]
    available: Option<u32>,
    /// With `value-invalid`, what is meant.
    #[schema(nullable = false)]
    field: Option<String>,
}

/// Headers of calls that change a cart.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub(in crate::api) struct Conditions {
    /// Makes the change happen once, however often it is sent, for 24 hours.
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 255)]
    idempotency_key: Option<String>,
    /// Makes the change only to one of these versions.
    #[param(rename = "If-Match")]
    if_match: Option<String>,
}

/// Header of calls that read a cart.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub(in crate::api) struct Known {
    /// Versions that the caller has; 304 if the cart is one of them.
    #[param(rename = "If-None-Match")]
    if_none_match: Option<String>,
}

/// Which carts.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct CartPages {
    /// `next` of the page before.
    after: Option<String>,
}

/// Which products.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct Pages {
    /// These products, at most 100, instead of a page of all.
    sku: Option<Vec<String>>,
    /// `next` of the page before.
    after: Option<String>,
}
