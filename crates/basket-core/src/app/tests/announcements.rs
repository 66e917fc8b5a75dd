//! What those hear who do not see the basket, and what its button says.

use super::*;

/// What the live regions say, beside the panel and in it, each with the key that makes it another element.
fn announced(page: &Page) -> Vec<(String, String)> {
    fn collect(node: &Value, into: &mut Vec<(String, String)>) {
        let Some([head, _, children @ ..]) = node.as_array().map(Vec::as_slice) else { return };
        if *head == "p|class=said|role=status" {
            let said = children.first().map_or_else(Default::default, |span| {
                let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                (text(&span[2]), span[1][":key"].to_string())
            });
            into.push(said);
        }
        for child in children {
            collect(child, into);
        }
    }
    let mut all = vec![];
    collect(&serde_json::from_str(&page.shown).unwrap(), &mut all);
    all
}

fn texts(page: &Page) -> Vec<String> {
    announced(page).into_iter().map(|(text, _)| text).collect()
}

fn add(page: &mut Page, mugs_then: u32) {
    page.send(&json!(["add", 0, "MUG", 1, "", 1, false]));
    page.answer(200, &as_json(vec![mugs(mugs_then)]));
}

#[test]
fn the_same_thing_twice_is_heard_twice() {
    let mut page = Page::with(vec![]);
    add(&mut page, 1);
    let first = announced(&page);
    assert_eq!(first[0].0, "MUG added");
    add(&mut page, 2);
    let second = announced(&page);
    assert_eq!(second[0].0, first[0].0);
    assert_ne!(second[0].1, first[0].1);
}

#[test]
fn opening_and_closing_says_nothing_again() {
    let mut page = Page::with(vec![]);
    add(&mut page, 1);
    page.use_control(Action::Toggle.number(0), false, "");
    assert_eq!(texts(&page), ["", ""]);
    add(&mut page, 2);
    assert_eq!(texts(&page), ["", "MUG added"]);
    page.use_control(Action::Close.number(0), false, "");
    assert_eq!(texts(&page), ["", ""]);
}

#[test]
fn a_service_that_is_away_is_announced_once() {
    let mut page = Page::with(vec![mugs(1)]);
    page.send(&json!(["add", 0, "MUG", 1, "", 1, false]));
    page.answer(0, &Value::Null);
    let first = announced(&page);
    assert!(first[0].0.starts_with("No connection"), "{first:?}");
    page.send(&json!(["try", false]));
    page.answer(0, &Value::Null);
    assert_eq!(announced(&page), first);
}

#[test]
fn a_cart_that_cannot_be_shown_is_announced() {
    let mut page = Page::open(Some("cart"));
    page.answer(500, &json!({"code": "internal"}));
    assert!(texts(&page)[0].starts_with("The cart cannot be shown"), "{:?}", texts(&page));
}

#[test]
fn clearing_takes_along_what_is_still_being_added() {
    let mut page = Page::with(vec![mugs(1)]);
    page.send(&json!(["add", 0, "CHAIR", 2, "", 1, false]));
    assert_eq!(page.app.shops[0].items(), 3);
    page.send(&json!(["set", 7, "*", 0]));
    assert_eq!(page.app.shops[0].items(), 0);
    page.send(&json!(["add", 0, "PAPER", 1, "", 1, false]));
    assert_eq!(page.app.shops[0].items(), 1);
}

#[test]
fn the_button_has_no_number_before_the_cart_is_known() {
    let label = |page: &Page| page.shown.contains("\"aria-label\":\"Your cart\"");
    let mut page = Page::open(Some("cart"));
    assert!(label(&page), "{}", page.shown);
    page.answer(0, &Value::Null);
    assert!(label(&page), "{}", page.shown);
    page.send(&json!(["try", false]));
    page.answer(200, &as_json(vec![mugs(2)]));
    assert!(page.shown.contains("\"aria-label\":\"Your cart, 2 items\""), "{}", page.shown);
    // Without a cart there is nothing to wait for.
    assert!(Page::open(None).shown.contains("\"aria-label\":\"Your cart, 0, "));
}
