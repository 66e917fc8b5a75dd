//! `ETag`, `If-Match` and `If-None-Match`.

use super::site::Site;

on_both_engines!(a_change_is_made_only_to_the_version_expected);

fn a_change_is_made_only_to_the_version_expected() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    let mismatch = (412, "version-mismatch".to_owned());
    let add = |tag: &str| {
        let call = shopper.post(&format!("{cart}/lines")).header("if-match", tag);
        call.json(r#"{"sku":"MUG"}"#).send()
    };
    assert_eq!(add("\"2\"").refusal(), mismatch);
    assert_eq!(add("W/\"1\"").refusal(), mismatch, "a weak tag never matches");
    assert_eq!(add("1").refusal(), mismatch, "a tag has quotes");
    assert_eq!(add("\"9\", \"1\"").status, 200);
    assert_eq!(add("*").status, 200);
    assert_eq!(add("\"3\"").status, 200);
    let old = |call: super::shopper::Call| call.header("if-match", "\"1\"").send().refusal();
    let change = shopper.patch(&format!("{cart}/lines/1")).json(r#"{"quantity":1}"#);
    assert_eq!(old(change), mismatch);
    assert_eq!(old(shopper.delete(&format!("{cart}/lines/1"))), mismatch);
    assert_eq!(old(shopper.delete(&format!("{cart}/lines"))), mismatch);
    assert_eq!(shopper.read(&cart)["items"], 4);
}
