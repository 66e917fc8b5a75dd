//! API keys, and what they open.

use super::site::Site;

fn refusal(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

#[test]
fn a_request_without_a_key_is_refused() {
    let site = Site::open();
    let answer = site.caller(None).get("/v1/shop").send();
    assert_eq!(answer.refusal(), refusal(401, "key-missing"));
    assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
    insta::assert_snapshot!(answer.snapshot(), @r#"
    {
      "type": "urn:service-basket:problem:key-missing",
      "title": "The request carries no API key.",
      "status": 401,
      "detail": "Send the shop's key as `Authorization: Bearer …`, or as `?key=` on GET.",
      "code": "key-missing",
      "hint": "Send `Authorization: Bearer KEY`, or `?key=KEY` when reading."
    }
    "#);
}

#[test]
fn a_key_of_no_shop_is_refused_wherever_it_stands() {
    let site = Site::open();
    let answer = site.caller(Some("pk_wrong")).get("/v1/shop").send();
    assert_eq!(answer.refusal(), refusal(401, "key-unknown"));
    let answer = site.caller(None).get("/v1/shop?key=pk_wrong").send();
    assert_eq!(answer.refusal(), refusal(401, "key-unknown"));
}

#[test]
fn a_key_in_the_address_serves_for_reading_only() {
    let site = Site::open();
    let anonymous = site.caller(None);
    assert_eq!(anonymous.get("/v1/shop?key=pk_demo").send().status, 200);
    let answer = anonymous.post("/v1/carts?key=pk_demo").send();
    assert_eq!(answer.refusal(), refusal(401, "key-missing"));
}

#[test]
fn the_header_wins_over_the_address() {
    let site = Site::open();
    let answer = site.caller(Some("pk_wrong")).get("/v1/shop?key=pk_demo").send();
    assert_eq!(answer.refusal(), refusal(401, "key-unknown"));
}

#[test]
fn a_shop_that_lists_origins_refuses_others() {
    let site = Site::open();
    site.open_shop("pk_strict", &["https://shop.example"]);
    let from = |origin| {
        let caller = site.caller(Some("pk_strict"));
        caller.get("/v1/shop").header("origin", origin).send()
    };
    assert_eq!(from("https://shop.example").status, 200);
    let answer = from("https://evil.example");
    assert_eq!(answer.refusal(), refusal(403, "origin-forbidden"));
    // Without this header the page could not read why.
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    assert_eq!(from("null").refusal(), refusal(403, "origin-forbidden"));
    // A shop's own server has no origin.
    assert_eq!(site.caller(Some("pk_strict")).get("/v1/shop").send().status, 200);
}

#[test]
fn a_cart_of_another_shop_does_not_exist() {
    let site = Site::open();
    site.open_shop("pk_other", &[]);
    let cart = site.shopper().cart(r#"{"sku":"MUG"}"#);
    let stranger = site.caller(Some("pk_other"));
    let unknown = refusal(404, "cart-unknown");
    assert_eq!(stranger.get(&cart).send().refusal(), unknown);
    let add = stranger.post(&format!("{cart}/lines")).json(r#"{"sku":"MUG"}"#);
    assert_eq!(add.send().refusal(), unknown);
    let change = stranger.patch(&format!("{cart}/lines/1")).json(r#"{"quantity":5}"#);
    assert_eq!(change.send().refusal(), unknown);
    assert_eq!(stranger.delete(&format!("{cart}/lines/1")).send().refusal(), unknown);
    assert_eq!(stranger.delete(&format!("{cart}/lines")).send().refusal(), unknown);
    assert_eq!(site.shopper().read(&cart)["items"], 1);
}
