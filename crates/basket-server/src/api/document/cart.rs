//! The cart as the document describes it.
#![expect(dead_code, reason = "these are only described, never made")]

use crate::api::values::{Frequency, ProductType};
use utoipa::ToSchema;

/// A cart; the same in every response.
#[derive(ToSchema)]
pub(in crate::api) struct Cart {
    /// Unguessable. Anyone who has it can change the cart.
    id: String,
    /// Increases by one with each change; the `ETag` is the same number in quotes.
    version: i64,
    /// ISO 4217.
    currency: String,
    /// The sum of all quantities.
    items: u32,
    lines: Vec<Line>,
    sums: Sums,
    /// Discounts, shipping and taxes. Absent if there are none.
    #[schema(nullable = false)]
    adjustments: Option<Vec<Adjustment>>,
    /// Absent if delivery is priced or costs nothing.
    #[schema(nullable = false)]
    delivery: Option<Delivery>,
    /// Present if the shop has discount codes.
    #[schema(nullable = false)]
    takes_codes: Option<bool>,
    /// The discount code.
    #[schema(nullable = false)]
    code: Option<String>,
    /// Why the code gives no discount now.
    #[schema(nullable = false)]
    code_problem: Option<CodeProblem>,
    /// Present if the cart is below the minimum order value.
    #[schema(nullable = false)]
    minimum: Option<Minimum>,
}

/// An amount that the cart costs more or less than its lines.
#[derive(ToSchema)]
struct Adjustment {
    kind: AdjustmentKind,
    /// The code, the delivery method, or the name of the tax; empty for VAT.
    label: String,
    /// Negative for a discount.
    amount: i64,
    /// Whether the prices contain it already. It changes no sum then.
    included: bool,
    /// Null: it counts once, now. Otherwise with each renewal of this period, and not now.
    #[schema(required = true)]
    frequency: Option<Frequency>,
    #[schema(required = true)]
    interval: Option<u16>,
    #[schema(nullable = false)]
    code: Option<String>,
    /// Of a tax: in thousandths of a percent; null is reverse charge.
    rate: Option<u32>,
    /// Of a tax: the amount without the tax.
    #[schema(nullable = false)]
    net: Option<i64>,
    /// Of a delivery: how much is missing until it is free.
    #[schema(nullable = false)]
    missing: Option<i64>,
}

#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
enum AdjustmentKind {
    Discount,
    Shipping,
    Tax,
}

#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
enum Delivery {
    /// It is computed at checkout, because the country is not known.
    Later,
    /// The shop does not deliver to the country.
    Unavailable,
}

#[derive(ToSchema)]
struct CodeProblem {
    /// One of the codes that start with `code-`.
    code: String,
    /// With `code-minimum`: the missing amount.
    #[schema(nullable = false)]
    missing: Option<i64>,
}

#[derive(ToSchema)]
struct Minimum {
    amount: i64,
    missing: i64,
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
    /// Null for a one-off purchase.
    #[schema(required = true)]
    frequency: Option<Frequency>,
    #[schema(required = true)]
    interval: Option<u16>,
    /// Whether this quantity is in stock.
    available: bool,
    #[schema(required = true)]
    stock: Option<u32>,
    /// Of one item, in grams. Absent if unknown.
    #[schema(nullable = false)]
    weight: Option<u32>,
    /// Absent in the standard class.
    #[schema(nullable = false)]
    tax_class: Option<String>,
}

#[derive(ToSchema)]
struct Sums {
    purchases: Sum,
    /// One per period, shortest first.
    subscriptions: Vec<SubscriptionSum>,
    /// What each renewal costs with its adjustments. Absent without adjustments.
    #[schema(nullable = false)]
    renewals: Option<Vec<Renewal>>,
    /// What is due at checkout: purchases, the first period of each subscription, and adjustments.
    total: i64,
}

#[derive(ToSchema)]
struct Renewal {
    frequency: Frequency,
    interval: u16,
    amount: i64,
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
