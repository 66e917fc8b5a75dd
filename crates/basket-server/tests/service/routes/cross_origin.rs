//! Calls from pages of other origins.

use super::site::Site;
use ureq::http::Method;

on_both_engines!(preflights_are_answered_for_a_day);

fn preflights_are_answered_for_a_day() {
    let site = Site::open();
    let call = site.caller(None).call(Method::OPTIONS, "/v1/carts/x/lines/1");
    let answer = call
        .header("origin", "https://shop.example")
        .header("access-control-request-method", "PATCH")
        .header("access-control-request-headers", "authorization,if-match")
        .send();
    assert_eq!(answer.status, 204);
    for (name, value) in [
        ("access-control-allow-origin", "*"),
        ("access-control-allow-methods", "GET, POST, PUT, PATCH, DELETE"),
        (
            "access-control-allow-headers",
            "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match",
        ),
        ("access-control-max-age", "86400"),
    ] {
        assert_eq!(answer.header(name), Some(value));
    }
}

on_both_engines!(every_answer_can_be_read_by_the_page);

fn every_answer_can_be_read_by_the_page() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart("");
    for answer in [
        shopper.get(&cart).send(),
        shopper.get(&cart).header("if-none-match", "\"1\"").send(),
        shopper.get("/v1/carts/none").send(),
        shopper.get("/v1/none").send(),
        shopper.delete("/v1/shop").send(),
        site.caller(None).get("/v1/shop").send(),
    ] {
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"), "{answer:?}");
        let exposed = answer.header("access-control-expose-headers");
        assert_eq!(exposed, Some("ETag, Retry-After"), "{answer:?}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{answer:?}");
    }
}
