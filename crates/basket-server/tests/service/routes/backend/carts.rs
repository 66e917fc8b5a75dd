//! `/admin/carts`: what shoppers have in their baskets.

use super::{operator::Operator, site::Site};
use basket_model::{order::Contact, payment::PaymentMethod};

fn id(cart: &str) -> &str {
    cart.rsplit('/').next().unwrap()
}

on_both_engines!(carts_are_listed_and_filtered);

fn carts_are_listed_and_filtered() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    assert!(operator.get("/admin/carts").says("No carts yet"));
    let old = site.shopper().cart(r#"{"sku":"MUG","quantity":2}"#);
    site.let_days_pass(3);
    // Three days on they are signed in all the same, or again.
    let operator = Operator::of_the_demo(&site);
    let new = site.shopper().cart("");
    let shown = |query: &str| {
        let page = operator.get(&format!("/admin/carts{query}"));
        assert_eq!(page.status, 200, "{query}");
        [&old, &new].map(|cart| page.says(&format!("/admin/carts/{}", id(cart))))
    };
    assert_eq!(shown(""), [true, true]);
    assert_eq!(shown("?show=filled"), [true, false]);
    assert_eq!(shown("?show=abandoned"), [true, false]);
    assert_eq!(shown("?show=empty"), [false, true]);
    assert_eq!(shown("?day=2027-01-15"), [true, false]);
    assert_eq!(shown("?day=2027-01-18"), [false, true]);
    assert_eq!(shown("?day=tomorrow"), [true, true]);
    assert_eq!(shown(&format!("?id={}", &id(&new)[..10])), [false, true]);
    assert!(operator.get("/admin/carts?show=filled").says("€36.00"));
    assert!(operator.get("/admin/carts?id=nobody").says("No carts found"));
}

on_both_engines!(a_cart_is_shown_as_its_shopper_sees_it);

fn a_cart_is_shown_as_its_shopper_sees_it() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    let lines = r#"{"sku":"MUG","quantity":2},{"sku":"COFFEE","frequency":"monthly","interval":3},
        {"sku":"CHAIR"}"#;
    let cart = site.shopper().cart(lines);
    site.remove_product("CHAIR");
    let page = operator.get(&format!("/admin/carts/{}", id(&cart)));
    assert_eq!(page.status, 200);
    for said in [
        "Stoneware mug",
        "€36.00",
        "every 3 months",
        "Oak chair",
        "out of stock",
        "Subscriptions, every 3 months",
        "€245.00",
    ] {
        assert!(page.says(said), "{said}: {}", page.text);
    }
    assert_eq!(site.shopper().read(&cart)["sums"]["total"], 24_500);
}

on_both_engines!(looking_at_a_cart_does_not_keep_it);

fn looking_at_a_cart_does_not_keep_it() {
    let site = Site::open();
    let cart = site.shopper().cart(r#"{"sku":"MUG"}"#);
    site.let_days_pass(60);
    let operator = Operator::of_the_demo(&site);
    let address = format!("/admin/carts/{}", id(&cart));
    let page = operator.get(&address);
    assert!(page.says("abandoned") && page.says("60 days ago"), "{}", page.text);
    site.let_days_pass(31);
    let operator = Operator::of_the_demo(&site);
    assert!(operator.get(&address).says("This cart was not used for 90 days."));
    assert_eq!(site.shopper().get(&cart).send().refusal().0, 410);
}

on_both_engines!(carts_of_another_shop_are_not_there);

fn carts_of_another_shop_are_not_there() {
    let site = Site::open();
    site.open_shop("pk_other", &[]);
    let operator = Operator::of_the_demo(&site);
    let cart = site.caller(Some("pk_other")).cart("");
    assert_eq!(operator.get(&format!("/admin/carts/{}", id(&cart))).status, 404);
    for query in ["", "?show=empty", &format!("?id={}", id(&cart))] {
        let link = format!("/admin/carts/{}\"", id(&cart));
        assert!(!operator.get(&format!("/admin/carts{query}")).says(&link), "{query}");
    }
    assert_eq!(operator.get("/admin/carts/nobody").status, 404);
}

on_both_engines!(an_ordered_cart_says_so);

fn an_ordered_cart_says_so() {
    let site = Site::open();
    let shop = site.wait(site.store.shops().of_key(basket_server::demo::KEY)).unwrap().unwrap();
    let cart = site.shopper().cart(r#"{"sku":"MUG"}"#);
    let found = site.wait(site.store.carts().find(&shop, id(&cart))).unwrap().cart;
    let checkout = site.wait(site.store.checkouts().start(&shop, &found, "en", None)).unwrap();
    site.wait(site.store.orders().place(PaymentMethod::Invoice, &checkout, &Contact::default()))
        .unwrap();
    let operator = Operator::of_the_demo(&site);
    assert!(operator.get("/admin/carts").says(">ordered<"));
    assert!(operator.get("/admin/carts?show=abandoned").says("No carts found"));
    let page = operator.get(&format!("/admin/carts/{}", id(&cart)));
    assert!(page.says("This cart became an order."), "{}", page.text);
}
