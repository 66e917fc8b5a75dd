//! The answers of the API, and what stands in headers and addresses, as the document describes them. The core writes
//! the answers; tests hold real ones against this, so that the two cannot part. What a request's body is stands beside
//! its handler, and the handler reads it into just that.
#![expect(dead_code, reason = "these are only described, never made")]

use super::cart::Cart;
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

/// The address of the checkout.
#[derive(ToSchema)]
pub(in crate::api) struct Handover {
    /// Send the shopper there.
    url: String,
}

/// A page of orders.
#[derive(ToSchema)]
pub(in crate::api) struct OrderPage {
    orders: Vec<Order>,
    /// Value of `after` for the next page; null on the last page.
    #[schema(required = true)]
    next: Option<String>,
}

/// Filter of orders.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct OrderPages {
    /// Only orders with all these words in number, e-mail address or name.
    q: Option<String>,
    /// Only orders in this state.
    state: Option<OrderState>,
    /// `next` of the previous page.
    after: Option<String>,
}

/// An order.
#[derive(ToSchema)]
pub(in crate::api) struct Order {
    number: i64,
    state: OrderState,
    /// RFC 3339.
    created_at: String,
    /// When the state last changed.
    changed_at: String,
    payment: Payment,
    /// The language of the shopper.
    locale: String,
    contact: Contact,
    /// Absent if the order has none.
    #[schema(nullable = false)]
    invoice: Option<Invoice>,
    /// The ordered items, at the prices of that time.
    cart: Cart,
}

/// The invoice that the service issued for an order.
#[derive(ToSchema)]
struct Invoice {
    /// With the prefix of the shop.
    number: String,
    /// A day in UTC: `2026-12-02`.
    due_on: String,
}

/// The payment method.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
enum Payment {
    Invoice,
    Stripe,
}

/// The customer and the delivery address; the address is empty if nothing is shipped. Optional members are absent if the
/// shopper left them empty.
#[derive(ToSchema)]
struct Contact {
    email: String,
    name: String,
    address: String,
    postal_code: String,
    city: String,
    /// ISO 3166.
    country: String,
    #[schema(nullable = false)]
    company: Option<String>,
    #[schema(nullable = false)]
    address_line2: Option<String>,
    /// The code after the hyphen in ISO 3166-2 where the country has a list of regions; otherwise the name.
    #[schema(nullable = false)]
    region: Option<String>,
    #[schema(nullable = false)]
    phone: Option<String>,
    /// With its prefix and without separators.
    #[schema(nullable = false)]
    vat_number: Option<String>,
    /// The number of the authority's confirmation of the VAT number.
    #[schema(nullable = false)]
    vat_consultation: Option<String>,
    #[schema(nullable = false)]
    note: Option<String>,
    /// The billing address, if it is another one.
    #[schema(nullable = false)]
    billing: Option<Address>,
}

/// A postal address. Members that the country does not have are absent.
#[derive(ToSchema)]
struct Address {
    #[schema(nullable = false)]
    name: Option<String>,
    #[schema(nullable = false)]
    company: Option<String>,
    #[schema(nullable = false)]
    line1: Option<String>,
    #[schema(nullable = false)]
    line2: Option<String>,
    #[schema(nullable = false)]
    postal_code: Option<String>,
    #[schema(nullable = false)]
    city: Option<String>,
    #[schema(nullable = false)]
    region: Option<String>,
    #[schema(nullable = false)]
    country: Option<String>,
    #[schema(nullable = false)]
    phone: Option<String>,
}

/// A page of products.
#[derive(ToSchema)]
pub(in crate::api) struct ProductPage {
    /// ISO 4217.
    currency: String,
    products: Vec<Product>,
    /// Value of `after` for the next page; null on the last page.
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
    /// Price of a one-off purchase; null if sold by subscription only.
    #[schema(required = true)]
    price: Option<i64>,
    subscriptions: Vec<Offer>,
    /// Items in stock; null if unlimited.
    #[schema(required = true)]
    stock: Option<u32>,
}

/// The price of one item for one period.
#[derive(ToSchema)]
struct Offer {
    frequency: Frequency,
    /// Number of days, weeks, months or years between deliveries.
    interval: u16,
    price: i64,
}

/// A page of carts.
#[derive(ToSchema)]
pub(in crate::api) struct CartPage {
    carts: Vec<ListedCart>,
    /// Value of `after` for the next page; null on the last page.
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
    /// When the shopper last used it, accurate to a day.
    #[schema(format = DateTime)]
    touched_at: String,
}

/// An error, as in RFC 9457. Tell errors apart by `code`.
#[derive(ToSchema)]
pub(super) struct Problem {
    r#type: String,
    title: String,
    status: u16,
    detail: String,
    code: String,
    /// What to do.
    hint: String,
    /// With `out-of-stock`: how many are in stock.
    #[schema(nullable = false)]
    available: Option<u32>,
    /// With `minimum-not-reached`: the missing amount.
    #[schema(nullable = false)]
    missing: Option<i64>,
    /// With `value-invalid`: the member that is invalid.
    #[schema(nullable = false)]
    field: Option<String>,
}

/// Headers of calls that change a cart.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub(in crate::api) struct Conditions {
    /// A request that is repeated with the same key within 24 hours changes the cart only once.
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 255)]
    idempotency_key: Option<String>,
    /// Change the cart only if it has one of these versions.
    #[param(rename = "If-Match")]
    if_match: Option<String>,
}

/// The country for which shipping and tax are estimated.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct Estimate {
    /// Two letters of ISO 3166-1; the shop's own country by default.
    #[param(min_length = 2, max_length = 2)]
    country: Option<String>,
}

/// Header of calls that read a cart.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub(in crate::api) struct Known {
    /// Versions that the client has; the response is 304 if the cart is one of them.
    #[param(rename = "If-None-Match")]
    if_none_match: Option<String>,
}

/// Filter of carts.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct CartPages {
    /// `next` of the previous page.
    after: Option<String>,
}

/// Filter of products.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct Pages {
    /// Only these products, at most 100.
    sku: Option<Vec<String>>,
    /// `next` of the previous page.
    after: Option<String>,
}
