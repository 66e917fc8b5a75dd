//! Any rules, carts, codes and situations that a shop may have. Countries, classes and skus are few, so that they often meet.

use super::*;
use basket_core::money::MAX_PRICE;
use proptest::{collection::vec, option, prelude::*, sample::select};
use std::collections::{BTreeMap, BTreeSet};

const COUNTRIES: [&str; 6] = ["DE", "AT", "FR", "MC", "US", "CH"];
const REGIONS: [&str; 2] = ["CA", "NY"];
const CLASSES: [&str; 4] = ["standard", "reduced", "zero", "books"];
const SKUS: [&str; 4] = ["A", "B", "C", "D"];
/// The first days of rates, and the days of orders.
const DAYS: [Date; 3] = [date(2020, 1, 1), date(2026, 7, 1), date(2027, 1, 1)];

/// A shop, a cart of it, and what is known of its buyer.
#[derive(Debug, Clone)]
pub(super) struct Order {
    pub(super) rules: Rules,
    pub(super) cart: Cart,
    pub(super) discount: Discount,
    country: Option<String>,
    region: String,
    method: Option<String>,
    vat_country: Option<String>,
    day: Date,
}

impl Order {
    /// The situation of its buyer, who has entered the code.
    pub(super) fn situation(&self) -> Situation<'_> {
        with(&self.discount, self.without_code())
    }

    /// The situation of its buyer, without a code.
    pub(super) fn without_code(&self) -> Situation<'_> {
        Situation {
            country: self.country.as_deref(),
            region: &self.region,
            method: self.method.as_deref(),
            code: None,
            vat_country: self.vat_country.as_deref(),
            day: self.day,
        }
    }

    /// The cart with its costs in a situation, if they are not too large.
    pub(super) fn priced(&self, situation: &Situation<'_>) -> Option<Cart> {
        let costs = price(&self.cart, &self.rules, situation).ok()?;
        Some(Cart { costs, ..self.cart.clone() })
    }
}

pub(super) fn any_order() -> impl Strategy<Value = Order> {
    let situation = (
        option::weighted(0.9, name_of(&COUNTRIES)),
        option::weighted(0.5, name_of(&REGIONS)),
        option::weighted(0.5, (0..6_usize).prop_map(|number| number.to_string())),
        option::weighted(0.5, name_of(&COUNTRIES)),
        select(&DAYS),
    );
    let large = |line| Line { unit_price: MAX_PRICE, quantity: 999, ..line };
    let lines = prop_oneof![
        9 => vec(any_line(), 0..8),
        1 => vec(any_line().prop_map(large), 5..12),
    ];
    let parts = (any_rules(), lines, any_discount(), situation);
    parts.prop_map(|(rules, lines, discount, (country, region, method, vat_country, day))| Order {
        rules,
        cart: cart(lines),
        discount,
        country,
        region: region.unwrap_or_default(),
        method,
        vat_country,
        day,
    })
}

fn name_of<const N: usize>(names: &'static [&'static str; N]) -> impl Strategy<Value = String> {
    select(names.as_slice()).prop_map(str::to_owned)
}

/// Mostly small amounts, where rounding counts, and now and then the largest.
fn any_amount() -> impl Strategy<Value = Minor> {
    prop_oneof![4 => 0..=9_i64, 8 => 0..=20_000_i64, 1 => 0..=MAX_PRICE, 1 => Just(MAX_PRICE)]
}

fn any_name() -> impl Strategy<Value = String> {
    "[a-zA-Z\"\\\\{}\u{e9}\u{7a0e}]{1,5}"
}

fn any_line() -> impl Strategy<Value = Line> {
    let period = (select(&Frequency::ALL), 1..3_u16);
    let parts = (
        name_of(&SKUS),
        prop_oneof![3 => 1..=3_u32, 1 => 1..=999_u32],
        any_amount(),
        option::weighted(0.4, period),
        any::<bool>(),
        option::of(0..=30_000_u32),
        option::of(prop_oneof![9 => name_of(&CLASSES), 1 => Just("unknown".to_owned())]),
    );
    parts.prop_map(|(sku, quantity, unit_price, period, is_digital, weight, tax_class)| Line {
        unit_price,
        period: period.and_then(|(frequency, interval)| Period::new(frequency, interval)),
        product_type: if is_digital { ProductType::Digital } else { ProductType::Normal },
        weight,
        tax_class,
        ..line("line", &sku, quantity)
    })
}

pub(super) fn any_discount() -> impl Strategy<Value = Discount> {
    let kind = prop_oneof![
        (1..=100_000_u32).prop_map(DiscountKind::Percent),
        Just(DiscountKind::Percent(100_000)),
        any_amount().prop_map(|amount| DiscountKind::Amount(amount.max(1))),
        Just(DiscountKind::Shipping),
    ];
    let minimum = option::weighted(0.2, any_amount());
    let skus = option::weighted(0.3, vec(name_of(&SKUS), 1..3)).prop_map(Option::unwrap_or_default);
    (kind, select(&Scope::ALL), minimum, skus).prop_map(|(kind, scope, minimum, skus)| Discount {
        scope,
        minimum,
        skus,
        ..discount(kind)
    })
}

pub(super) fn any_rules() -> impl Strategy<Value = Rules> {
    let country = option::weighted(0.9, name_of(&COUNTRIES));
    let tax = option::weighted(0.9, any_tax());
    (country, option::weighted(0.2, any_amount()), any_zones(), tax)
        .prop_map(|(country, minimum, zones, tax)| Rules { country, minimum, zones, tax })
}

/// Each country is in one of two zones or in none; a third zone may be for the rest of the world.
fn any_zones() -> impl Strategy<Value = Vec<Zone>> {
    let methods = vec((0..3_usize, any_method()), 0..6);
    (vec(0..3_usize, COUNTRIES.len()), any::<bool>(), methods).prop_map(
        |(places, rest, methods)| {
            let zone = |at: usize| {
                let named =
                    COUNTRIES.iter().zip(&places).filter(|(_, place)| **place == at && at < 2);
                let methods = methods.iter().enumerate().filter(|(_, (zone, _))| *zone == at);
                Zone {
                    name: format!("zone {at}"),
                    countries: named.map(|(country, _)| (*country).to_owned()).collect(),
                    methods: methods
                        .map(|(id, (_, method))| Method { id: id.to_string(), ..method.clone() })
                        .collect(),
                }
            };
            let zones = (0..3).map(zone);
            zones
                .filter(|zone| !zone.countries.is_empty() || (rest && zone.name == "zone 2"))
                .collect()
        },
    )
}

fn any_method() -> impl Strategy<Value = Method> {
    let steps = prop::collection::btree_map(any_amount(), any_amount(), 1..4);
    let steps = (select(&[Measure::Sum, Measure::Weight]), steps).prop_map(|(by, steps)| Steps {
        by,
        steps: steps.into_iter().map(|(from, price)| Step { from, price }).collect(),
    });
    let parts = (
        any_name(),
        any_amount(),
        option::of(any_amount()),
        option::of(steps),
        prop::bool::weighted(0.2),
    );
    parts.prop_map(|(name, price, free_from, steps, is_pickup)| Method {
        name,
        free_from,
        steps,
        is_pickup,
        ..method("", price)
    })
}

fn any_tax() -> impl Strategy<Value = Tax> {
    let place = prop_oneof![
        3 => name_of(&COUNTRIES).prop_map(|country| (country, None)),
        1 => name_of(&REGIONS).prop_map(|region| ("US".to_owned(), Some(region))),
    ];
    let class = prop_oneof![3 => Just(None), 3 => name_of(&CLASSES).prop_map(Some)];
    let percentage =
        prop_oneof![Just(0), Just(7_000), Just(25_500), 0..=100_000_u32, Just(100_000)];
    let rate = (place, class.clone(), select(&DAYS), percentage, option::of(any_name()));
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    (flags, class, vec(rate, 0..20)).prop_map(
        |((is_included, has_reverse_charge, asks_vies), class, rates)| {
            let mut distinct = BTreeMap::new();
            for ((country, region), class, from, rate, name) in rates {
                let key =
                    (country.clone(), region.clone(), class.clone().unwrap_or_default(), from);
                let key = (key.0, key.1, key.2.replace("standard", ""), key.3);
                let name = name.unwrap_or_default();
                distinct.insert(key, Rate { country, region, class, rate, name, from });
            }
            Tax {
                is_included,
                classes: vec!["books".to_owned()],
                shipping_class: class,
                has_reverse_charge,
                asks_vies,
                rates: distinct.into_values().collect(),
            }
        },
    )
}

#[test]
fn any_orders_are_of_many_kinds() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let mut seen = BTreeSet::new();
    for _ in 0..500 {
        let order = any_order().new_tree(&mut runner).unwrap().current();
        let Some(cart) = order.priced(&order.situation()) else {
            seen.insert("too large".to_owned());
            continue;
        };
        for one in &cart.costs.adjustments {
            let rate = one.tax.map(|tax| tax.rate.is_some());
            let when = one.period.is_some();
            seen.insert(format!("{} {} {rate:?} {when}", one.kind.name(), one.included));
        }
        seen.insert(cart.costs.delivery.name().to_owned());
    }
    let kinds = [
        "discount false None false",
        "discount false None true",
        "later",
        "settled",
        "shipping false None false",
        "shipping false None true",
        "tax false Some(false) false",
        "tax false Some(false) true",
        "tax false Some(true) false",
        "tax false Some(true) true",
        "tax true Some(true) false",
        "tax true Some(true) true",
        "too large",
        "unavailable",
    ];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), kinds);
}
