//! `Idempotency-Key`.

use super::{
    shopper::{Answer, Shopper},
    site::Site,
};
use basket_core::product::Product;

fn add(shopper: &Shopper, cart: &str, key: &str, body: &str) -> Answer {
    shopper.post(&format!("{cart}/lines")).header("idempotency-key", key).json(body).send()
}

on_both_engines!(a_repeated_change_is_made_once_and_answered_as_before);

fn a_repeated_change_is_made_once_and_answered_as_before() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart("");
    let first = add(&shopper, &cart, "k1", r#"{"sku":"MUG"}"#);
    let again = add(&shopper, &cart, "k1", r#"{"sku":"MUG"}"#);
    assert_eq!((first.status, again.status), (200, 200));
    assert_eq!(first.text(), again.text());
    add(&shopper, &cart, "k2", r#"{"sku":"MUG"}"#);
    // A late repetition shows the cart as it is now, and changes nothing.
    let late = add(&shopper, &cart, "k1", r#"{"sku":"MUG"}"#);
    assert_eq!((late.status, late.header("etag")), (200, Some("\"3\"")));
    assert_eq!(late.json()["items"], 2);
}

on_both_engines!(a_repeated_creation_gives_the_same_cart);

fn a_repeated_creation_gives_the_same_cart() {
    let site = Site::open();
    let create = || {
        let call = site.shopper().post("/v1/carts").header("idempotency-key", "new");
        call.json(r#"{"lines":[{"sku":"MUG"}]}"#).send()
    };
    let (first, again) = (create(), create());
    assert_eq!((first.status, again.status), (201, 201));
    assert_eq!(first.text(), again.text());
    assert_eq!(first.header("location"), again.header("location"));
}

on_both_engines!(a_key_used_for_something_else_is_refused);

fn a_key_used_for_something_else_is_refused() {
    let site = Site::open();
    let shopper = site.shopper();
    let (cart, other) = (shopper.cart(""), shopper.cart(""));
    let mismatch = (409, "idempotency-mismatch".to_owned());
    assert_eq!(add(&shopper, &cart, "k", r#"{"sku":"MUG"}"#).status, 200);
    assert_eq!(add(&shopper, &cart, "k", r#"{"sku":"EBOOK"}"#).refusal(), mismatch);
    assert_eq!(add(&shopper, &other, "k", r#"{"sku":"MUG"}"#).refusal(), mismatch);
    let empty = shopper.delete(&format!("{cart}/lines")).header("idempotency-key", "k").send();
    assert_eq!(empty.refusal(), mismatch);
    assert_eq!(shopper.read(&cart)["items"], 1);
}

on_both_engines!(keys_of_two_shops_do_not_meet);

fn keys_of_two_shops_do_not_meet() {
    let site = Site::open();
    site.open_shop("pk_other", &[]);
    let create = |shopper: Shopper| {
        shopper.post("/v1/carts").header("idempotency-key", "same").send().json()["id"].clone()
    };
    assert_ne!(create(site.shopper()), create(site.caller(Some("pk_other"))));
}

on_both_engines!(a_refusal_is_repeated_too);

fn a_refusal_is_repeated_too() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart("");
    let lamp = r#"{"sku":"LAMP"}"#;
    let first = add(&shopper, &cart, "k", lamp);
    site.put_product(Product { stock: Some(5), ..site.product("LAMP") });
    let again = add(&shopper, &cart, "k", lamp);
    assert_eq!(first.refusal(), (409, "out-of-stock".to_owned()));
    assert_eq!(first.text(), again.text());
    assert_eq!(add(&shopper, &cart, "another", lamp).status, 200);
}

on_both_engines!(a_repetition_counts_even_when_the_version_has_moved_on);

fn a_repetition_counts_even_when_the_version_has_moved_on() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart("");
    let once = || {
        let call = shopper.post(&format!("{cart}/lines")).header("idempotency-key", "k");
        call.header("if-match", "\"1\"").json(r#"{"sku":"MUG"}"#).send()
    };
    assert_eq!((once().status, once().status), (200, 200));
    assert_eq!(shopper.read(&cart)["items"], 1);
}

on_both_engines!(a_version_mismatch_does_not_use_the_key_up);

fn a_version_mismatch_does_not_use_the_key_up() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart("");
    let with = |tag: &str| {
        let call = shopper.post(&format!("{cart}/lines")).header("idempotency-key", "k");
        call.header("if-match", tag).json(r#"{"sku":"MUG"}"#).send().status
    };
    assert_eq!((with("\"9\""), with("\"1\"")), (412, 200));
}

on_both_engines!(keys_that_cannot_be_are_refused);

fn keys_that_cannot_be_are_refused() {
    let site = Site::open();
    let shopper = site.shopper();
    let with = |key: &str| shopper.post("/v1/carts").header("idempotency-key", key).send();
    assert_eq!(with(&"k".repeat(255)).status, 201);
    let answer = with(&"k".repeat(256));
    assert_eq!(answer.refusal(), (422, "value-invalid".to_owned()));
    assert_eq!(answer.json()["field"], "Idempotency-Key");
    assert_eq!(with("").refusal(), (422, "value-invalid".to_owned()));
}

on_both_engines!(one_key_from_many_callers_at_once_makes_one_cart);

fn one_key_from_many_callers_at_once_makes_one_cart() {
    let site = Site::open();
    let shopper = site.shopper();
    let ids: Vec<String> = std::thread::scope(|scope| {
        let create = || {
            let answer = shopper.post("/v1/carts").header("idempotency-key", "crowd").send();
            answer.json()["id"].as_str().unwrap().to_owned()
        };
        let callers: Vec<_> = (0..32).map(|_| scope.spawn(create)).collect();
        callers.into_iter().map(|caller| caller.join().unwrap()).collect()
    });
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
}

on_both_engines!(a_key_is_remembered_for_a_day_and_free_again_afterwards);

fn a_key_is_remembered_for_a_day_and_free_again_afterwards() {
    let site = Site::open();
    let create = || site.shopper().post("/v1/carts").header("idempotency-key", "k").send().json();
    let first = create();
    site.let_hours_pass(24);
    assert_eq!(site.tidy(), Ok(false));
    assert_eq!(create()["id"], first["id"]);
    // It is forgotten on the minute, not when somebody tidies up.
    site.let_hours_pass(1);
    let second = create();
    assert_ne!(second["id"], first["id"]);
    assert_eq!(create()["id"], second["id"]);
    assert_eq!(site.tidy(), Ok(false));
    assert_eq!(create()["id"], second["id"]);
}
