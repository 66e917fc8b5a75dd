//! What is shown of a cart's costs, as the page puts it into the panel.

use super::*;
use crate::{json, locale::tests::PlainIntl};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    string::{String, ToString as _},
    vec::Vec,
};

fn shown(costs_of_cart: &Value, asked: &Value) -> Value {
    let line = json!({"id": "1", "sku": "MUG", "name": "Mug", "quantity": 2, "unit_price": 1800});
    let mut cart = json!({"id": "c", "version": 1, "currency": "EUR", "lines": [line]});
    let mut question = json!({"tag": "en", "codes": ["en", "en"]});
    let merge = |into: &mut Value, more: &Value| {
        into.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    };
    merge(&mut cart, costs_of_cart);
    merge(&mut question, asked);
    question["cart"] = cart;
    let question = json::parse(&question.to_string()).unwrap();
    serde_json::from_str(&costs(question.root(), PlainIntl)).unwrap()
}

fn adjustment(kind: &str, label: &str, amount: i64) -> Value {
    json!({"kind": kind, "label": label, "amount": amount, "included": false,
        "frequency": null, "interval": null})
}

fn with(mut adjustment: Value, name: &str, value: Value) -> Value {
    adjustment[name] = value;
    adjustment
}

/// All texts in a tree, in their order.
fn texts(node: &Value) -> Vec<String> {
    match node {
        Value::String(text) => [text.clone()].into(),
        Value::Array(parts) if parts.first().is_some_and(Value::is_string) => {
            parts.iter().skip(2).flat_map(texts).collect()
        }
        Value::Array(nodes) => nodes.iter().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

fn rows(costs_of_cart: &Value) -> Vec<String> {
    let shown = shown(costs_of_cart, &json!({}));
    let rows = shown[SUM_TOTAL].as_array().unwrap();
    rows.iter().map(|row| texts(row).join(" ")).collect()
}

#[test]
fn a_cart_without_costs_shows_nothing() {
    let shown = shown(&json!({}), &json!({}));
    for anchor in [BEFORE_LIST, SUM_TOTAL, BEFORE_CHECKOUT] {
        assert_eq!(shown[anchor], json!([]), "{anchor}");
    }
}

#[test]
fn what_counts_now_has_a_row_and_what_counts_later_has_none() {
    let code = with(adjustment("discount", "SPRING", -360), "code", json!("SPRING"));
    let renewed = with(adjustment("shipping", "Post", 490), "frequency", json!("monthly"));
    let tax = adjustment("tax", "Sales tax", 300);
    let post = adjustment("shipping", "Post", 490);
    let rows = rows(&json!({"adjustments": [code, renewed, tax, post]}));
    let expected = ["Discount SPRING EUR -3.60", "Shipping   Post EUR 4.90", "Sales tax EUR 3.00"];
    assert_eq!(rows, expected);
}

#[test]
fn a_price_of_zero_is_free_and_an_unknown_one_comes_later() {
    let free = json!({"adjustments": [adjustment("shipping", "", 0)]});
    assert_eq!(rows(&free), ["Shipping Free"]);
    assert_eq!(rows(&json!({"delivery": "later"})), ["Shipping Calculated at checkout"]);
    assert_eq!(rows(&json!({"delivery": "unavailable"})), [""; 0]);
}

#[test]
fn taxes_in_the_prices_are_one_note() {
    let included = |label, amount| with(adjustment("tax", label, amount), "included", json!(true));
    let rows = rows(&json!({"adjustments": [included("19 %", 575), included("7 %", 100)]}));
    assert_eq!(rows, ["VAT Includes EUR 6.75 VAT"]);
}

#[test]
fn a_bar_says_how_far_free_delivery_is() {
    let goal = |missing: i64| {
        let shipping = with(adjustment("shipping", "", 490), "missing", json!(missing));
        shown(&json!({"adjustments": [shipping]}), &json!({}))[BEFORE_LIST].clone()
    };
    let far = goal(1400);
    assert_eq!(texts(&far), ["EUR 14.00 more for free shipping"]);
    assert_eq!(far[0][3][1], json!({"max": 5000, "value": 3600}));
    assert_eq!(far[0][3][0], "progress|aria-labelledby=goal");
    let reached = goal(0);
    assert_eq!(texts(&reached), ["Free shipping"]);
    assert_eq!(reached[0][3][1], json!({"max": 3600, "value": 3600}));
}

#[test]
fn a_code_has_a_field_where_the_shop_takes_codes() {
    let foot = shown(&json!({"takes_codes": true}), &json!({}))[BEFORE_CHECKOUT].clone();
    assert_eq!(texts(&foot), ["Discount code", "Apply"]);
    let refused = json!({"entered": "SPRNG", "refusal": "code-unknown"});
    let foot = shown(&json!({"takes_codes": true}), &refused)[BEFORE_CHECKOUT].clone();
    assert_eq!(texts(&foot), ["Discount code", "Apply", "The code SPRNG does not exist."]);
    assert!(foot.to_string().contains(r#""aria-invalid":"true""#), "{foot}");
}

#[test]
fn each_problem_of_a_code_has_its_sentence_and_a_way_to_take_it_off() {
    let sentence = |code: &str| {
        let problem = json!({"code": code, "missing": 1400});
        let costs = json!({"takes_codes": true, "code": "SPRING", "code_problem": problem});
        let foot = shown(&costs, &json!({}))[BEFORE_CHECKOUT].clone();
        assert!(foot.to_string().contains(r#""aria-label":"Remove SPRING""#), "{foot}");
        texts(&foot)[2].clone()
    };
    let codes =
        ["code-unknown", "code-expired", "code-used-up", "code-minimum", "code-not-for-cart"];
    assert_eq!(
        codes.map(sentence),
        [
            "The code SPRING does not exist.",
            "The code SPRING is not valid at this time.",
            "The code SPRING has already been used up.",
            "Add EUR 14.00 more to use the code SPRING.",
            "The code SPRING is not valid for the items in your cart.",
        ]
    );
}

#[test]
fn a_new_discount_is_announced() {
    let code = with(adjustment("discount", "SPRING", -360), "code", json!("SPRING"));
    let costs = json!({"takes_codes": true, "code": "SPRING", "adjustments": [code]});
    let foot = shown(&costs, &json!({"is_new": true}))[BEFORE_CHECKOUT].clone();
    assert_eq!(texts(&foot), ["Discount code", "Apply", "Discount SPRING: EUR -3.60"]);
}

#[test]
fn a_minimum_order_says_what_is_missing() {
    let costs = json!({"minimum": {"amount": 5000, "missing": 1400}});
    let foot = shown(&costs, &json!({}))[BEFORE_CHECKOUT].clone();
    assert_eq!(texts(&foot), ["Minimum order value: EUR 50.00. Add EUR 14.00 more."]);
}

#[test]
fn everything_at_once_is_shown_as_it_was() {
    let code = with(adjustment("discount", "SPRING", -360), "code", json!("SPRING"));
    let shipping = with(adjustment("shipping", "Post", 490), "missing", json!(1400));
    let tax = with(adjustment("tax", "", 575), "included", json!(true));
    let costs = json!({"adjustments": [code, shipping, tax], "takes_codes": true, "code": "SPRING",
        "minimum": {"amount": 5000, "missing": 1400}});
    let shown = shown(&costs, &json!({"entered": "SPRING", "is_new": true}));
    insta::assert_snapshot!(serde_json::to_string_pretty(&sorted(shown)).unwrap());
}

/// With the members by name: whether JSON keeps their order depends on what else is compiled.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let members: BTreeMap<String, Value> = members.into_iter().collect();
            members.into_iter().map(|(name, value)| (name, sorted(value))).collect()
        }
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        value => value,
    }
}
