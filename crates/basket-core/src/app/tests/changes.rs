//! What a shopper does, and what becomes of it.

use super::*;

#[test]
fn without_a_stored_cart_the_shop_is_asked_and_the_basket_is_empty() {
    let mut page = Page::open(None);
    assert_eq!(page.reads(), Some(""));
    assert_eq!(page.state, "loading");
    page.answer(200, &json!({"name": "Elm & Oak", "currency": "EUR"}));
    assert_eq!(page.state, "empty");
    assert!(page.asked.is_none());
}

#[test]
fn a_stored_cart_is_read() {
    let mut page = Page::open(Some("cart"));
    assert_eq!(page.reads(), Some("cart"));
    page.answer(200, &as_json(vec![mugs(2)]));
    assert_eq!((page.state, page.quantities()), ("filled", vec![2]));
}

#[test]
fn what_storage_holds_cannot_become_another_address() {
    assert_eq!(Page::open(Some("../shop?x=")).reads(), Some(""));
}

#[test]
fn the_first_addition_makes_the_cart_and_remembers_it() {
    let mut page = Page::open(None);
    page.answer(200, &json!({"currency": "EUR"}));
    page.send(&json!(["add", 1, "MUG", 2, "", 1, false]));
    let line = json!({"sku": "MUG", "quantity": 2, "frequency": null, "interval": null});
    assert_eq!((page.sends().unwrap().0, page.sent()), ("", ("", line)));
    assert_eq!((page.state, page.app.shops[0].items()), ("updating", 2));
    page.answer(201, &as_json(vec![mugs(2)]));
    assert_eq!(page.markers, ["done"]);
    assert_eq!(page.saved, [("cart", "")]);
    assert_eq!(page.said(), (Some(Key::Added), "MUG", 0));
}

#[test]
fn an_addition_made_before_the_first_answer_waits_for_it() {
    let mut page = Page::open(Some("cart"));
    page.send(&json!(["add", 1, "COFFEE", 1, "monthly", 3, false]));
    assert_eq!(page.reads(), Some("cart"));
    page.answer(200, &as_json(vec![mugs(1)]));
    let line = json!({"sku": "COFFEE", "quantity": 1, "frequency": "monthly", "interval": 3});
    assert_eq!((page.sends().unwrap().0, page.sent()), ("cart", ("", line)));
}

#[test]
fn a_marker_that_makes_no_sense_says_error() {
    let mut page = Page::with(vec![]);
    page.send(&json!(["add", 1, "", 1, "", 1, false]));
    page.send(&json!(["add", 1, "MUG", 0, "", 1, false]));
    page.send(&json!(["add", 1, "MUG", null, "", 1, false]));
    page.send(&json!(["add", 1, "MUG", 1, "hourly", 1, false]));
    page.send(&json!(["add", 1, "MUG", 1, "", 0, false]));
    assert_eq!(page.markers, ["error"; 5]);
    assert!(page.asked.is_none());
}

#[test]
fn a_quantity_beyond_all_bounds_is_asked_for_as_one_too_many() {
    let mut page = Page::with(vec![mugs(1)]);
    for marker in [1, 2] {
        page.send(&json!(["add", marker, "CHAIR", u32::MAX, "", 1, false]));
    }
    page.send(&json!(["set", 3, "1", u32::MAX]));
    assert_eq!((page.app.shops[0].items(), page.quantities()), (2999, vec![999]));
    // The service has to see that it is too many, so that it refuses.
    let bodies: Vec<_> = page.kept.iter().map(|kept| &kept.body["quantity"]).collect();
    assert_eq!(bodies, [1000; 3]);
    page.answer(409, &json!({"code": "limit-reached"}));
    let (key, state, code) = ("pk", "error", "limit-reached");
    assert_eq!(page.settled, [Effect::Settle { key, number: 1, marker: 1, state, code }]);
}

#[test]
fn a_sum_of_items_stops_at_the_largest_number() {
    let mut page = Page::with(vec![mugs(u32::MAX)]);
    page.send(&json!(["add", 1, "CHAIR", 1, "", 1, false]));
    assert_eq!(page.app.shops[0].items(), u32::MAX);
}

#[test]
fn quick_steps_show_at_once_and_go_out_as_one() {
    let mut page = Page::with(vec![mugs(1)]);
    for _ in 0..4 {
        page.use_control(Action::Increase.number(0), false, "");
    }
    assert_eq!(page.quantities(), [5]);
    // The first was under way already; the other three became one.
    assert_eq!(page.sent(), ("1", json!({"quantity": 2})));
    page.answer(200, &as_json(vec![mugs(2)]));
    assert_eq!(page.quantities(), [5]);
    assert_eq!(page.sent(), ("1", json!({"quantity": 5})));
    page.answer(200, &as_json(vec![mugs(5)]));
    assert!(page.asked.is_none());
    assert_eq!(page.said(), (Some(Key::Updated), "MUG", 5));
}

#[test]
fn the_stepper_stops_at_one_and_at_the_stock() {
    let mut page = Page::with(vec![Line { stock: Some(2), ..mugs(1) }]);
    page.use_control(Action::Decrease.number(0), false, "");
    assert_eq!((page.quantities(), page.asked.is_none()), (vec![1], true));
    page.use_control(Action::Increase.number(0), false, "");
    page.use_control(Action::Increase.number(0), false, "");
    assert_eq!(page.quantities(), [2]);
}

#[test]
fn what_is_typed_counts_when_it_is_finished_and_a_number() {
    let mut page = Page::with(vec![mugs(3)]);
    page.use_control(Action::Quantity.number(0), true, "1");
    assert!(page.asked.is_none());
    for nonsense in ["", "x", "-1", "1.5"] {
        page.use_control(Action::Quantity.number(0), false, nonsense);
        assert_eq!((page.quantities(), page.asked.is_none()), (vec![3], true), "{nonsense}");
    }
    page.use_control(Action::Quantity.number(0), false, " 12 ");
    assert_eq!(page.sent(), ("1", json!({"quantity": 12})));
    page.answer(200, &as_json(vec![mugs(12)]));
    page.use_control(Action::Quantity.number(0), false, "0");
    assert_eq!(page.quantities(), [] as [u32; 0]);
}

#[test]
fn what_is_typed_shows_until_it_is_finished() {
    let mut page = Page::with(vec![mugs(3)]);
    let shows = |page: &Page, typed| page.shown.contains(&std::format!("\":value\":\"{typed}\""));
    page.use_control(Action::Quantity.number(0), true, "1x");
    assert!(shows(&page, "1x"), "{}", page.shown);
    page.use_control(Action::Quantity.number(0), false, "1x");
    assert!(shows(&page, "3"), "{}", page.shown);
}

#[test]
fn a_refused_change_is_taken_back_and_the_cart_read_anew() {
    let mut page = Page::with(vec![mugs(1)]);
    page.use_control(Action::Quantity.number(0), false, "9");
    assert_eq!(page.quantities(), [9]);
    page.answer(409, &json!({"code": "out-of-stock", "available": 3}));
    assert_eq!(page.quantities(), [1]);
    assert_eq!(page.said(), (Some(Key::Left), "", 3));
    assert!(page.app.shops[0].is_notice);
    assert_eq!(page.reads(), Some("cart"));
    page.answer(200, &as_json(vec![Line { stock: Some(3), ..mugs(1) }]));
    page.use_control(Action::Increase.number(0), false, "");
    assert!(!page.app.shops[0].is_notice);
}

#[test]
fn a_refused_addition_shows_on_its_marker() {
    let mut page = Page::with(vec![]);
    page.send(&json!(["add", 1, "LAMP", 1, "", 1, false]));
    page.answer(409, &json!({"code": "out-of-stock", "available": 0}));
    page.answer(200, &as_json(vec![]));
    page.send(&json!(["add", 1, "NOTHING", 1, "", 1, false]));
    page.answer(422, &json!({"code": "sku-unknown"}));
    assert_eq!(page.markers, ["out-of-stock", "error"]);
    assert_eq!(page.other, [Effect::Report { key: "pk", level: "notice" }; 2]);
}

#[test]
fn a_removal_gives_the_focus_to_the_card_that_takes_the_place() {
    let mut page = Page::with(vec![mugs(1), line("2", "CHAIR", 1, 1), line("3", "LAMP", 1, 1)]);
    for expected in [Action::Remove.number(1), Action::Remove.number(0), Action::Close.number(0)] {
        let last = page.quantities().len() - 1;
        page.use_control(Action::Remove.number(last.min(1)), false, "");
        let focus = page.other.pop().unwrap();
        assert_eq!(focus, Effect::Focus { basket: 1, action: expected });
        assert!(page.shows(expected));
    }
}
