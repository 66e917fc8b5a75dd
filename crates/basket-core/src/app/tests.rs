use super::*;
use crate::{
    cart::{
        Line,
        tests::{cart, line, period, subscription},
    },
    json::Writer,
    locale::{Key, NATIVE, tests::PlainIntl},
    wire::write_cart,
};
use alloc::vec;
use serde_json::{Value, json};
use std::string::ToString;

/// A page with one basket, and the service's side of the talk.
struct Page {
    app: App,
    /// The last request: number, method, path, body, change.
    asked: Value,
    markers: Vec<Value>,
    /// What was said of changes that are done with.
    settled: Vec<Value>,
    /// What stands in storage.
    kept: Vec<Value>,
    saved: Vec<Value>,
    other: Vec<Value>,
    state: Value,
    shown: String,
}

impl Page {
    fn open(stored: Option<&str>) -> Self {
        let mut page = Self {
            app: App::new(),
            asked: Value::Null,
            markers: vec![],
            settled: vec![],
            kept: vec![],
            saved: vec![],
            other: vec![],
            state: Value::Null,
            shown: String::new(),
        };
        page.mount(1, &json!({"api_key": "pk"}), &json!({}), stored);
        page
    }

    fn mount(&mut self, basket: u32, config: &Value, attributes: &Value, stored: Option<&str>) {
        let english = NATIVE.iter().find(|(code, _)| *code == "en").unwrap().1;
        let message =
            json!(["mount", basket, config, attributes, "en", "en", "en", english, "", stored]);
        self.send(&message);
    }

    /// Opens a page whose cart has these lines.
    fn with(lines: Vec<Line>) -> Self {
        let mut page = Self::open(Some("cart"));
        page.answer(200, &as_json(lines));
        page
    }

    fn send(&mut self, message: &Value) {
        let message = message.to_string();
        let effects = self.app.receive(json::parse(&message).unwrap().root(), &PlainIntl);
        for effect in serde_json::from_str::<Vec<Value>>(&std::format!("[{effects}]")).unwrap() {
            match effect[0].as_str().unwrap() {
                "ask" => {
                    assert!(self.asked.is_null(), "two requests at a time: {effect}");
                    self.asked = effect;
                }
                "settle" => {
                    let key = effect[1].as_str();
                    self.kept.retain(|kept| kept[2] != effect[2] || kept[1].as_str() != key);
                    if effect[3] != 0 {
                        self.markers.push(effect[4].clone());
                    }
                    self.settled.push(effect);
                }
                "keep" => {
                    let of = |number: &Value| self.kept.iter().position(|kept| kept[2] == *number);
                    match of(&effect[3]).or_else(|| of(&effect[2])) {
                        Some(at) => self.kept[at] = effect,
                        None => self.kept.push(effect),
                    }
                }
                "save" => self.saved.push(effect[2].clone()),
                "state" => self.state = effect[2].clone(),
                "show" => self.shown = effect[2].to_string(),
                _ => self.other.push(effect),
            }
        }
    }

    /// Answers the request under way.
    fn answer(&mut self, status: u16, body: &Value) {
        let request = self.asked[1].clone();
        self.asked = Value::Null;
        self.send(&json!(["response", request, status, body]));
    }

    /// What the last request asks: method, path and body, as the shell makes them.
    fn request(&self) -> (&'static str, String, Value) {
        let cart = self.asked[4].as_str().unwrap_or_default();
        let path = |end: &str| match cart {
            "" => std::format!("/v1/carts{end}"),
            cart => std::format!("/v1/carts/{cart}{end}"),
        };
        match self.asked[2].as_u64() {
            Some(0) if cart.is_empty() => ("GET", "/v1/shop".into(), Value::Null),
            Some(0) => ("GET", path(""), Value::Null),
            Some(1) => {
                let kept = self.kept.iter().find(|kept| kept[2] == self.asked[5]).unwrap();
                match (kept[4].as_str().unwrap(), cart) {
                    ("", "") => ("POST", path(""), json!({"lines": [kept[5]]})),
                    ("", _) => ("POST", path("/lines"), kept[5].clone()),
                    ("*", _) => ("DELETE", path("/lines"), Value::Null),
                    (line, _) => ("PATCH", path(&std::format!("/lines/{line}")), kept[5].clone()),
                }
            }
            Some(2) => ("POST", path("/checkout"), json!({"locale": self.asked[6]})),
            _ => ("", String::new(), Value::Null),
        }
    }

    /// Uses the control that does this.
    fn use_control(&mut self, action: u32, typing: bool, value: &str) {
        assert!(self.shows(action), "no such control");
        self.send(&json!(["use", 1, action, typing, value]));
    }

    fn shows(&self, action: u32) -> bool {
        let on = std::format!("\":on\":{action}");
        self.shown.contains(&(on.clone() + ",")) || self.shown.contains(&(on + "}"))
    }

    fn quantities(&self) -> Vec<u32> {
        self.app.shops[0].lines().iter().map(|line| line.quantity).collect()
    }

    fn said(&self) -> (Option<Key>, &str, u32) {
        let Say { key, name, count } = &self.app.shops[0].said;
        (*key, name, *count)
    }
}

fn as_json(lines: Vec<Line>) -> Value {
    let mut writer = Writer::new();
    write_cart(&mut writer, &cart(lines));
    serde_json::from_str(&writer.finish()).unwrap()
}

fn mugs(quantity: u32) -> Line {
    line("1", "MUG", quantity, 1800)
}

#[test]
fn without_a_stored_cart_the_shop_is_asked_and_the_basket_is_empty() {
    let mut page = Page::open(None);
    assert_eq!(page.request(), ("GET", "/v1/shop".into(), Value::Null));
    assert_eq!(page.state, "loading");
    page.answer(200, &json!({"name": "Elm & Oak"}));
    assert_eq!(page.state, "empty");
    assert!(page.asked.is_null());
}

#[test]
fn a_stored_cart_is_read() {
    let mut page = Page::open(Some("cart"));
    assert_eq!(page.request(), ("GET", "/v1/carts/cart".into(), Value::Null));
    page.answer(200, &as_json(vec![mugs(2)]));
    assert_eq!((page.state.as_str(), page.quantities()), (Some("filled"), vec![2]));
}

#[test]
fn what_storage_holds_cannot_become_another_address() {
    assert_eq!(Page::open(Some("../shop?x=")).request().1, "/v1/shop");
}

#[test]
fn the_first_addition_makes_the_cart_and_remembers_it() {
    let mut page = Page::open(None);
    page.answer(200, &json!({}));
    page.send(&json!(["add", 1, "MUG", 2, "", 1, false]));
    let line = json!({"sku": "MUG", "quantity": 2, "frequency": null, "interval": null});
    assert_eq!(page.request(), ("POST", "/v1/carts".into(), json!({"lines": [line]})));
    assert_eq!((page.state.as_str(), page.app.shops[0].items()), (Some("updating"), 2));
    page.answer(201, &as_json(vec![mugs(2)]));
    assert_eq!(page.markers, ["done"]);
    assert_eq!(page.saved, ["cart"]);
    assert_eq!(page.said(), (Some(Key::Added), "MUG", 0));
}

#[test]
fn an_addition_made_before_the_first_answer_waits_for_it() {
    let mut page = Page::open(Some("cart"));
    page.send(&json!(["add", 1, "COFFEE", 1, "monthly", 3, false]));
    assert_eq!(page.request().0, "GET");
    page.answer(200, &as_json(vec![mugs(1)]));
    let line = json!({"sku": "COFFEE", "quantity": 1, "frequency": "monthly", "interval": 3});
    assert_eq!(page.request(), ("POST", "/v1/carts/cart/lines".into(), line));
}

#[test]
fn a_marker_that_makes_no_sense_says_error() {
    let mut page = Page::with(vec![]);
    page.send(&json!(["add", 1, "", 1, "", 1, false]));
    page.send(&json!(["add", 1, "MUG", 0, "", 1, false]));
    page.send(&json!(["add", 1, "MUG", null, "", 1, false]));
    page.send(&json!(["add", 1, "MUG", 1, "hourly", 1, false]));
    assert_eq!(page.markers, ["error"; 4]);
    assert!(page.asked.is_null());
}

#[test]
fn quick_steps_show_at_once_and_go_out_as_one() {
    let mut page = Page::with(vec![mugs(1)]);
    for _ in 0..4 {
        page.use_control(Action::Increase.number(0), false, "");
    }
    assert_eq!(page.quantities(), [5]);
    // The first was under way already; the other three became one.
    assert_eq!(page.request(), ("PATCH", "/v1/carts/cart/lines/1".into(), json!({"quantity": 2})));
    page.answer(200, &as_json(vec![mugs(2)]));
    assert_eq!(page.quantities(), [5]);
    assert_eq!(page.request().2, json!({"quantity": 5}));
    page.answer(200, &as_json(vec![mugs(5)]));
    assert!(page.asked.is_null());
    assert_eq!(page.said(), (Some(Key::Updated), "MUG", 5));
}

#[test]
fn the_stepper_stops_at_one_and_at_the_stock() {
    let mut page = Page::with(vec![Line { stock: Some(2), ..mugs(1) }]);
    page.use_control(Action::Decrease.number(0), false, "");
    assert_eq!((page.quantities(), page.asked.is_null()), (vec![1], true));
    page.use_control(Action::Increase.number(0), false, "");
    page.use_control(Action::Increase.number(0), false, "");
    assert_eq!(page.quantities(), [2]);
}

#[test]
fn what_is_typed_counts_when_it_is_finished_and_a_number() {
    let mut page = Page::with(vec![mugs(3)]);
    page.use_control(Action::Quantity.number(0), true, "1");
    assert!(page.asked.is_null());
    for nonsense in ["", "x", "-1", "1.5"] {
        page.use_control(Action::Quantity.number(0), false, nonsense);
        assert_eq!((page.quantities(), page.asked.is_null()), (vec![3], true), "{nonsense}");
    }
    page.use_control(Action::Quantity.number(0), false, " 12 ");
    assert_eq!(page.request().2, json!({"quantity": 12}));
    page.answer(200, &as_json(vec![mugs(12)]));
    page.use_control(Action::Quantity.number(0), false, "0");
    assert_eq!(page.quantities(), [] as [u32; 0]);
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
    assert_eq!(page.request(), ("GET", "/v1/carts/cart".into(), Value::Null));
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
    assert_eq!(page.other, vec![json!(["report", "pk", "notice"]); 2]);
}

#[test]
fn a_removal_gives_the_focus_to_the_card_that_takes_the_place() {
    let mut page = Page::with(vec![mugs(1), line("2", "CHAIR", 1, 1), line("3", "LAMP", 1, 1)]);
    for expected in [Action::Remove.number(1), Action::Remove.number(0), Action::Close.number(0)] {
        let last = page.quantities().len() - 1;
        page.use_control(Action::Remove.number(last.min(1)), false, "");
        let focus = page.other.pop().unwrap();
        assert_eq!(focus, json!(["focus", 1, expected]));
        assert!(page.shows(expected));
    }
}

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
    let first = page.asked[5].clone();
    page.answer(0, &Value::Null);
    page.use_control(Action::Increase.number(0), false, "");
    page.send(&json!(["try"]));
    assert_eq!(page.request().2, json!({"quantity": 3}));
    assert_ne!(page.asked[5], first);
}

#[test]
fn a_cart_that_is_gone_is_replaced_once_and_quietly() {
    let mut page = Page::with(vec![mugs(1)]);
    page.send(&json!(["add", 1, "CHAIR", 1, "", 1, false]));
    let first = page.asked[5].clone();
    page.use_control(Action::Remove.number(0), false, "");
    page.answer(410, &json!({"code": "cart-expired"}));
    // The line that was to be removed is gone with its cart; the addition starts a new one.
    assert_eq!(page.saved, [Value::Null]);
    assert_eq!((page.request().0, page.request().1.as_str()), ("POST", "/v1/carts"));
    assert_ne!(page.asked[5], first);
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
    page.answer(200, &json!({}));
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
    page.answer(200, &json!({}));
    assert_eq!(page.request().1, "/v1/carts");
    page.answer(401, &json!({"code": "key-unknown"}));
    page.send(&json!(["add", 1, "MUG", 1, "", 1, false]));
    assert_eq!(page.markers, ["error", "error"]);
}

#[test]
fn a_late_answer_is_ignored() {
    let mut page = Page::with(vec![mugs(1)]);
    page.send(&json!(["response", 1, 200, as_json(vec![mugs(7)])]));
    page.send(&json!(["response", 99, 410, null]));
    assert_eq!((page.quantities(), page.saved.len()), (vec![1], 0));
}

#[test]
fn an_answer_that_is_no_cart_is_an_error_not_a_panic() {
    for body in [json!(null), json!([]), json!({"id": "x"}), json!({"lines": 3, "currency": 1})] {
        let mut page = Page::open(Some("cart"));
        page.answer(200, &body);
        assert_eq!(page.state, "error", "{body}");
    }
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

#[test]
fn baskets_with_one_key_share_a_cart_and_open_in_turn() {
    let mut page = Page::with(vec![mugs(1)]);
    page.mount(2, &json!({"api_key": "pk"}), &json!({"persistent": ""}), None);
    assert!(page.asked.is_null());
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
    assert_eq!(page.other.pop(), Some(json!(["checkout", 1])));
    page.send(&json!(["checkout", 1, false]));
    assert!(page.asked.is_null());
    page.send(&json!(["checkout", 1, true]));
    assert_eq!(page.request(), ("POST", "/v1/carts/cart/checkout".into(), json!({"locale": "en"})));
    page.answer(200, &json!({"url": "https://shop.example/pay"}));
    assert_eq!(page.other.pop(), Some(json!(["go", "https://shop.example/pay"])));
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
    page.use_control(remove, false, "");
    assert!(page.shown.contains("MUG removed") && page.shown.contains("Undo"), "{}", page.shown);
    page.answer(
        200,
        &as_json(vec![subscription("2", "COFFEE", 1, 2100, period(Frequency::Monthly, 1))]),
    );
    page.other.clear();
    page.use_control(undo, false, "");
    assert_eq!(
        page.request().2,
        json!({"sku": "MUG", "quantity": 3, "frequency": null, "interval": null})
    );
    assert_eq!(page.other, [json!(["focus", 1, Action::Close.number(0)])]);
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
        let message = json!(["mount", 2, {"api_key": "pk"}, attributes, "en", "en", "en", "", "", null, true]);
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
    let back = json!(["focus", 1, toggle]);
    for (close, focus) in [
        (json!(["dismiss", 1, false]), Some(back.clone())),
        (json!(["use", 1, Action::Close.number(0), false, ""]), Some(back)),
        (json!(["dismiss", 1, true]), None),
    ] {
        page.use_control(toggle, false, "");
        page.other.clear();
        page.send(&close);
        assert_eq!(page.other.pop(), focus);
    }
    // Escape on a page whose basket is closed is none of ours.
    page.send(&json!(["dismiss", 1, false]));
    assert!(page.other.is_empty());
}

#[test]
fn every_change_is_kept_before_it_is_sent_and_until_it_is_settled() {
    let mut page = Page::with(vec![mugs(1)]);
    page.send(&json!(["add", 7, "CHAIR", 1, "", 1, false]));
    page.use_control(Action::Increase.number(0), false, "");
    let kept = |page: &Page| page.kept.iter().map(|kept| kept[4].clone()).collect::<Vec<_>>();
    assert_eq!(kept(&page), ["", "1"]);
    page.answer(200, &as_json(vec![mugs(1), line("2", "CHAIR", 1, 1)]));
    assert_eq!(page.settled, [json!(["settle", "pk", 1, 7, "done", ""])]);
    assert_eq!(kept(&page), ["1"]);
    page.answer(409, &json!({"code": "limit-reached"}));
    assert_eq!(page.settled[1], json!(["settle", "pk", 2, 0, "error", "limit-reached"]));
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
    assert_eq!((page.kept.len(), &page.kept[3][5]), (4, &json!({"quantity": 8})));
}

#[test]
fn a_change_that_another_page_left_behind_keeps_its_number() {
    let mut page = Page::open(Some("cart"));
    page.send(&json!(["set", 0, "1", 4, 0, 0, 0, "pk", 1_000_000_001]));
    page.send(&json!(["add", 0, "MUG", 1, null, 1, false, "pk", 1_000_000_002]));
    page.send(&json!(["add", 0, "MUG", 1, null, 1, false, "other", 1_000_000_003]));
    page.answer(200, &as_json(vec![mugs(1)]));
    assert_eq!(page.request().1, "/v1/carts/cart/lines/1");
    assert_eq!(page.asked[5], 1_000_000_001);
    assert_eq!(page.kept.len(), 2);
}

#[test]
fn a_script_sets_removes_and_clears() {
    let mut page = Page::with(vec![mugs(3), line("2", "CHAIR", 1, 1)]);
    page.send(&json!(["set", 9, "2", 0]));
    assert_eq!(page.quantities(), [3]);
    page.answer(200, &as_json(vec![mugs(3)]));
    page.send(&json!(["set", 10, "*", 0]));
    assert_eq!(page.request(), ("DELETE", "/v1/carts/cart/lines".into(), Value::Null));
    assert_eq!(page.quantities(), [] as [u32; 0]);
    page.answer(200, &as_json(vec![]));
    for nonsense in [json!(["set", 11, "1", -1]), json!(["set", 11, "1", 1.5]), json!(["set", 11])]
    {
        page.send(&nonsense);
        assert_eq!(page.settled.pop().unwrap()[4], "error", "{nonsense}");
    }
    assert!(page.asked.is_null());
}

#[test]
fn without_a_cart_there_is_no_line_to_change() {
    let mut page = Page::open(None);
    page.send(&json!(["set", 5, "1", 2]));
    page.answer(200, &json!({}));
    assert_eq!(page.markers, ["error"]);
    assert!(page.asked.is_null() && page.kept.is_empty());
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
    assert_eq!((page.quantities(), page.asked.is_null()), (vec![3], true));
    page.send(&json!(["heard", "pk", "cart", with(6, 2)]));
    assert_eq!(page.quantities(), [3]);
    // An answer that another tab has overtaken confirms the change, and the cart is read again.
    page.use_control(Action::Increase.number(0), false, "");
    page.send(&json!(["heard", "pk", "cart", with(9, 6)]));
    page.answer(200, &with(8, 4));
    assert_eq!((page.request().0, page.kept.len()), ("GET", 0));
    page.answer(200, &with(9, 6));
    assert_eq!((page.quantities(), page.asked.is_null()), (vec![6], true));
}

#[test]
fn another_cart_of_another_tab_takes_the_place_of_this_one() {
    let mut page = Page::with(vec![mugs(1)]);
    page.send(&json!(["add", 0, "CHAIR", 1, "", 1, false]));
    page.send(&json!(["set", 3, "1", 5]));
    let late = page.asked[1].clone();
    page.asked = Value::Null;
    page.send(&json!(["heard", "pk", "new"]));
    // Lines of the old cart are gone; what is to be added goes into the new one.
    assert_eq!(
        (page.request().1.as_str(), &page.markers[..]),
        ("/v1/carts/new", &[json!("error")][..])
    );
    page.send(&json!(["response", late, 410, null]));
    assert!(page.saved.is_empty());
    let mut new = as_json(vec![]);
    new["id"] = "new".into();
    page.answer(200, &new);
    assert_eq!(page.request().1, "/v1/carts/new/lines");
    // The service remembers it for the old cart, so it becomes another request.
    let first = page.asked[5].clone();
    page.answer(409, &json!({"code": "idempotency-mismatch"}));
    assert_eq!((page.request().1.as_str(), page.kept.len()), ("/v1/carts/new/lines", 1));
    assert_ne!(page.asked[5], first);
}

#[test]
fn a_doubt_is_not_answered_by_what_was_asked_before() {
    let mut page = Page::open(Some("cart"));
    page.send(&json!(["try", true]));
    page.answer(200, &as_json(vec![mugs(1)]));
    assert_eq!(page.request().0, "GET");
    page.answer(200, &as_json(vec![mugs(2)]));
    assert_eq!((page.quantities(), page.asked.is_null()), (vec![2], true));
}

#[test]
fn an_outage_at_the_first_read_keeps_what_is_waiting() {
    let mut page = Page::open(Some("cart"));
    page.send(&json!(["add", 4, "MUG", 1, "", 1, false]));
    page.answer(503, &json!({"code": "unavailable"}));
    assert_eq!((page.state.as_str(), page.kept.len()), (Some("error"), 1));
    page.use_control(Action::Answer.number(0), false, "");
    page.answer(200, &as_json(vec![]));
    assert_eq!(page.request().0, "POST");
}

#[test]
fn changes_of_two_shops_never_have_one_number() {
    let mut page = Page::with(vec![]);
    page.mount(2, &json!({"api_key": "other"}), &json!({}), None);
    page.answer(200, &json!({}));
    page.send(&json!(["add", 1, "MUG", 1, "", 1, false]));
    page.asked = Value::Null;
    page.send(&json!(["add", 2, "MUG", 1, "", 1, false, "other"]));
    assert_ne!(page.kept[0][2], page.kept[1][2]);
}
