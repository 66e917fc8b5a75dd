//! What carts cost beside their lines, and discount codes.

use super::{
    orders::{checkout, hand_over, place, server},
    site::Site,
};
use basket_model::{
    order::{NotPlaced, OpenCheckout},
    pricing::{Discount, DiscountKind, Method, Rate, Rules, Scope, Tax, Zone},
};
use jiff::civil::date;
use serde_json::{Value, json};
use std::thread;

/// A shop that delivers to Germany for 4.90 and for nothing from 50.00 on, with tax in its prices.
pub fn rules() -> Rules {
    let method = Method {
        id: "parcel".to_owned(),
        name: "Parcel".to_owned(),
        price: 490,
        free_from: Some(5000),
        steps: None,
        is_pickup: false,
    };
    let zone = Zone {
        name: "Germany".to_owned(),
        countries: vec!["DE".to_owned()],
        methods: vec![method],
    };
    let rate = Rate {
        country: "DE".to_owned(),
        region: None,
        class: None,
        rate: 19_000,
        name: String::new(),
        from: date(2021, 1, 1),
    };
    Rules {
        country: Some("DE".to_owned()),
        minimum: Some(1000),
        zones: vec![zone],
        tax: Some(Tax { is_included: true, rates: vec![rate], ..Tax::default() }),
    }
}

/// Ten percent off what is due now.
pub(super) fn spring() -> Discount {
    Discount {
        code: "SPRING".to_owned(),
        kind: DiscountKind::Percent(10_000),
        scope: Scope::FirstPeriod,
        minimum: None,
        skus: Vec::new(),
        starts_at: None,
        ends_at: None,
        max_uses: None,
        max_per_person: None,
        uses: 0,
    }
}

pub fn set_rules(site: &Site, rules: &Rules) {
    site.wait(site.store.shops().set_rules(site.demo_shop(), rules)).unwrap();
}

pub(super) fn add_code(site: &Site, discount: Discount) {
    let put = site.store.discounts().put(site.demo_shop(), vec![discount]);
    assert!(site.wait(put).unwrap());
}

fn uses(site: &Site, code: &str) -> u32 {
    site.wait(site.store.discounts().find(site.demo_shop(), code)).unwrap().unwrap().uses
}

fn amounts(cart: &Value) -> Vec<(String, i64)> {
    let list = cart["adjustments"].as_array().unwrap().iter();
    list.map(|one| (one["kind"].as_str().unwrap().to_owned(), one["amount"].as_i64().unwrap()))
        .collect()
}

on_both_engines!(a_cart_of_a_shop_without_rules_is_as_before);

fn a_cart_of_a_shop_without_rules_is_as_before() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    let answer = shopper.read(&cart);
    let members: Vec<&String> = answer.as_object().unwrap().keys().collect();
    assert_eq!(members.len(), 6, "{members:?}");
    let put = shopper.put(&format!("{cart}/code")).json(r#"{"code":"SPRING"}"#).send();
    assert_eq!(put.refusal(), (422, "code-unknown".to_owned()));
    assert_eq!(shopper.read(&cart), answer, "a refused code changes nothing");
}

on_both_engines!(a_cart_says_what_it_costs);

fn a_cart_says_what_it_costs() {
    let site = Site::open();
    set_rules(&site, &rules());
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG","quantity":2}"#);
    let answer = shopper.read(&cart);
    assert_eq!(
        answer["adjustments"],
        json!([
            { "kind": "shipping", "label": "Parcel", "amount": 490, "included": false,
              "frequency": null, "interval": null, "missing": 1400 },
            { "kind": "tax", "label": "", "amount": 653, "included": true,
              "frequency": null, "interval": null, "rate": 19000, "net": 3437 }
        ])
    );
    assert_eq!(answer["sums"]["total"], 4090);
    let elsewhere = shopper.get(&format!("{cart}?country=at")).send().json();
    assert_eq!(elsewhere["delivery"], "unavailable");
    let unknown = shopper.get(&format!("{cart}?country=XX")).send();
    assert_eq!(unknown.refusal(), (422, "country-unknown".to_owned()));
    // A mistake in a page's markup does not take the basket away.
    let call = shopper.get(&format!("{cart}?country=UK")).header("origin", "https://shop.example");
    assert_eq!(call.send().json()["delivery"], "later");
    // Rules count at once, and a cart with costs is never answered from what the page has.
    let tag = shopper.get(&cart).header("If-None-Match", "\"1\"").send();
    assert_eq!(tag.status, 200);
    set_rules(&site, &Rules::default());
    assert_eq!(shopper.read(&cart)["adjustments"], Value::Null);
}

on_both_engines!(a_code_is_applied_and_removed);

fn a_code_is_applied_and_removed() {
    let site = Site::open();
    set_rules(&site, &rules());
    add_code(&site, spring());
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG","quantity":2}"#);
    let code = format!("{cart}/code");
    assert_eq!(shopper.read(&cart)["takes_codes"], true);
    let answer = shopper.put(&code).json(r#"{"code":" spring "}"#).send();
    assert_eq!((answer.status, answer.header("etag")), (200, Some("\"2\"")));
    let applied = answer.json();
    assert_eq!(applied["code"], "SPRING");
    assert_eq!(amounts(&applied)[0], ("discount".to_owned(), -360));
    assert_eq!(applied["sums"]["total"], 3600 - 360 + 490);
    assert_eq!(shopper.read(&cart), applied);
    // The same code again is no change.
    let again = shopper.put(&code).json(r#"{"code":"SPRING"}"#).send().json();
    assert_eq!(again["version"], 2);
    let removed = shopper.delete(&code).send().json();
    assert_eq!((&removed["code"], &removed["version"]), (&Value::Null, &json!(3)));
    assert_eq!(removed["sums"]["total"], 4090);
}

on_both_engines!(a_code_that_gives_nothing_now_is_kept_and_says_why);

fn a_code_that_gives_nothing_now_is_kept_and_says_why() {
    let site = Site::open();
    add_code(&site, Discount { minimum: Some(5000), ..spring() });
    let only = Discount { skus: vec!["LAMP".to_owned()], ..spring() };
    add_code(&site, Discount { code: "LAMPS".to_owned(), ..only });
    let shopper = site.shopper();
    let answer = shopper.post("/v1/carts").json(r#"{"code":"spring"}"#).send();
    assert_eq!(answer.status, 201);
    let cart = answer.json();
    assert_eq!(cart["code_problem"], json!({ "code": "code-not-for-cart" }));
    let cart = format!("/v1/carts/{}", cart["id"].as_str().unwrap());
    let body = r#"{"sku":"MUG","quantity":2}"#;
    let added = shopper.post(&format!("{cart}/lines")).json(body).send().json();
    assert_eq!(added["code_problem"], json!({ "code": "code-minimum", "missing": 1400 }));
    let more = shopper.post(&format!("{cart}/lines")).json(body).send().json();
    assert_eq!((&more["code_problem"], &more["sums"]["total"]), (&Value::Null, &json!(6480)));
    let lamps = shopper.put(&format!("{cart}/code")).json(r#"{"code":"LAMPS"}"#).send().json();
    assert_eq!(lamps["code_problem"], json!({ "code": "code-not-for-cart" }));
}

on_both_engines!(a_code_that_nobody_can_use_is_refused);

fn a_code_that_nobody_can_use_is_refused() {
    let site = Site::open();
    let now = site.store.now();
    for (code, discount) in [
        ("EARLY", Discount { starts_at: Some(now + 60_000), ..spring() }),
        ("LATE", Discount { ends_at: Some(now), ..spring() }),
    ] {
        add_code(&site, Discount { code: code.to_owned(), ..discount });
    }
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    let put = |body: &str| shopper.put(&format!("{cart}/code")).json(body).send();
    for (code, status, refusal) in [
        ("EARLY", 409, "code-expired"),
        ("LATE", 409, "code-expired"),
        ("NONE", 422, "code-unknown"),
        ("", 422, "value-invalid"),
        ("two words", 422, "value-invalid"),
        (&"X".repeat(300), 422, "value-invalid"),
    ] {
        let answer = put(&json!({ "code": code }).to_string());
        assert_eq!(answer.refusal(), (status, refusal.to_owned()), "{code}");
    }
    assert_eq!(put(r#"{"code":7}"#).refusal(), (422, "value-invalid".to_owned()));
    assert_eq!(put("{").refusal(), (400, "body-invalid".to_owned()));
    let body = r#"{"lines":[{"sku":"MUG"}],"code":"NONE"}"#;
    let created = shopper.post("/v1/carts").json(body).send();
    assert_eq!(created.refusal(), (422, "code-unknown".to_owned()));
    assert_eq!(shopper.read(&cart)["version"], 1);
}

on_both_engines!(nobody_finds_a_code_by_trying);

fn nobody_finds_a_code_by_trying() {
    let site = Site::open();
    add_code(&site, spring());
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    let put = |code: &str| {
        let body = json!({ "code": code }).to_string();
        shopper.put(&format!("{cart}/code")).json(&body).send()
    };
    for number in 0..20 {
        // A right code costs nothing.
        assert_eq!(put("SPRING").status, 200);
        assert_eq!(put(&format!("GUESS{number}")).status, 422);
    }
    let refused = put("GUESS");
    assert_eq!(refused.refusal(), (429, "rate-limited".to_owned()));
    assert!(refused.header("retry-after").is_some());
    assert_eq!(put("SPRING").status, 429, "that a code is right is not told either");
}

on_both_engines!(an_order_below_the_minimum_is_refused);

fn an_order_below_the_minimum_is_refused() {
    let site = Site::open();
    set_rules(&site, &rules());
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"EBOOK"}"#);
    assert_eq!(shopper.read(&cart)["minimum"], json!({ "amount": 1000, "missing": 1 }));
    let answer = shopper.post(&format!("{cart}/checkout")).json("{}").send();
    assert_eq!(answer.refusal(), (409, "minimum-not-reached".to_owned()));
    assert_eq!(answer.json()["missing"], 1);
}

/// The checkout with its costs, as the page that places the order computes them.
fn with_costs(site: &Site, checkout: &OpenCheckout) -> OpenCheckout {
    let mut checkout = checkout.clone();
    let shop = site.wait(site.store.shops().find(checkout.shop)).unwrap().unwrap();
    let added = site.store.carts().add_costs(&shop, None, &mut checkout.cart);
    site.wait(added).unwrap();
    checkout
}

fn checkout_with_code(site: &Site) -> OpenCheckout {
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    let put = shopper.put(&format!("{cart}/code")).json(r#"{"code":"SPRING"}"#).send();
    assert_eq!(put.status, 200, "{}", put.text());
    with_costs(site, &hand_over(site, &cart))
}

on_both_engines!(the_last_use_of_a_code_is_for_one_of_two_shoppers);

fn the_last_use_of_a_code_is_for_one_of_two_shoppers() {
    let site = Site::open();
    add_code(&site, Discount { max_uses: Some(1), ..spring() });
    let [first, second] = [(); 2].map(|()| checkout_with_code(&site));
    let results = thread::scope(|scope| {
        let threads = [&first, &second].map(|checkout| scope.spawn(|| place(&site, checkout)));
        threads.map(|thread| thread.join().unwrap())
    });
    let placed = results.iter().filter(|result| result.is_ok()).count();
    assert_eq!((placed, uses(&site, "SPRING")), (1, 1));
    let refused = NotPlaced::Code(basket_core::cart::CodeProblem::UsedUp);
    assert!(results.contains(&Err(refused)), "{results:?}");
}

on_both_engines!(a_code_is_used_once_by_an_e_mail_address);

fn a_code_is_used_once_by_an_e_mail_address() {
    let site = Site::open();
    add_code(&site, Discount { max_per_person: Some(1), ..spring() });
    let order = place(&site, &checkout_with_code(&site)).unwrap();
    assert_eq!(order.cart.total(), 1620);
    let refused = NotPlaced::Code(basket_core::cart::CodeProblem::UsedUp);
    assert_eq!(place(&site, &checkout_with_code(&site)), Err(refused));
    assert_eq!(uses(&site, "SPRING"), 1);
}

on_both_engines!(a_cancelled_order_gives_its_use_back);

fn a_cancelled_order_gives_its_use_back() {
    let site = Site::open();
    add_code(&site, Discount { max_uses: Some(1), ..spring() });
    let order = place(&site, &checkout_with_code(&site)).unwrap();
    assert_eq!(uses(&site, "SPRING"), 1);
    let cancelled = basket_model::order::OrderState::Cancelled;
    let set = site.store.orders().set_state(site.demo_shop(), order.number, cancelled);
    assert!(site.wait(set).unwrap());
    assert_eq!(uses(&site, "SPRING"), 0);
    assert!(place(&site, &checkout_with_code(&site)).is_ok());
}

on_both_engines!(a_checkout_keeps_the_rules_of_its_start);

fn a_checkout_keeps_the_rules_of_its_start() {
    let site = Site::open();
    set_rules(&site, &rules());
    let begun = checkout(&site, r#"{"sku":"MUG"}"#);
    assert_eq!(begun.rules.as_deref(), Some(&rules()));
    set_rules(&site, &Rules { minimum: None, ..rules() });
    let found = site.wait(site.store.checkouts().find(&begun.token)).unwrap().unwrap();
    assert_eq!(found.rules, begun.rules);
    // Started again, it has the rules of now, and what was on the page is out of date.
    let again = site.shopper().post(&format!("/v1/carts/{}/checkout", begun.cart.id));
    assert_eq!(again.json(r#"{"locale":"de"}"#).send().status, 200);
    let found = site.wait(site.store.checkouts().find(&begun.token)).unwrap().unwrap();
    assert_eq!(found.rules.as_deref().unwrap().minimum, None);
    assert_eq!(found.revision, begun.revision + 1);
}

on_both_engines!(an_order_keeps_all_that_its_shopper_gave);

fn an_order_keeps_all_that_its_shopper_gave() {
    let site = Site::open();
    let checkout = checkout(&site, r#"{"sku":"MUG"}"#);
    let contact = basket_model::order::Contact {
        company: "Mugs Ltd".to_owned(),
        note: "Ring \"twice\"\nplease".to_owned(),
        billing: Some(Box::default()),
        ..super::orders::ann()
    };
    let method = basket_model::payment::PaymentMethod::Invoice;
    let order = site.wait(site.store.orders().place(method, &checkout, &contact)).unwrap();
    let found = site.wait(site.store.orders().find(site.demo_shop(), order.number)).unwrap();
    assert_eq!(found.unwrap().contact, contact);
}

on_both_engines!(a_tax_class_that_the_shop_does_not_have_is_refused);

fn a_tax_class_that_the_shop_does_not_have_is_refused() {
    let site = Site::open();
    let server = server(&site);
    let patch = |class: &str| {
        let body = json!({ "tax_class": class }).to_string();
        server.patch("/v1/admin/products/MUG").json(&body).send()
    };
    assert_eq!(patch("books").status, 200, "without rules, any class is kept");
    set_rules(&site, &rules());
    for (class, status) in [("reduced", 200), ("zero", 200), ("standard", 200), ("books", 422)] {
        assert_eq!(patch(class).status, status, "{class}");
    }
    let refused = patch("books").json();
    assert_eq!(
        (&refused["code"], &refused["field"]),
        (&json!("value-invalid"), &json!("tax_class"))
    );
    let put = server.put("/v1/admin/products/NEW");
    let put = put.json(r#"{"name":"New","type":"normal","price":1,"tax_class":"books"}"#).send();
    assert_eq!(put.refusal(), (422, "value-invalid".to_owned()));
}
