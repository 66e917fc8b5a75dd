//! Changes that outlive their page, and other tabs.

use super::*;

#[test]
fn every_change_is_kept_before_it_is_sent_and_until_it_is_settled() {
    let mut page = Page::with(vec![mugs(1)]);
    page.send(&json!(["add", 7, "CHAIR", 1, "", 1, false]));
    page.use_control(Action::Increase.number(0), false, "");
    let kept = |page: &Page| page.kept.iter().map(|kept| kept.line).collect::<Vec<_>>();
    assert_eq!(kept(&page), ["", "1"]);
    page.answer(200, &as_json(vec![mugs(1), line("2", "CHAIR", 1, 1)]));
    let (key, number, marker) = ("pk", 1, 7);
    assert_eq!(page.settled, [Effect::Settle { key, number, marker, state: "done", code: "" }]);
    assert_eq!(kept(&page), ["1"]);
    page.answer(409, &json!({"code": "limit-reached"}));
    let (state, code) = ("error", "limit-reached");
    assert_eq!(page.settled[1], Effect::Settle { key, number: 2, marker: 0, state, code });
    assert_eq!(kept(&page), [] as [&str; 0]);
}

#[test]
fn only_the_last_change_is_overtaken_so_that_their_order_counts() {
    let mut page = Page::with(vec![mugs(1)]);
    page.send(&json!(["add", 0, "CHAIR", 1, "", 1, false]));
    page.send(&json!(["set", 0, "1", 2]));
    page.send(&json!(["add", 0, "MUG", 1, "", 1, false]));
    page.use_control(Action::Quantity.number(0), false, "9");
    assert_eq!(page.kept.len(), 4);
    page.use_control(Action::Quantity.number(0), false, "8");
    // The one that nobody waits for has a new number in the same place.
    assert_eq!((page.kept.len(), &page.kept[3].body), (4, &json!({"quantity": 8})));
}

#[test]
fn a_change_that_another_page_left_behind_keeps_its_number() {
    let mut page = Page::open(Some("cart"));
    page.send(&json!(["set", 0, "1", 4, "pk", 1_000_000_001]));
    page.send(&json!(["add", 0, "MUG", 1, null, 1, false, "pk", 1_000_000_002]));
    page.send(&json!(["add", 0, "MUG", 1, null, 1, false, "other", 1_000_000_003]));
    page.answer(200, &as_json(vec![mugs(1)]));
    assert_eq!((page.sends(), page.sent().0), (Some(("cart", 1_000_000_001)), "1"));
    assert_eq!(page.kept.len(), 2);
}

#[test]
fn a_script_sets_removes_and_clears() {
    let mut page = Page::with(vec![mugs(3), line("2", "CHAIR", 1, 1)]);
    page.send(&json!(["set", 9, "2", 0]));
    assert_eq!(page.quantities(), [3]);
    page.answer(200, &as_json(vec![mugs(3)]));
    page.send(&json!(["set", 10, "*", 0]));
    assert_eq!((page.sends().unwrap().0, page.sent().0), ("cart", "*"));
    assert_eq!(page.quantities(), [] as [u32; 0]);
    page.answer(200, &as_json(vec![]));
    for nonsense in [json!(["set", 11, "1", -1]), json!(["set", 11, "1", 1.5]), json!(["set", 11])]
    {
        page.send(&nonsense);
        let settled = page.settled.pop().unwrap();
        assert!(matches!(settled, Effect::Settle { state: "error", .. }), "{nonsense}");
    }
    assert!(page.asked.is_none());
}

#[test]
fn without_a_cart_there_is_no_line_to_change() {
    let mut page = Page::open(None);
    page.send(&json!(["set", 5, "1", 2]));
    page.answer(200, &json!({"currency": "EUR"}));
    assert_eq!(page.markers, ["error"]);
    assert!(page.asked.is_none() && page.kept.is_empty());
}

#[test]
fn a_newer_cart_of_another_tab_is_shown_and_an_older_one_is_not() {
    let with = |version: i64, quantity: u32| {
        let mut cart = as_json(vec![mugs(quantity)]);
        cart["version"] = version.into();
        cart
    };
    let mut page = Page::open(Some("cart"));
    page.answer(200, &with(5, 1));
    page.send(&json!(["heard", "pk", "cart", with(7, 3)]));
    assert_eq!((page.quantities(), page.asked.is_none()), (vec![3], true));
    for version in [6, 7] {
        page.send(&json!(["heard", "pk", "cart", with(version, 2)]));
        assert_eq!(page.quantities(), [3], "{version}");
    }
    // An answer that another tab has overtaken confirms the change, and the cart is read again.
    page.use_control(Action::Increase.number(0), false, "");
    page.send(&json!(["heard", "pk", "cart", with(9, 6)]));
    page.answer(200, &with(8, 4));
    assert_eq!((page.reads(), page.kept.len()), (Some("cart"), 0));
    page.answer(200, &with(9, 6));
    assert_eq!((page.quantities(), page.asked.is_none()), (vec![6], true));
}

#[test]
fn another_cart_of_another_tab_takes_the_place_of_this_one() {
    let mut page = Page::with(vec![mugs(1)]);
    page.send(&json!(["add", 0, "CHAIR", 1, "", 1, false]));
    page.send(&json!(["set", 3, "1", 5]));
    let late = page.request();
    page.asked = None;
    page.send(&json!(["heard", "pk", "new"]));
    // Lines of the old cart are gone; what is to be added goes into the new one.
    assert_eq!((page.reads(), &page.markers[..]), (Some("new"), &["error"][..]));
    page.send(&json!(["response", late, 410, null]));
    assert!(page.saved.is_empty());
    let mut new = as_json(vec![]);
    new["id"] = "new".into();
    page.answer(200, &new);
    // The service remembers it for the old cart, so it becomes another request.
    let (cart, first) = page.sends().unwrap();
    assert_eq!(cart, "new");
    page.answer(409, &json!({"code": "idempotency-mismatch"}));
    let (cart, second) = page.sends().unwrap();
    assert_eq!((cart, page.kept.len()), ("new", 1));
    assert_ne!(second, first);
}

#[test]
fn a_doubt_is_not_answered_by_what_was_asked_before() {
    let mut page = Page::open(Some("cart"));
    page.send(&json!(["try", true]));
    page.answer(200, &as_json(vec![mugs(1)]));
    assert_eq!(page.reads(), Some("cart"));
    page.answer(200, &as_json(vec![mugs(2)]));
    assert_eq!((page.quantities(), page.asked.is_none()), (vec![2], true));
}

#[test]
fn an_outage_at_the_first_read_keeps_what_is_waiting() {
    let mut page = Page::open(Some("cart"));
    page.send(&json!(["add", 4, "MUG", 1, "", 1, false]));
    page.answer(503, &json!({"code": "unavailable"}));
    assert_eq!((page.state, page.kept.len()), ("error", 1));
    page.use_control(Action::Answer.number(0), false, "");
    page.answer(200, &as_json(vec![]));
    assert_eq!(page.sent().1["sku"], "MUG");
}

#[test]
fn changes_of_two_shops_never_have_one_number() {
    let mut page = Page::with(vec![]);
    page.mount(2, &json!({"api_key": "other"}), &json!({}), None);
    page.answer(200, &json!({"currency": "EUR"}));
    page.send(&json!(["add", 1, "MUG", 1, "", 1, false]));
    page.asked = None;
    page.send(&json!(["add", 2, "MUG", 1, "", 1, false, "other"]));
    assert_ne!(page.kept[0].number, page.kept[1].number);
}

#[test]
fn a_newer_cart_of_another_tab_is_read_after_the_checkout() {
    let mut page = Page::with(vec![mugs(1)]);
    page.send(&json!(["checkout", 1, true]));
    let mut newer = as_json(vec![mugs(3)]);
    newer["version"] = 2.into();
    page.send(&json!(["heard", "pk", "cart", newer]));
    page.answer(503, &json!({"code": "unavailable"}));
    assert_eq!(page.reads(), Some("cart"));
    page.answer(200, &newer);
    assert_eq!(page.quantities(), [3]);
}
