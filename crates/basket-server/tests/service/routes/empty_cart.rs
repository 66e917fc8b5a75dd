//! `DELETE /v1/carts/{cart}/lines`.

use super::site::Site;

on_both_engines!(a_cart_is_emptied_at_once);

fn a_cart_is_emptied_at_once() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"},{"sku":"EBOOK"}"#);
    let answer = shopper.delete(&format!("{cart}/lines")).send();
    assert_eq!((answer.status, answer.header("etag")), (200, Some("\"2\"")));
    assert_eq!(answer.json()["lines"].as_array().unwrap().len(), 0);
    assert_eq!(shopper.read(&cart), answer.json());
}

on_both_engines!(emptying_an_empty_cart_changes_nothing);

fn emptying_an_empty_cart_changes_nothing() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart("");
    let answer = shopper.delete(&format!("{cart}/lines")).send();
    assert_eq!((answer.status, answer.header("etag")), (200, Some("\"1\"")));
}
