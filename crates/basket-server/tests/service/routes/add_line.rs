//! `POST /v1/carts/{cart}/lines`.

use super::site::Site;
use basket_core::product::Product;

fn code(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

on_both_engines!(adding_grows_the_line_of_the_same_offer_and_no_other);

fn adding_grows_the_line_of_the_same_offer_and_no_other() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"COFFEE"}"#);
    let add = |body: &str| {
        let answer = shopper.post(&format!("{cart}/lines")).json(body).send();
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer
    };
    let answer = add(r#"{"sku":"COFFEE","quantity":2}"#);
    assert_eq!(answer.header("etag"), Some("\"2\""));
    assert_eq!(answer.json()["lines"].as_array().unwrap().len(), 1);
    add(r#"{"sku":"COFFEE","frequency":"monthly"}"#);
    add(r#"{"sku":"COFFEE","frequency":"monthly","interval":3}"#);
    let answer = add(r#"{"sku":"COFFEE","frequency":"monthly","interval":1}"#);
    let found: Vec<String> = answer.json()["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            format!("{} {}x{} {}", line["id"], line["quantity"], line["interval"], line["price"])
        })
        .collect();
    assert_eq!(found, [r#""1" 3xnull 7200"#, r#""2" 2x1 4200"#, r#""3" 1x3 6000"#]);
    assert_eq!(shopper.read(&cart), answer.json());
}

on_both_engines!(what_the_shop_does_not_sell_is_refused);

fn what_the_shop_does_not_sell_is_refused() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart("");
    let add = |body: &str| shopper.post(&format!("{cart}/lines")).json(body).send();
    let answer = add(r#"{"sku":"BOAT"}"#);
    assert_eq!(answer.refusal(), code(422, "sku-unknown"));
    assert_eq!(answer.json()["detail"], "The shop has no product with the SKU \"BOAT\".");
    let endless = add(&format!(r#"{{"sku":"{}"}}"#, "ä".repeat(10_000)));
    assert_eq!(endless.refusal(), code(422, "sku-unknown"));
    assert!(endless.bytes.len() < 500, "a long sku is not repeated whole");
    assert_eq!(add(r#"{"sku":"MUG\u0000"}"#).refusal(), code(422, "sku-unknown"));
    assert_eq!(add(r#"{"sku":"PAPER"}"#).refusal(), code(422, "offer-unknown"));
    let monthly = r#"{"sku":"MUG","frequency":"monthly"}"#;
    assert_eq!(add(monthly).refusal(), code(422, "offer-unknown"));
    let often = r#"{"sku":"COFFEE","frequency":"monthly","interval":2}"#;
    assert_eq!(add(often).refusal(), code(422, "offer-unknown"));
    assert_eq!(shopper.read(&cart)["version"], 1);
}

on_both_engines!(more_than_the_stock_is_refused_with_what_can_be_had);

fn more_than_the_stock_is_refused_with_what_can_be_had() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"CHAIR","quantity":2}"#);
    let add = shopper.post(&format!("{cart}/lines")).json(r#"{"sku":"CHAIR","quantity":2}"#).send();
    assert_eq!(add.refusal(), code(409, "out-of-stock"));
    insta::assert_snapshot!(add.snapshot(), @r#"
    {
      "type": "urn:service-basket:problem:out-of-stock",
      "title": "Not enough stock for this quantity.",
      "status": 409,
      "detail": "Not enough stock: only 3 available.",
      "code": "out-of-stock",
      "hint": "Choose a smaller quantity.",
      "available": 3
    }
    "#);
    assert_eq!(shopper.read(&cart)["items"], 2);
}

on_both_engines!(limits_are_refused);

fn limits_are_refused() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG","quantity":999}"#);
    let add = |body: &str| shopper.post(&format!("{cart}/lines")).json(body).send();
    assert_eq!(add(r#"{"sku":"MUG"}"#).refusal(), code(409, "limit-reached"));
    for number in 1..100 {
        let sku = format!("M{number}");
        site.put_product(Product { sku: sku.clone(), ..site.product("MUG") });
        assert_eq!(add(&format!(r#"{{"sku":"{sku}"}}"#)).status, 200);
    }
    let answer = add(r#"{"sku":"EBOOK"}"#);
    assert_eq!(answer.refusal(), code(409, "limit-reached"));
    assert_eq!(answer.json()["detail"], "A cart holds at most 100 lines.");
    assert_eq!(add(r#"{"sku":"M1"}"#).status, 200, "a line that is there may still grow");
}

on_both_engines!(a_body_must_be_json_small_and_sensible);

fn a_body_must_be_json_small_and_sensible() {
    let site = Site::open();
    let shopper = site.shopper();
    let lines = format!("{}/lines", shopper.cart(""));
    let post = || shopper.post(&lines);
    assert_eq!(post().send().refusal(), code(400, "body-invalid"));
    assert_eq!(post().json("{").send().refusal(), code(400, "body-invalid"));
    let good = r#"{"sku":"MUG"}"#;
    assert_eq!(post().body(good).send().refusal(), code(415, "body-type"));
    let text = post().header("content-type", "text/plain").body(good).send();
    assert_eq!(text.refusal(), code(415, "body-type"));
    let other = post().header("content-type", "Application/JSON; charset=UTF-8").body(good).send();
    assert_eq!(other.status, 200);
    let large = format!(r#"{{"sku":"MUG","note":"{}"}}"#, "x".repeat(64 * 1024));
    assert_eq!(post().json(&large).send().refusal(), code(413, "body-too-large"));
    let answer = post().json(r#"{"sku":"MUG","quantity":"2"}"#).send();
    assert_eq!(answer.refusal(), code(422, "value-invalid"));
    assert_eq!(answer.json()["field"], "quantity");
    let answer = post().json(r#"{"sku":"COFFEE","frequency":"hourly"}"#).send();
    assert_eq!(answer.json()["field"], "frequency");
    assert_eq!(post().json("[]").send().json()["field"], "sku");
}

on_both_engines!(an_unknown_cart_is_refused);

fn an_unknown_cart_is_refused() {
    let site = Site::open();
    for cart in ["nothing", "%FF", "%00", "0"] {
        let add = site.shopper().post(&format!("/v1/carts/{cart}/lines"));
        assert_eq!(add.json(r#"{"sku":"MUG"}"#).send().status, 404, "{cart}");
    }
}
