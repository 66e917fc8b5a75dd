//! `DELETE /v1/carts/{cart}/lines/{line}`.

use super::site::Site;

on_both_engines!(a_line_is_removed_and_the_others_stay);

fn a_line_is_removed_and_the_others_stay() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"},{"sku":"EBOOK"}"#);
    let answer = shopper.delete(&format!("{cart}/lines/1")).send();
    assert_eq!((answer.status, answer.header("etag")), (200, Some("\"2\"")));
    let lines = answer.json()["lines"].clone();
    assert_eq!(lines.as_array().unwrap().len(), 1);
    assert_eq!((&lines[0]["id"], &lines[0]["sku"]), (&"2".into(), &"EBOOK".into()));
    assert_eq!(shopper.read(&cart), answer.json());
}

on_both_engines!(a_line_that_is_not_there_cannot_be_removed);

fn a_line_that_is_not_there_cannot_be_removed() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    assert_eq!(shopper.delete(&format!("{cart}/lines/1")).send().status, 200);
    let answer = shopper.delete(&format!("{cart}/lines/1")).send();
    assert_eq!(answer.refusal(), (404, "line-unknown".to_owned()));
}

on_both_engines!(a_line_whose_product_is_gone_can_be_removed);

fn a_line_whose_product_is_gone_can_be_removed() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    site.remove_product("MUG");
    let answer = shopper.delete(&format!("{cart}/lines/1")).send();
    assert_eq!((answer.status, answer.json()["items"].as_i64()), (200, Some(0)));
}
