//! Several baskets, the panel and the checkout.

use super::*;

#[test]
fn baskets_with_one_key_share_a_cart_and_open_in_turn() {
    let mut page = Page::with(vec![mugs(1)]);
    page.mount(2, &json!({"api_key": "pk"}), &json!({"persistent": ""}), None);
    assert!(page.asked.is_none());
    let toggle = |page: &mut Page, at: usize| {
        page.send(&json!(["use", at + 1, Action::Toggle.number(0), false, ""]));
    };
    let open = |page: &Page| [page.app.baskets[0].open, page.app.baskets[1].open];
    toggle(&mut page, 0);
    toggle(&mut page, 1);
    assert_eq!(open(&page), [false, true]);
    // The second is persistent: neither another basket nor a click outside closes it.
    toggle(&mut page, 0);
    page.send(&json!(["dismiss", 1, true]));
    page.send(&json!(["dismiss", 2, true]));
    assert_eq!(open(&page), [false, true]);
    page.send(&json!(["dismiss", 2, false]));
    assert_eq!(open(&page), [false, false]);
    // A basket that comes takes the place of one that went.
    page.send(&json!(["forget", 1]));
    page.mount(3, &json!({"api_key": "pk"}), &json!({}), None);
    assert_eq!(page.app.baskets.iter().map(|basket| basket.id).collect::<Vec<_>>(), [3, 2]);
}

#[test]
fn the_page_is_asked_before_the_checkout() {
    let monthly = period(Frequency::Monthly, 1);
    let mut page = Page::with(vec![subscription("1", "COFFEE", 1, 2100, monthly)]);
    page.use_control(Action::Checkout.number(0), false, "");
    assert_eq!(page.other.pop(), Some(Effect::AskCheckout { basket: 1 }));
    page.send(&json!(["checkout", 1, false]));
    assert!(page.asked.is_none());
    page.send(&json!(["checkout", 1, true]));
    assert!(matches!(page.asked, Some(Effect::HandOver { cart: "cart", locale: "en", .. })));
    page.answer(200, &json!({"url": "https://shop.example/pay"}));
    assert_eq!(page.other.pop(), Some(Effect::Go { address: "https://shop.example/pay" }));
    page.send(&json!(["checkout", 1, true]));
    page.answer(404, &json!({"code": "address-unknown"}));
    assert_eq!(page.said().0, Some(Key::CheckoutError));
}

#[test]
fn without_a_usable_key_there_is_nothing_but_an_error() {
    let mut page = Page::open(None);
    page.mount(2, &json!({"api_key": 7}), &json!({}), None);
    assert_eq!(page.state, "error");
}

#[test]
fn a_removal_can_be_taken_back_until_the_next_change() {
    let mut page = Page::with(vec![
        mugs(3),
        subscription("2", "COFFEE", 1, 2100, period(Frequency::Monthly, 1)),
    ]);
    let (remove, undo) = (Action::Remove.number(0), Action::Answer.number(0));
    page.use_control(Action::Toggle.number(0), false, "");
    page.use_control(remove, false, "");
    assert!(page.shown.contains("MUG removed") && page.shown.contains("Undo"), "{}", page.shown);
    page.answer(
        200,
        &as_json(vec![subscription("2", "COFFEE", 1, 2100, period(Frequency::Monthly, 1))]),
    );
    page.other.clear();
    page.use_control(undo, false, "");
    let line = json!({"sku": "MUG", "quantity": 3, "frequency": null, "interval": null});
    assert_eq!(page.sent(), ("", line));
    assert_eq!(page.other, [Effect::Focus { basket: 1, action: Action::Close.number(0) }]);
    assert!(!page.shows(undo));
    page.answer(200, &as_json(vec![mugs(3)]));
    assert_eq!(page.quantities(), [3]);
    page.use_control(Action::Quantity.number(0), false, "0");
    assert!(page.shows(undo));
    page.answer(409, &json!({"code": "limit-reached"}));
    // It is back already, so there is nothing to take back.
    assert!(!page.shown.contains("Undo"));
}

#[test]
fn a_price_that_changed_is_marked_on_its_card() {
    let mut page = Page::with(vec![mugs(1), line("2", "CHAIR", 1, 100)]);
    assert!(!page.shown.contains("New price"));
    page.use_control(Action::Increase.number(1), false, "");
    page.answer(200, &as_json(vec![line("1", "MUG", 1, 1900), line("2", "CHAIR", 2, 100)]));
    assert_eq!(page.shown.matches("New price").count(), 1);
}

#[test]
fn only_a_persistent_basket_is_open_again_on_the_next_page() {
    for (attributes, is_open) in [(json!({}), false), (json!({"persistent": ""}), true)] {
        let mut page = Page::open(None);
        let message = json!(["mount", 2, {"api_key": "pk"}, attributes, "en", "en", "en", "", "", null, null, true]);
        page.send(&message);
        assert_eq!(page.app.baskets[1].open, is_open);
        // Later changes of the element leave it as it is.
        page.send(&json!(["use", 2, Action::Toggle.number(0), false, ""]));
        page.send(&message);
        assert_eq!(page.app.baskets[1].open, !is_open);
    }
}

#[test]
fn closing_gives_the_focus_back_unless_a_click_took_it() {
    let mut page = Page::with(vec![mugs(1)]);
    let toggle = Action::Toggle.number(0);
    let back = Effect::Focus { basket: 1, action: toggle };
    for (close, focus) in [
        (json!(["dismiss", 1, false]), Some(back)),
        (json!(["use", 1, Action::Close.number(0), false, ""]), Some(back)),
        (json!(["dismiss", 1, true]), None),
    ] {
        page.use_control(toggle, false, "");
        page.other.clear();
        page.send(&close);
        assert_eq!(page.other.pop(), focus);
    }
    // Escape on a page whose basket is closed is not handled.
    page.send(&json!(["dismiss", 1, false]));
    assert!(page.other.is_empty());
}

#[test]
fn a_cart_that_is_gone_is_not_handed_over() {
    let mut page = Page::with(vec![mugs(1)]);
    page.use_control(Action::Increase.number(0), false, "");
    page.send(&json!(["checkout", 1, true]));
    page.answer(410, &json!({"code": "cart-expired"}));
    assert_eq!((page.asked, page.state), (None, "empty"));
    assert_eq!(page.said().0, Some(Key::CheckoutError));
}

#[test]
fn a_basket_has_the_texts_it_was_given_or_english_ones() {
    let german = NATIVE.iter().find(|(code, _)| *code == "de").unwrap().1;
    for (texts, title) in [(german, "Warenkorb"), ("", "Your cart")] {
        let mut page = Page::open(None);
        let config = json!({"api_key": "pk"});
        page.send(&json!(["mount", 1, config, {}, "de", "de", "de", texts, "", null]));
        assert!(page.shown.contains(title), "{}", page.shown);
    }
}

#[test]
fn the_name_on_a_card_links_to_web_pages_only() {
    for (url, is_link) in
        [("https://shop.example/mug", true), ("javascript:alert(1)", false), ("", false)]
    {
        let page = Page::with(vec![Line { url: Some(url.into()), ..mugs(1) }]);
        assert_eq!(page.shown.contains("\"a|part=name\""), is_link, "{url}");
        assert_eq!(page.shown.contains("\"href\""), is_link, "{url}");
    }
}
