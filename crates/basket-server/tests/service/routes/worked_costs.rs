//! The worked carts of the model, through the API: the service says what the table says. What a cart cannot say, the region,
//! the delivery method and the VAT number, only the checkout knows; carts with those are left to the model's own test.

use super::{shopper::Shopper, site::Site};
use basket_core::{
    money::Currency,
    product::{Frequency, Offer, Period, Product, ProductType},
};
use basket_model::{
    key::NewKey,
    pricing::{Discount, DiscountKind, Scope, read_rules},
    shop::{Checkout, NewShop},
};
use jiff::{civil::Date, tz::TimeZone};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const TABLE: &str = include_str!("../../../../basket-model/src/pricing/worked/carts.json");
/// So that the test says so if the table loses carts.
const LEAST: usize = 80;

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn small(value: &Value) -> Option<u32> {
    value.as_u64().map(|number| number.try_into().unwrap())
}

/// The products of a cart: what is in two lines is sold in two ways.
fn products(cart: &Value) -> Vec<Product> {
    let mut products: BTreeMap<String, Product> = BTreeMap::new();
    for line in cart["lines"].as_array().unwrap() {
        let sku = text(&line["sku"]);
        let product = products.entry(sku.clone()).or_insert_with(|| Product {
            sku: sku.clone(),
            name: sku,
            image: None,
            url: None,
            product_type: ProductType::parse(line["type"].as_str().unwrap()).unwrap(),
            price: None,
            subscriptions: Vec::new(),
            stock: None,
            weight: small(&line["weight"]),
            tax_class: line["tax_class"].as_str().map(str::to_owned),
        });
        let price = line["unit_price"].as_i64().unwrap();
        match line["frequency"].as_str() {
            None => product.price = Some(price),
            Some(frequency) => {
                let interval = small(&line["interval"]).unwrap().try_into().unwrap();
                let period = Period::new(Frequency::parse(frequency).unwrap(), interval).unwrap();
                product.subscriptions.push(Offer { period, price });
            }
        }
    }
    products.into_values().collect()
}

fn discount(code: &Value) -> Discount {
    let skus = code["skus"].as_array().unwrap().iter();
    let value = code["value"].as_i64().unwrap();
    Discount {
        code: text(&code["code"]),
        kind: DiscountKind::parse(code["kind"].as_str().unwrap(), value).unwrap(),
        scope: Scope::parse(code["scope"].as_str().unwrap()).unwrap(),
        minimum: code["minimum"].as_i64(),
        skus: skus.map(text).collect(),
        starts_at: None,
        ends_at: None,
        max_uses: None,
        max_per_person: None,
        uses: 0,
    }
}

/// Opens a shop with the rules, the products and the code of a worked cart; a shopper of it.
fn open_shop(site: &Site, key: &str, rules: &Value, worked: &Value) -> Shopper {
    let currency = Currency::parse(worked["cart"]["currency"].as_str().unwrap()).unwrap();
    let shop = NewShop {
        name: text(&worked["name"]),
        currency,
        origins: Vec::new(),
        checkout: Checkout::Hosted,
        key: NewKey::publishable(key),
    };
    let shop = site.wait(site.store.shops().create(shop, products(&worked["cart"]))).unwrap();
    let rules = read_rules(&rules.to_string()).unwrap();
    site.wait(site.store.shops().set_rules(shop, &rules)).unwrap();
    let code = &worked["situation"]["code"];
    if !code.is_null() {
        let put = site.store.discounts().put(shop, vec![discount(code)]);
        assert!(site.wait(put).unwrap());
    }
    site.caller(Some(key))
}

/// What the table and the service say of a cart.
fn costs(cart: &Value) -> Value {
    let list = |value: &Value| if value.is_null() { json!([]) } else { value.clone() };
    let delivery = cart["delivery"].as_str().unwrap_or("settled");
    let adjustments = list(&cart["adjustments"]);
    // Without adjustments, a renewal is the sum of its lines, and an answer does not say it twice.
    let is_plain = adjustments == json!([]);
    let renewals = if is_plain { json!([]) } else { list(&cart["sums"]["renewals"]) };
    json!({
        "adjustments": adjustments,
        "total": cart["sums"]["total"],
        "renewals": renewals,
        "delivery": delivery,
        "code": cart["code"],
        "code_problem": cart["code_problem"],
        "minimum": cart["minimum"],
    })
}

on_both_engines!(carts_cost_what_the_worked_table_says);

fn carts_cost_what_the_worked_table_says() {
    let site = Site::open();
    let table: Value = serde_json::from_str(TABLE).unwrap();
    let mut number = 0;
    for worked in table["carts"].as_array().unwrap() {
        let situation = &worked["situation"];
        if ["region", "method", "vat_number"].iter().any(|name| !situation[name].is_null()) {
            continue;
        }
        number += 1;
        let day: Date = situation["day"].as_str().unwrap().parse().unwrap();
        let noon = day.at(12, 0, 0, 0).to_zoned(TimeZone::UTC).unwrap().timestamp();
        site.set_clock_by((noon.as_millisecond() - site.store.now()) / 1000);
        let rules = &table["shops"][worked["shop"].as_str().unwrap()];
        let shopper = open_shop(&site, &format!("pk_worked_{number}"), rules, worked);
        let line = |line: &Value| {
            let [sku, quantity, frequency, interval] =
                ["sku", "quantity", "frequency", "interval"].map(|name| &line[name]);
            json!({ "sku": sku, "quantity": quantity, "frequency": frequency, "interval": interval })
        };
        let lines = worked["cart"]["lines"].as_array().unwrap().iter().map(line);
        let mut body = json!({ "lines": lines.collect::<Vec<_>>() });
        if !situation["code"].is_null() {
            body["code"] = situation["code"]["code"].clone();
        }
        // Without a country, the shop's own one counts for an estimate; the table then has none.
        let country = situation["country"].as_str().unwrap_or("ZZ");
        let call = shopper.post(&format!("/v1/carts?country={country}"));
        let answer = call.header("origin", "https://shop.example").json(&body.to_string()).send();
        assert_eq!(answer.status, 201, "{}: {}", worked["name"], answer.text());
        assert_eq!(costs(&answer.json()), costs(&worked["cart"]), "{}", worked["name"]);
    }
    assert!(number >= LEAST, "{number}");
}
