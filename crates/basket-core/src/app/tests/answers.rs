//! Answers that are late, wrong or missing.

use super::*;

#[test]
fn without_an_answer_everything_is_kept_and_tried_again_ever_later() {
    let mut page = Page::with(vec![mugs(1)]);
    page.use_control(Action::Increase.number(0), false, "");
    let first = page.sends().map(|(cart, number)| (String::from(cart), number));
    for wait in [1000, 2000, 4000] {
        page.answer(0, &Value::Null);
        assert_eq!(page.state, "offline");
        let mut effects = vec![Effect::Wait { milliseconds: wait }];
        if wait == 1000 {
            // Said once, not at each attempt.
            effects.push(Effect::Report { key: "pk", level: "error" });
        }
        assert_eq!(std::mem::take(&mut page.other), effects);
        assert!(page.asked.is_none());
        page.send(&json!(["try"]));
        // The same change by the same number, so that the service can tell a repetition.
        assert_eq!(page.sends().map(|(cart, number)| (cart.into(), number)), first);
    }
    page.answer(200, &as_json(vec![mugs(2)]));
    assert_eq!((page.state, page.quantities()), ("filled", vec![2]));
}

#[test]
fn a_change_overtaken_while_offline_is_another_request() {
    let mut page = Page::with(vec![mugs(1)]);
    page.use_control(Action::Increase.number(0), false, "");
    let (_, first) = page.sends().unwrap();
    page.answer(0, &Value::Null);
    page.use_control(Action::Increase.number(0), false, "");
    page.send(&json!(["try"]));
    assert_eq!(page.sent(), ("1", json!({"quantity": 3})));
    assert_ne!(page.sends().unwrap().1, first);
}

#[test]
fn a_cart_that_is_gone_is_replaced_once_and_quietly() {
    let mut page = Page::with(vec![mugs(1)]);
    page.send(&json!(["add", 1, "CHAIR", 1, "", 1, false]));
    let (_, first) = page.sends().unwrap();
    page.use_control(Action::Remove.number(0), false, "");
    page.answer(410, &json!({"code": "cart-expired"}));
    // The line that was to be removed is gone with its cart; the addition starts a new one.
    // Storage may hold another one by now, of another tab, which must stay.
    assert_eq!(page.saved, [("", "cart")]);
    let (cart, second) = page.sends().unwrap();
    assert_eq!((cart, page.sent().1["sku"].as_str()), ("", Some("CHAIR")));
    assert_ne!(second, first);
    page.answer(201, &as_json(vec![line("1", "CHAIR", 1, 1)]));
    assert!(page.asked.is_none());
    assert!(!page.other.iter().any(|effect| matches!(effect, Effect::Report { .. })));
}

#[test]
fn a_first_answer_that_refuses_is_an_error_and_the_shopper_may_try_again() {
    let mut page = Page::open(None);
    page.answer(503, &json!({"code": "unavailable"}));
    let report = Effect::Report { key: "pk", level: "error" };
    assert_eq!((page.state, page.other.pop()), ("error", Some(report)));
    page.send(&json!(["try"]));
    assert!(page.asked.is_none());
    page.use_control(Action::Answer.number(0), false, "");
    page.answer(200, &json!({"currency": "EUR"}));
    assert_eq!(page.state, "empty");
}

#[test]
fn a_wrong_key_leaves_the_page_its_own_content() {
    let mut page = Page::open(None);
    page.answer(401, &json!({"code": "key-unknown"}));
    assert_eq!(page.state, "error");
    assert_eq!(page.shown, r#"["slot",{}]"#);
}

#[test]
fn an_addition_after_a_failure_is_another_try() {
    let mut page = Page::open(None);
    page.answer(503, &json!({"code": "unavailable"}));
    page.send(&json!(["add", 1, "MUG", 1, "", 1, false]));
    assert_eq!(page.reads(), Some(""));
    page.answer(200, &json!({"currency": "EUR"}));
    assert_eq!(page.sends().unwrap().0, "");
    page.answer(401, &json!({"code": "key-unknown"}));
    page.send(&json!(["add", 1, "MUG", 1, "", 1, false]));
    assert_eq!(page.markers, ["error", "error"]);
    // The waiting call is told why.
    assert!(matches!(page.settled[1], Effect::Settle { code: "key-unknown", .. }));
}

#[test]
fn a_late_answer_is_ignored() {
    let mut page = Page::with(vec![mugs(1)]);
    page.send(&json!(["response", 1, 200, as_json(vec![mugs(7)])]));
    page.send(&json!(["response", 99, 410, null]));
    assert_eq!((page.quantities(), page.saved.len()), (vec![1], 0));
}

#[test]
fn an_answer_of_somebody_else_is_none_and_never_an_empty_cart() {
    for body in [json!(null), json!([]), json!({"id": "x"}), json!({"lines": 3, "currency": 1})] {
        for stored in [Some("cart"), None] {
            let mut page = Page::open(stored);
            page.answer(200, &body);
            assert_eq!(page.state, "offline", "{body}");
            page.send(&json!(["try"]));
            assert!(page.asked.is_some(), "it is asked again");
        }
    }
    // A change that the service did not confirm is kept.
    let mut page = Page::with(vec![mugs(1)]);
    page.use_control(Action::Increase.number(0), false, "");
    page.answer(200, &json!(null));
    assert_eq!((page.state, page.kept.len()), ("offline", 1));
}

#[test]
fn nonsense_from_the_page_does_nothing() {
    let mut page = Page::with(vec![mugs(1)]);
    for message in [
        json!([]),
        json!([7]),
        json!(["use", 9, 1, false, ""]),
        json!(["use", 1, 9999, false, ""]),
        json!(["mount"]),
        json!(["dismiss", "x"]),
        json!(["checkout"]),
        json!(["response"]),
        json!(["forget", 5]),
    ] {
        page.send(&message);
    }
    assert_eq!((page.quantities(), page.asked.is_none()), (vec![1], true));
}

#[test]
fn a_call_that_makes_no_sense_is_not_another_try() {
    let mut page = Page::open(None);
    page.answer(503, &json!({"code": "unavailable"}));
    page.send(&json!(["set", 1, "1", null]));
    page.send(&json!(["add", 2, "MUG", null, "", 1, false]));
    assert_eq!((page.state, page.asked), ("error", None));
}

#[test]
fn a_read_that_is_refused_takes_no_change_back() {
    let mut page = Page::open(Some("cart"));
    page.send(&json!(["add", 4, "MUG", 1, "", 1, false]));
    page.answer(400, &Value::Null);
    assert_eq!((page.state, page.kept.len(), page.markers.len()), ("error", 1, 0));
    page.use_control(Action::Answer.number(0), false, "");
    page.answer(200, &as_json(vec![]));
    assert_eq!(page.sent().1["sku"], "MUG");
}

#[test]
fn the_button_beside_a_failure_tries_again_and_takes_no_removal_back() {
    let mut page = Page::with(vec![mugs(1)]);
    page.use_control(Action::Remove.number(0), false, "");
    page.answer(0, &Value::Null);
    assert!(!page.shown.contains("Undo"), "{}", page.shown);
    page.use_control(Action::Answer.number(0), false, "");
    assert_eq!((page.sent(), page.kept.len()), (("1", json!({"quantity": 0})), 1));
    page.answer(200, &as_json(vec![]));
    assert!(page.shown.contains("Undo"), "{}", page.shown);
}

#[test]
fn a_line_that_is_gone_does_not_take_its_cart_along() {
    let mut page = Page::with(vec![mugs(1), line("2", "CHAIR", 1, 100)]);
    page.send(&json!(["set", 5, "2", 3]));
    page.answer(404, &json!({"code": "line-unknown"}));
    assert_eq!((&page.markers[..], page.saved.len()), (&["error"][..], 0));
    assert_eq!(page.reads(), Some("cart"));
    page.answer(200, &as_json(vec![mugs(1)]));
    assert_eq!(page.quantities(), [1]);
}
