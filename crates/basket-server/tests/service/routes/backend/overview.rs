//! `/admin/overview`: how the shop is doing.

use super::{operator::Operator, site::Site};
use basket_model::{
    order::{Contact, OrderState},
    payment::PaymentMethod,
};

on_both_engines!(carts_are_drawn_and_told_by_day);

fn carts_are_drawn_and_told_by_day() {
    let site = Site::open();
    site.shopper().cart(r#"{"sku":"CHAIR"}"#);
    site.shopper().cart(r#"{"sku":"MUG"}"#);
    site.let_days_pass(2);
    site.tidy().unwrap();
    site.shopper().cart("");
    let operator = Operator::of_the_demo(&site);
    let page = operator.get("/admin/overview");
    assert_eq!(page.status, 200);
    assert!(
        page.says("Carts per day for 30 days: 3 in total, highest on 15 January 2027: 2"),
        "{}",
        page.text
    );
    for (figure, count) in [("<figure", 4), ("plot-column", 120), ("<tr>", 31 + 4)] {
        assert_eq!(page.text.matches(figure).count(), count, "{figure}");
    }
    for days in [7, 90] {
        let page = operator.get(&format!("/admin/overview?days={days}"));
        assert!(page.says(&format!("Carts per day for {days} days: 3 in total")), "{days}");
    }
    let page = operator.get("/admin/overview?days=1000000");
    assert!(page.says("per day for 30 days"));
    assert!(!page.says(" style="));
}

on_both_engines!(orders_and_revenue_come_from_the_days_they_are_noted_on);

fn orders_and_revenue_come_from_the_days_they_are_noted_on() {
    let site = Site::open();
    for _ in 0..8 {
        site.shopper().cart("");
    }
    let today = site.store.days().today();
    let shop = site.demo_shop();
    site.database.ask(&format!(
        "INSERT INTO days (shop_id, day, orders, revenue) VALUES ({shop}, {today}, 2, 123450)"
    ));
    // An order may be noted on a day before its carts are.
    for _ in 0..2 {
        let page = Operator::of_the_demo(&site).get("/admin/overview?days=7");
        for said in ["Orders per day for 7 days: 2 in total", "€1,234.50", "25%", "8 in total"] {
            assert!(page.says(said), "{said}: {}", page.text);
        }
        site.let_hours_pass(1);
        site.tidy().unwrap();
    }
}

on_both_engines!(one_shop_does_not_see_the_days_of_another);

fn one_shop_does_not_see_the_days_of_another() {
    let site = Site::open();
    site.open_shop("pk_other", &[]);
    site.caller(Some("pk_other")).cart("");
    for _ in 0..2 {
        let page = Operator::of_the_demo(&site).get("/admin/overview");
        assert!(page.says("Carts per day for 30 days: 0 in total"), "{}", page.text);
        site.let_hours_pass(1);
        site.tidy().unwrap();
    }
}

on_both_engines!(an_order_counts_on_its_day_and_a_cancelled_one_does_not);

fn an_order_counts_on_its_day_and_a_cancelled_one_does_not() {
    let site = Site::open();
    let shop = site.wait(site.store.shops().of_key(basket_server::demo::KEY)).unwrap().unwrap();
    let cart = site.shopper().cart(r#"{"sku":"MUG","quantity":2}"#);
    let id = cart.rsplit('/').next().unwrap();
    let found = site.wait(site.store.carts().find(&shop, id)).unwrap().cart;
    let checkout = site.wait(site.store.checkouts().start(&shop, &found, "en", None)).unwrap();
    let order = site
        .wait(site.store.orders().place(PaymentMethod::Invoice, &checkout, &Contact::default()))
        .unwrap();
    // Carts are counted when they are swept, also one that was ordered at once.
    site.let_hours_pass(1);
    site.tidy().unwrap();
    let page = Operator::of_the_demo(&site).get("/admin/overview?days=7");
    for said in [
        "Carts per day for 7 days: 1 in total",
        "Orders per day for 7 days: 1 in total",
        "€36",
        "100%",
    ] {
        assert!(page.says(said), "{said}: {}", page.text);
    }
    site.let_days_pass(1);
    let cancel = site.store.orders().set_state(shop.id, order.number, OrderState::Cancelled);
    assert!(site.wait(cancel).unwrap());
    let page = Operator::of_the_demo(&site).get("/admin/overview?days=7");
    assert!(
        page.says("Orders per day for 7 days: 0 in total") && page.says("1 in total"),
        "{}",
        page.text
    );
}
