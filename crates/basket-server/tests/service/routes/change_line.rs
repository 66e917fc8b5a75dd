//! `PATCH /v1/carts/{cart}/lines/{line}`.

use super::site::Site;
use basket_core::product::Product;

fn code(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

on_both_engines!(a_line_gets_the_quantity_asked_for);

fn a_line_gets_the_quantity_asked_for() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"},{"sku":"EBOOK"}"#);
    let answer = shopper.patch(&format!("{cart}/lines/1")).json(r#"{"quantity":5}"#).send();
    assert_eq!((answer.status, answer.header("etag")), (200, Some("\"2\"")));
    assert_eq!(answer.json()["lines"][0]["quantity"], 5);
    assert_eq!(shopper.read(&cart), answer.json());
}

on_both_engines!(the_quantity_it_has_changes_nothing);

fn the_quantity_it_has_changes_nothing() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    let answer = shopper.patch(&format!("{cart}/lines/1")).json(r#"{"quantity":1}"#).send();
    assert_eq!((answer.status, answer.json()["version"].as_i64()), (200, Some(1)));
}

on_both_engines!(quantity_zero_removes_and_the_number_is_not_used_again);

fn quantity_zero_removes_and_the_number_is_not_used_again() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    let answer = shopper.patch(&format!("{cart}/lines/1")).json(r#"{"quantity":0}"#).send();
    assert_eq!(answer.json()["lines"].as_array().unwrap().len(), 0);
    let answer = shopper.post(&format!("{cart}/lines")).json(r#"{"sku":"MUG"}"#).send();
    assert_eq!(answer.json()["lines"][0]["id"], "2");
}

on_both_engines!(what_cannot_be_is_refused);

fn what_cannot_be_is_refused() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"CHAIR"}"#);
    let set =
        |line: &str, body: &str| shopper.patch(&format!("{cart}/lines/{line}")).json(body).send();
    assert_eq!(set("2", r#"{"quantity":1}"#).refusal(), code(404, "line-unknown"));
    assert_eq!(set("MUG", r#"{"quantity":1}"#).refusal(), code(404, "line-unknown"));
    let answer = set("1", r#"{"quantity":4}"#);
    assert_eq!(answer.refusal(), code(409, "out-of-stock"));
    assert_eq!(answer.json()["available"], 3);
    assert_eq!(set("1", r#"{"quantity":1000}"#).refusal(), code(409, "limit-reached"));
    for body in ["{}", r#"{"quantity":-1}"#, r#"{"quantity":1.5}"#, r#"{"quantity":null}"#] {
        assert_eq!(set("1", body).refusal(), code(422, "value-invalid"), "{body}");
    }
    assert_eq!(shopper.read(&cart)["version"], 1);
}

on_both_engines!(fewer_is_allowed_when_the_stock_has_shrunk_or_gone);

fn fewer_is_allowed_when_the_stock_has_shrunk_or_gone() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"CHAIR","quantity":3}"#);
    let set = |quantity: u32| {
        let body = format!(r#"{{"quantity":{quantity}}}"#);
        shopper.patch(&format!("{cart}/lines/1")).json(&body).send()
    };
    site.put_product(Product { stock: Some(1), ..site.product("CHAIR") });
    let answer = set(2);
    assert_eq!(
        (answer.status, answer.json()["lines"][0]["available"].as_bool()),
        (200, Some(false))
    );
    site.remove_product("CHAIR");
    assert_eq!(set(1).status, 200);
    let answer = set(2);
    assert_eq!(answer.refusal(), code(409, "out-of-stock"));
    assert_eq!(answer.json()["available"], 0);
}
