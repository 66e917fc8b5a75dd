//! What happens when something was added.

use super::*;

/// A page with a cart of these lines, whose basket does this when something was added.
fn page_with(on_add: &str, lines: Vec<Line>) -> Page {
    let mut page = Page::with(lines);
    let config = json!({"api_key": "pk", "options": {"on_add": on_add}});
    page.mount(1, &config, &json!({}), Some("cart"));
    page
}

fn add_mugs(page: &mut Page, quantity: u32, then: u32) {
    page.send(&json!(["add", 7, "MUG", quantity, "", 1, false]));
    page.answer(200, &as_json(vec![mugs(then)]));
}

fn has_toast(page: &Page) -> bool {
    page.shown.contains("part=toast")
}

fn opened(page: &Page) -> bool {
    page.other.contains(&Effect::Open { key: "pk" })
}

#[test]
fn a_toast_comes_with_the_answer_and_takes_the_addition_back() {
    let mut page = page_with("toast", vec![mugs(1)]);
    page.send(&json!(["add", 7, "MUG", 2, "", 1, false]));
    assert!(!has_toast(&page), "nothing has been added yet");
    page.answer(200, &as_json(vec![mugs(3)]));
    assert!(has_toast(&page));
    page.use_control(Action::Answer.number(0), false, "");
    assert!(!has_toast(&page));
    assert_eq!(page.quantities(), [1]);
    assert_eq!(page.sent(), ("1", json!({"quantity": 1})));
    let focus = Effect::Focus { basket: 1, action: Action::Toggle.number(0) };
    assert!(page.other.contains(&focus), "the button that had the focus is gone");
    assert!(!opened(&page));
}

#[test]
fn a_first_addition_that_is_taken_back_is_removed_and_can_come_again() {
    let mut page = page_with("toast", vec![]);
    add_mugs(&mut page, 2, 2);
    page.use_control(Action::Answer.number(0), false, "");
    assert_eq!(page.sent(), ("1", json!({"quantity": 0})));
    page.answer(200, &as_json(vec![]));
    assert_eq!(page.said(), (Some(Key::Removed), "MUG", 0));
    page.use_control(Action::Toggle.number(0), false, "");
    page.use_control(Action::Answer.number(0), false, "");
    let again = json!({"sku": "MUG", "quantity": 2, "frequency": null, "interval": null});
    assert_eq!(page.sent(), ("", again));
}

#[test]
fn taking_back_leaves_what_was_added_since() {
    let mut page = page_with("toast", vec![]);
    page.send(&json!(["add", 7, "MUG", 2, "", 1, false]));
    page.send(&json!(["add", 7, "MUG", 5, "", 1, false]));
    page.answer(200, &as_json(vec![mugs(2)]));
    assert_eq!(page.quantities(), [7]);
    page.use_control(Action::Answer.number(0), false, "");
    assert_eq!(page.quantities(), [5]);
}

#[test]
fn a_subscription_is_taken_back_not_the_purchase_of_the_same_product() {
    let once = line("1", "COFFEE", 1, 2100);
    let monthly = subscription("2", "COFFEE", 1, 2100, period(Frequency::Monthly, 1));
    let mut page = page_with("toast", vec![once.clone()]);
    page.send(&json!(["add", 7, "COFFEE", 1, "monthly", 1, false]));
    page.answer(200, &as_json(vec![once, monthly]));
    page.use_control(Action::Answer.number(0), false, "");
    assert_eq!(page.sent(), ("2", json!({"quantity": 0})));
}

#[test]
fn a_toast_goes_when_the_panel_opens_and_does_not_come_back() {
    let mut page = page_with("toast", vec![]);
    add_mugs(&mut page, 1, 1);
    page.use_control(Action::Toggle.number(0), false, "");
    assert!(!has_toast(&page));
    page.use_control(Action::Close.number(0), false, "");
    assert!(!has_toast(&page));
    page.use_control(Action::Toggle.number(0), false, "");
    add_mugs(&mut page, 1, 2);
    assert!(!has_toast(&page), "the open panel shows it");
}

#[test]
fn another_change_makes_a_toast_go() {
    let mut page = page_with("toast", vec![]);
    add_mugs(&mut page, 1, 1);
    page.send(&json!(["set", 0, "1", 5]));
    assert!(!has_toast(&page));
    page.answer(200, &as_json(vec![mugs(5)]));
    assert!(!has_toast(&page), "nothing was added");
}

#[test]
fn an_addition_without_an_answer_has_no_toast_until_it_is_made() {
    let mut page = page_with("toast", vec![]);
    page.send(&json!(["add", 7, "MUG", 1, "", 1, false]));
    page.answer(0, &Value::Null);
    assert!(!has_toast(&page));
    page.send(&json!(["try"]));
    page.answer(200, &as_json(vec![mugs(1)]));
    assert!(has_toast(&page));
}

#[test]
fn the_panel_opens_for_a_new_addition_only() {
    let mut page = page_with("open", vec![]);
    page.send(&json!(["add", 0, "MUG", 1, "", 1, false, "pk", 5]));
    assert!(!opened(&page), "another page has left it behind");
    page.send(&json!(["add", 7, "MUG", 1, "", 1, false]));
    assert!(opened(&page));
}

#[test]
fn without_the_option_only_a_marker_opens() {
    for on_add in ["none", "", "Toast", "nonsense"] {
        let mut page = page_with(on_add, vec![]);
        add_mugs(&mut page, 1, 1);
        assert!(!has_toast(&page) && !opened(&page), "{on_add}");
        page.send(&json!(["add", 7, "MUG", 1, "", 1, true]));
        assert!(opened(&page), "{on_add}");
    }
}
