//! Answers that are late, wrong or missing.

use super::*;

#[test]
fn without_an_answer_everything_is_kept_and_tried_again_ever_later() {
    let mut page = Page::with(vec![mugs(1)]);
    page.use_control(Action::Increase.number(0), false, "");
    let first = page.asked.clone();
    for wait in [1000, 2000, 4000] {
        page.answer(0, &Value::Null);
        assert_eq!(page.state, "offline");
        let mut effects = vec![json!(["wait", wait])];
        if wait == 1000 {
            // Said once, not at each attempt.
            effects.push(json!(["report", "pk", "error"]));
        }
        assert_eq!(std::mem::take(&mut page.other), effects);
        assert!(page.asked.is_null());
        page.send(&json!(["try"]));
        // The same change in the same words, so that the service can tell a repetition.
        assert_eq!(page.asked.as_array().unwrap()[2..], first.as_array().unwrap()[2..]);
    }
    page.answer(200, &as_json(vec![mugs(2)]));
    assert_eq!((page.state.as_str(), page.quantities()), (Some("filled"), vec![2]));
}

#[test]
fn a_change_overtaken_while_offline_is_another_request() {
    let mut page = Page::with(vec![mugs(1)]);
    page.use_control(Action::Increase.number(0), false, "");
    let first = page.asked[4].clone();
    page.answer(0, &Value::Null);
    page.use_control(Action::Increase.number(0), false, "");
    page.send(&json!(["try"]));
    assert_eq!(page.request().2, json!({"quantity": 3}));
    assert_ne!(page.asked[4], first);
}

#[test]
fn a_cart_that_is_gone_is_replaced_once_and_quietly() {
    let mut page = Page::with(vec![mugs(1)]);
    page.send(&json!(["add", 1, "CHAIR", 1, "", 1, false]));
    let first = page.asked[4].clone();
    page.use_control(Action::Remove.number(0), false, "");
    page.answer(410, &json!({"code": "cart-expired"}));
    // The line that was to be removed is gone with its cart; the addition starts a new one.
    assert_eq!(page.saved, [""]);
    assert_eq!((page.request().0, page.request().1.as_str()), ("POST", "/v1/carts"));
    assert_ne!(page.asked[4], first);
    page.answer(201, &as_json(vec![line("1", "CHAIR", 1, 1)]));
    assert!(page.asked.is_null());
    assert!(page.other.iter().all(|effect| effect[0] != "report"));
}

#[test]
fn a_first_answer_that_refuses_is_an_error_and_the_shopper_may_try_again() {
    let mut page = Page::open(None);
    page.answer(503, &json!({"code": "unavailable"}));
    assert_eq!(
        (page.state.as_str(), page.other.pop()),
        (Some("error"), Some(json!(["report", "pk", "error"])))
    );
    page.send(&json!(["try"]));
    assert!(page.asked.is_null());
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
    assert_eq!(page.request().1, "/v1/shop");
    page.answer(200, &json!({"currency": "EUR"}));
    assert_eq!(page.request().1, "/v1/carts");
    page.answer(401, &json!({"code": "key-unknown"}));
    page.send(&json!(["add", 1, "MUG", 1, "", 1, false]));
    assert_eq!(page.markers, ["error", "error"]);
    // Whoever waits hears why.
    assert_eq!(page.settled[1][5], "key-unknown");
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
            assert!(!page.asked.is_null(), "it is asked again");
        }
    }
    // A change that the service did not confirm is kept.
    let mut page = Page::with(vec![mugs(1)]);
    page.use_control(Action::Increase.number(0), false, "");
    page.answer(200, &json!(null));
    assert_eq!((page.state.as_str(), page.kept.len()), (Some("offline"), 1));
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
    assert_eq!((page.quantities(), page.asked.is_null()), (vec![1], true));
}
