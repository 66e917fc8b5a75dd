//! Discount codes: entered, refused and taken off like every other change.

use super::*;

/// A cart as the service answers it, with a code that takes so much off.
fn with_code(code: &str, off: i64) -> Value {
    let mut cart = as_json(vec![mugs(2)]);
    cart["takes_codes"] = json!(true);
    cart["code"] = json!(code);
    let discount = json!({"kind": "discount", "label": code, "amount": -off, "included": false,
        "frequency": null, "interval": null, "code": code});
    let tax = json!({"kind": "tax", "label": "", "amount": 500, "included": true});
    let renewed = json!({"kind": "shipping", "label": "", "amount": 490, "included": false,
        "frequency": "monthly", "interval": 1});
    cart["adjustments"] = json!([discount, tax, renewed]);
    cart
}

fn total(page: &Page) -> i64 {
    page.app.shops[0].cart.as_ref().unwrap().total()
}

#[test]
fn a_code_is_kept_sent_and_settled_and_the_total_is_what_is_due_now() {
    let mut page = Page::with(vec![mugs(2)]);
    page.send(&json!(["code", 7, "spring"]));
    assert_eq!((page.state, page.sent()), ("updating", ("", json!({"code": "spring"}))));
    page.answer(200, &with_code("SPRING", 360));
    assert_eq!((page.state, page.markers.as_slice()), ("filled", ["done"].as_slice()));
    // What is in the prices, or comes with a renewal, is not added.
    assert_eq!(total(&page), 3240);
    page.use_control(Action::Increase.number(0), false, "");
    assert_eq!(total(&page), 5040);
}

#[test]
fn a_refused_code_is_the_pages_affair() {
    let mut page = Page::with(vec![mugs(2)]);
    page.send(&json!(["code", 7, "SPRNG"]));
    page.answer(422, &json!({"code": "code-unknown"}));
    let settled = page.settled.pop().unwrap();
    let (key, number, marker) = ("pk", 1, 7);
    assert_eq!(
        settled,
        Effect::Settle { key, number, marker, state: "error", code: "code-unknown" }
    );
    // The sentence is beside the field, and no warning is above the list.
    assert!(!page.app.shops[0].is_notice);
    assert!(
        page.other.iter().any(|effect| matches!(effect, Effect::Report { level: "notice", .. }))
    );
    assert_eq!(page.reads(), Some("cart"));
}

#[test]
fn a_code_starts_a_cart_but_none_is_started_to_take_a_code_off() {
    let mut page = Page::open(None);
    page.answer(200, &json!({"currency": "EUR"}));
    page.send(&json!(["code", 7, ""]));
    assert_eq!((page.sends(), page.markers.as_slice()), (None, ["error"].as_slice()));
    page.send(&json!(["code", 8, "SPRING"]));
    assert_eq!(page.sends(), Some(("", 2)));
    page.answer(200, &with_code("SPRING", 360));
    assert_eq!(page.saved, [("cart", "")]);
}

#[test]
fn a_code_waits_for_the_network_and_goes_out_in_its_turn() {
    let mut page = Page::with(vec![mugs(1)]);
    page.use_control(Action::Increase.number(0), false, "");
    page.send(&json!(["code", 7, "SPRING"]));
    page.send(&json!(["code", 8, ""]));
    page.answer(0, &Value::Null);
    assert_eq!((page.state, page.kept.len()), ("offline", 3));
    page.send(&json!(["try"]));
    page.answer(200, &as_json(vec![mugs(2)]));
    assert_eq!(page.sent(), ("", json!({"code": "SPRING"})));
    page.answer(200, &with_code("SPRING", 360));
    assert_eq!(page.sent(), ("", json!({"code": ""})));
    page.answer(200, &as_json(vec![mugs(2)]));
    assert_eq!((page.state, total(&page), page.kept.len()), ("filled", 3600, 0));
}

#[test]
fn a_code_outlives_the_cart_that_is_gone() {
    let mut page = Page::with(vec![mugs(1)]);
    page.send(&json!(["code", 7, "SPRING"]));
    page.answer(410, &json!({"code": "cart-expired"}));
    assert_eq!((page.sends().unwrap().0, page.sent().1), ("", json!({"code": "SPRING"})));
}
