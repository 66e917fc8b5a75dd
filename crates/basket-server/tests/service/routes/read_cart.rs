//! `GET /v1/carts/{cart}`.

use super::site::{DAY, Site};
use basket_core::product::Product;

on_both_engines!(a_version_that_the_caller_has_is_not_sent_again);

fn a_version_that_the_caller_has_is_not_sent_again() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    let ask = |tag: &str| shopper.get(&cart).header("if-none-match", tag).send();
    let answer = ask("\"1\"");
    assert_eq!((answer.status, answer.bytes.len()), (304, 0));
    assert_eq!(answer.header("etag"), Some("\"1\""));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(ask("\"7\", W/\"1\"").status, 304);
    assert_eq!(ask("*").status, 304);
    assert_eq!(ask("\"2\"").status, 200);
}

on_both_engines!(prices_names_and_stock_come_from_the_catalogue);

fn prices_names_and_stock_come_from_the_catalogue() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG","quantity":2}"#);
    let mug = site.product("MUG");
    site.put_product(Product {
        name: "Large mug".to_owned(),
        price: Some(2000),
        stock: Some(9),
        ..mug
    });
    // The version is what it was, but it no longer tells what the cart shows.
    let answer = shopper.get(&cart).header("if-none-match", "\"1\"").send();
    assert_eq!(answer.status, 200);
    let line = &answer.json()["lines"][0];
    assert_eq!(line["name"], "Large mug");
    assert_eq!((&line["unit_price"], &line["price"]), (&2000.into(), &4000.into()));
    assert_eq!((&line["stock"], &line["available"]), (&9.into(), &true.into()));
    // With its next change the cart has caught up.
    shopper.post(&format!("{cart}/lines")).json(r#"{"sku":"EBOOK"}"#).send();
    assert_eq!(shopper.get(&cart).header("if-none-match", "\"2\"").send().status, 304);
}

on_both_engines!(a_product_that_is_gone_still_shows_what_it_was);

fn a_product_that_is_gone_still_shows_what_it_was() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"COFFEE","frequency":"monthly"}"#);
    site.remove_product("COFFEE");
    let answer = shopper.get(&cart).send();
    let line = serde_json::to_string_pretty(&answer.json()["lines"][0]).unwrap();
    insta::assert_snapshot!(line, @r#"
    {
      "id": "1",
      "sku": "COFFEE",
      "name": "Coffee beans, 1 kg",
      "image": null,
      "url": null,
      "type": "consumable",
      "quantity": 1,
      "unit_price": 2100,
      "price": 2100,
      "frequency": "monthly",
      "interval": 1,
      "available": false,
      "stock": 0
    }
    "#);
}

on_both_engines!(a_product_that_is_gone_was_what_the_carts_last_change_saw);

fn a_product_that_is_gone_was_what_the_carts_last_change_saw() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"COFFEE"},{"sku":"MUG"}"#);
    let dearer = |price| Product { price: Some(price), ..site.product("COFFEE") };
    site.put_product(dearer(2500));
    // A change to another line.
    shopper.post(&format!("{cart}/lines")).json(r#"{"sku":"MUG"}"#).send();
    site.put_product(dearer(2900));
    site.remove_product("COFFEE");
    assert_eq!(shopper.read(&cart)["lines"][0]["unit_price"], 2500);
}

on_both_engines!(an_offer_that_is_gone_cannot_be_had);

fn an_offer_that_is_gone_cannot_be_had() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"COFFEE","frequency":"monthly"},{"sku":"COFFEE"}"#);
    site.put_product(Product { subscriptions: Vec::new(), ..site.product("COFFEE") });
    let cart = shopper.read(&cart);
    assert_eq!(cart["lines"][0]["available"], false);
    assert_eq!(cart["lines"][0]["unit_price"], 2100);
    assert_eq!(cart["lines"][1]["available"], true);
}

on_both_engines!(lines_of_one_product_share_its_stock_first_come_first_served);

fn lines_of_one_product_share_its_stock_first_come_first_served() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(
        r#"{"sku":"COFFEE","quantity":2},{"sku":"COFFEE","quantity":2,"frequency":"weekly"}"#,
    );
    let available = || {
        let cart = shopper.read(&cart);
        [0, 1].map(|line: usize| cart["lines"][line]["available"].as_bool().unwrap())
    };
    for (stock, expected) in [(4, [true, true]), (3, [true, false]), (1, [false, false])] {
        site.put_product(Product { stock: Some(stock), ..site.product("COFFEE") });
        assert_eq!(available(), expected, "with {stock} left");
    }
}

on_both_engines!(an_unknown_cart_is_refused);

fn an_unknown_cart_is_refused() {
    let site = Site::open();
    let answer = site.shopper().get("/v1/carts/0123456789abcdef0123456789abcdef").send();
    assert_eq!(answer.refusal(), (404, "cart-unknown".to_owned()));
}

on_both_engines!(a_cart_expires_when_nobody_comes_for_ninety_days);

fn a_cart_expires_when_nobody_comes_for_ninety_days() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    site.let_days_pass(90);
    let lines = format!("{cart}/lines");
    assert_eq!(shopper.post(&lines).json(r#"{"sku":"MUG"}"#).send().status, 200);
    site.let_days_pass(91);
    let expired = (410, "cart-expired".to_owned());
    assert_eq!(shopper.get(&cart).send().refusal(), expired);
    assert_eq!(shopper.post(&lines).json(r#"{"sku":"MUG"}"#).send().refusal(), expired);
    assert_eq!(shopper.delete(&lines).send().refusal(), expired);
    // Much later it is as if it had never been.
    assert_eq!(site.tidy(), Ok(false));
    assert_eq!(shopper.get(&cart).send().refusal(), expired);
    site.let_days_pass(90);
    assert_eq!(site.tidy(), Ok(false));
    assert_eq!(shopper.get(&cart).send().refusal(), (404, "cart-unknown".to_owned()));
}

on_both_engines!(a_cart_that_never_had_a_line_is_kept_for_a_day);

fn a_cart_that_never_had_a_line_is_kept_for_a_day() {
    let site = Site::open();
    let (empty, emptied) = (site.shopper().cart(""), site.shopper().cart(r#"{"sku":"MUG"}"#));
    site.shopper().delete(&format!("{emptied}/lines")).send();
    let status = |cart: &str| site.shopper().get(cart).send().status;
    site.let_hours_pass(23);
    site.tidy().unwrap();
    assert_eq!((status(&empty), status(&emptied)), (200, 200));
    site.let_hours_pass(2);
    site.tidy().unwrap();
    assert_eq!((status(&empty), status(&emptied)), (404, 200));
}

on_both_engines!(a_clock_that_is_set_ahead_deletes_no_cart);

fn a_clock_that_is_set_ahead_deletes_no_cart() {
    let site = Site::open();
    let cart = site.shopper().cart(r#"{"sku":"MUG"}"#);
    let (days, day) = (200, 24 * 60 * 60);
    site.set_clock_by(days * day);
    assert_eq!(site.tidy(), Ok(false));
    site.set_clock_by(-days * day);
    assert_eq!(site.shopper().get(&cart).send().status, 200);
    // A clock that stays where it is, is right.
    site.set_clock_by(days * day);
    assert_eq!(site.tidy(), Ok(false));
    site.let_days_pass(1);
    let is_kept = || site.shopper().get(&cart).send().refusal() == (410, "cart-expired".to_owned());
    assert!(is_kept());
    // The service tidies by itself when it starts, and may still be at it; two do not delete the same.
    while is_kept() {
        site.tidy().unwrap();
    }
    assert_eq!(site.shopper().get(&cart).send().refusal(), (404, "cart-unknown".to_owned()));
}

on_both_engines!(looking_at_a_cart_keeps_it);

fn looking_at_a_cart_keeps_it() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    let touched = || site.database.ask("SELECT touched_at FROM carts").unwrap();
    let before = touched();
    site.let_days_pass(80);
    assert_eq!(shopper.get(&cart).header("if-none-match", "\"1\"").send().status, 304);
    // The visit is noted after the answer.
    while touched() == before {
        std::thread::yield_now();
    }
    assert_eq!(touched(), before + 80 * DAY);
    site.let_days_pass(80);
    assert_eq!(shopper.get(&cart).send().status, 200);
}
