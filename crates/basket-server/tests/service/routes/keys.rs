//! API keys, and what they open.

use super::site::Site;
use basket_model::key::{KeyKind, NewKey};
use std::time::Duration;

fn refusal(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

on_both_engines!(a_request_without_a_key_is_refused);

fn a_request_without_a_key_is_refused() {
    let site = Site::open();
    let answer = site.caller(None).get("/v1/shop").send();
    assert_eq!(answer.refusal(), refusal(401, "key-missing"));
    assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
    insta::assert_snapshot!(answer.snapshot(), @r#"
    {
      "type": "urn:service-basket:problem:key-missing",
      "title": "The request has no API key.",
      "status": 401,
      "detail": "Send the API key as `Authorization: Bearer …`, or as `?key=` on GET.",
      "code": "key-missing",
      "hint": "Send `Authorization: Bearer KEY`, or `?key=KEY` when reading."
    }
    "#);
}

on_both_engines!(a_key_of_no_shop_is_refused_wherever_it_stands);

fn a_key_of_no_shop_is_refused_wherever_it_stands() {
    let site = Site::open();
    let answer = site.caller(Some("pk_wrong")).get("/v1/shop").send();
    assert_eq!(answer.refusal(), refusal(401, "key-unknown"));
    let answer = site.caller(None).get("/v1/shop?key=pk_wrong").send();
    assert_eq!(answer.refusal(), refusal(401, "key-unknown"));
}

on_both_engines!(a_key_in_the_address_serves_for_reading_only);

fn a_key_in_the_address_serves_for_reading_only() {
    let site = Site::open();
    let anonymous = site.caller(None);
    assert_eq!(anonymous.get("/v1/shop?key=pk_demo").send().status, 200);
    let answer = anonymous.post("/v1/carts?key=pk_demo").send();
    assert_eq!(answer.refusal(), refusal(401, "key-missing"));
}

on_both_engines!(the_header_wins_over_the_address);

fn the_header_wins_over_the_address() {
    let site = Site::open();
    let answer = site.caller(Some("pk_wrong")).get("/v1/shop?key=pk_demo").send();
    assert_eq!(answer.refusal(), refusal(401, "key-unknown"));
}

on_both_engines!(a_shop_that_lists_origins_refuses_others);

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

on_both_engines!(a_cart_of_another_shop_does_not_exist);

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

on_both_engines!(a_revoked_key_is_refused_from_then_on);

fn a_revoked_key_is_refused_from_then_on() {
    let site = Site::open();
    let cart = site.shopper().cart(r#"{"sku":"MUG"}"#);
    let shop = site.demo_shop();
    assert!(site.wait(site.store.keys().revoke(shop, "pk_demo")).unwrap());
    let answer = site.shopper().get(&cart).send();
    assert_eq!(answer.refusal(), refusal(401, "key-unknown"));
    let add = site.shopper().post(&format!("{cart}/lines")).json(r#"{"sku":"MUG"}"#).send();
    assert_eq!(add.refusal(), refusal(401, "key-unknown"));
    let again = site.wait(site.store.keys().revoke(shop, "pk_demo")).unwrap();
    assert!(!again, "it has ended already");
}

on_both_engines!(a_rotated_key_lives_on_beside_its_successor_for_the_time_chosen);

fn a_rotated_key_lives_on_beside_its_successor_for_the_time_chosen() {
    let site = Site::open();
    let successor = NewKey::random(KeyKind::Publishable).unwrap();
    let new = successor.text().to_owned();
    let overlap = Duration::from_hours(48);
    let rotate = site.store.keys().rotate(site.demo_shop(), "pk_demo", successor, overlap);
    assert!(site.wait(rotate).unwrap());
    let status = |key: &str| site.caller(Some(key)).get("/v1/shop").send().status;
    assert_eq!((status("pk_demo"), status(&new)), (200, 200));
    site.let_hours_pass(48);
    assert_eq!((status("pk_demo"), status(&new)), (401, 200));
    let unknown = NewKey::random(KeyKind::Publishable).unwrap();
    let rotate = site.store.keys().rotate(1, "pk_other", unknown, overlap);
    assert!(!site.wait(rotate).unwrap(), "the shop has no such key");
}

on_both_engines!(a_secret_key_is_no_shoppers_key);

fn a_secret_key_is_no_shoppers_key() {
    let site = Site::open();
    let shop = site.demo_shop();
    let key = NewKey::random(KeyKind::Secret).unwrap();
    let text = key.text().to_owned();
    site.wait(site.store.keys().create(shop, key)).unwrap();
    let name = text.rsplit_once('_').unwrap().0;
    for key in [&text, name] {
        let answer = site.caller(Some(key)).get("/v1/shop").send();
        assert_eq!(answer.refusal(), refusal(401, "key-unknown"), "{key}");
    }
    let opened = |key: &str| site.wait(site.store.shops().of_secret(key)).unwrap();
    assert_eq!(opened(&text).unwrap().id, shop);
    assert_eq!(opened(&format!("{text}0")), None);
    assert_eq!(opened(name), None);
    assert_eq!(opened("pk_demo"), None);
    let kept: Vec<_> = site.wait(site.store.keys().all(shop)).unwrap();
    let names: Vec<_> = kept.iter().map(|key| (&*key.name, key.kind)).collect();
    assert_eq!(names, [("pk_demo", KeyKind::Publishable), (name, KeyKind::Secret)]);
}
