//! What products did cost: every way to write a product keeps it, and the product's page shows it.

use super::{
    operator::Operator,
    site::{DAY, Site},
};
use basket_core::product::{Frequency, Offer, Period, Product};
use basket_model::{
    catalogue::{Mentioned, sheet},
    key::{KeyKind, NewKey},
    price_history::PriceChange,
};
use ureq::http::Method;

/// When the site's clock begins.
const START: i64 = 1_800_000_000_000;

fn history(site: &Site, sku: &str) -> Vec<PriceChange> {
    site.wait(site.store.products().prices(site.demo_shop(), sku)).unwrap()
}

/// Likewise, as days since the start, intervals of months and prices.
fn days(site: &Site, sku: &str) -> Vec<(i64, u16, Option<i64>)> {
    let days = history(site, sku).into_iter().map(|change| {
        let months = change.period.map_or(0, Period::interval);
        ((change.since - START) / DAY, months, change.price)
    });
    days.collect()
}

fn monthly(interval: u16, price: i64) -> Offer {
    Offer { period: Period::new(Frequency::Monthly, interval).unwrap(), price }
}

/// A product of its own.
fn cup(site: &Site, price: Option<i64>, subscriptions: &[Offer]) -> Product {
    let mug = site.product("MUG");
    Product { sku: "CUP".to_owned(), price, subscriptions: subscriptions.to_vec(), ..mug }
}

on_both_engines!(every_price_of_a_product_is_kept);

fn every_price_of_a_product_is_kept() {
    let site = Site::open();
    assert_eq!(days(&site, "MUG"), [(0, 0, Some(1800))], "the demo's products have one, too");
    site.put_product(cup(&site, Some(20), &[monthly(1, 9)]));
    let first = [(0, 0, Some(20)), (0, 1, Some(9))];
    assert_eq!(days(&site, "CUP"), first);
    site.let_days_pass(1);
    // Another name, and another stock.
    let cup_of_glass = Product {
        name: "Glass".to_owned(),
        stock: Some(3),
        ..cup(&site, Some(20), &[monthly(1, 9)])
    };
    site.put_product(cup_of_glass);
    assert_eq!(days(&site, "CUP"), first);
    site.put_product(cup(&site, Some(18), &[monthly(1, 9), monthly(3, 25)]));
    site.let_days_pass(1);
    site.put_product(cup(&site, None, &[monthly(3, 25)]));
    site.let_days_pass(1);
    site.remove_product("CUP");
    site.let_days_pass(1);
    site.put_product(cup(&site, Some(18), &[]));
    let later = [
        (1, 0, Some(18)),
        (1, 3, Some(25)),
        (2, 0, None),
        (2, 1, None),
        (3, 3, None),
        (4, 0, Some(18)),
    ];
    assert_eq!(days(&site, "CUP"), [&first[..], &later].concat());
    assert_eq!(history(&site, "NEVER"), []);
}

on_both_engines!(an_import_keeps_the_prices_that_it_changes);

fn an_import_keeps_the_prices_that_it_changes() {
    let site = Site::open();
    let import = |text: String| {
        let sheet = sheet::read(text.as_bytes()).unwrap();
        let put = site.store.products().put(site.demo_shop(), sheet.products, sheet.mentioned);
        assert_eq!(site.wait(put).unwrap(), 0);
    };
    let list = |price: &dyn Fn(i64) -> i64| {
        let rows = (0..500).map(|at| format!("P{at},Product {at},{}\n", price(at)));
        format!("sku,name,price\n{}", rows.collect::<String>())
    };
    import(list(&|at| 100 + at));
    site.let_days_pass(1);
    import(list(&|at| 100 + at));
    assert_eq!(days(&site, "P7"), [(0, 0, Some(107))]);
    import(list(&|at| if at % 2 == 0 { 100 + at } else { 90 + at }));
    assert_eq!(days(&site, "P7"), [(0, 0, Some(107)), (1, 0, Some(97))]);
    assert_eq!(days(&site, "P8"), [(0, 0, Some(108))]);
    // A file without prices says nothing about them.
    import("sku,name\nP8,Another\nMUG,Mug\n".to_owned());
    assert_eq!(site.product("P8").name, "Another");
    assert_eq!(days(&site, "P8"), [(0, 0, Some(108))]);
    assert_eq!(days(&site, "MUG"), [(0, 0, Some(1800))]);
}

on_both_engines!(what_a_key_and_a_form_change_is_kept);

fn what_a_key_and_a_form_change_is_kept() {
    let site = Site::open();
    let key = NewKey::random(KeyKind::Secret).unwrap();
    let secret = key.text().to_owned();
    site.wait(site.store.keys().create(site.demo_shop(), key)).unwrap();
    let server = |method: Method, body: Option<&str>| {
        let shop = site.caller(Some(&secret));
        let call = shop.call(method, "/v1/admin/products/CUP");
        let call = if let Some(body) = body { call.json(body) } else { call };
        let status = call.send().status;
        assert!((200..300).contains(&status), "{status}");
    };
    server(Method::PUT, Some(r#"{"name": "Cup", "price": 2000}"#));
    site.let_days_pass(1);
    server(Method::PATCH, Some(r#"{"price": 1900}"#));
    site.let_days_pass(1);
    let operator = Operator::of_the_demo(&site);
    let fields = [("name", "Cup"), ("type", "normal"), ("price", "18.50")];
    assert_eq!(operator.post("/admin/products/edit?sku=CUP", &fields).status, 303);
    site.let_days_pass(1);
    server(Method::DELETE, None);
    let expected = [(0, 0, Some(2000)), (1, 0, Some(1900)), (2, 0, Some(1850)), (3, 0, None)];
    assert_eq!(days(&site, "CUP"), expected);
}

on_both_engines!(the_products_page_shows_the_lowest_price_before_a_reduction);

fn the_products_page_shows_the_lowest_price_before_a_reduction() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    site.put_product(cup(&site, Some(2000), &[]));
    let page = operator.get("/admin/products/edit?sku=CUP");
    assert!(page.says("Price history") && page.says("known since"), "{}", page.text);
    for (days, price) in [(40, 1700), (5, 2200), (5, 1950)] {
        site.let_days_pass(days);
        site.put_product(cup(&site, Some(price), &[]));
    }
    let operator = Operator::of_the_demo(&site);
    let page = operator.get("/admin/products/edit?sku=CUP");
    let cells = page.all_between("data-label=\"Lowest, 30 days before it\"><div>", "<");
    assert_eq!(cells, ["€17.00"]);
    assert!(page.says("before: €22.00") && !page.says("known since"), "{}", page.text);
    assert_eq!(page.all_between("data-label=\"Offer\">", "<").len(), 4);
    // What is refused comes with the history as well.
    let fields = [("name", ""), ("type", "normal"), ("price", "18.50")];
    let refused = operator.post("/admin/products/edit?sku=CUP", &fields);
    assert_eq!(refused.status, 422);
    assert!(refused.says("Price history"));
}

on_both_engines!(a_price_that_an_earlier_program_has_changed_is_not_claimed_to_be_older_than_known);

fn a_price_that_an_earlier_program_has_changed_is_not_claimed_to_be_older_than_known() {
    let site = Site::open();
    assert_eq!(
        site.database.ask("UPDATE products SET price = 1500 WHERE sku = 'MUG' RETURNING price"),
        Some(1500)
    );
    site.let_days_pass(2);
    let seen = [(0, 0, Some(1800)), (2, 0, Some(1500))];
    assert_eq!(days(&site, "MUG"), seen);
    site.put_product(Product { price: Some(1600), ..site.product("MUG") });
    assert_eq!(days(&site, "MUG"), [&seen[..], &[(2, 0, Some(1600))]].concat());
}

on_both_engines!(a_history_is_bounded_and_keeps_what_its_oldest_prices_were);

fn a_history_is_bounded_and_keeps_what_its_oldest_prices_were() {
    let site = Site::open();
    site.put_product(cup(&site, Some(5), &[monthly(1, 1)]));
    site.let_days_pass(1);
    // Two changes in each step: of the monthly price, and of another one.
    let versions: Vec<Product> =
        (0..1010).map(|at| cup(&site, Some(5), &[monthly(1, at % 2), monthly(3, at)])).collect();
    for batch in versions.chunks(101) {
        let put = site.store.products().put(site.demo_shop(), batch.to_vec(), Mentioned::ALL);
        site.wait(put).unwrap();
    }
    let history = days(&site, "CUP");
    let once: Vec<_> = history.iter().filter(|(_, months, _)| *months == 0).collect();
    assert_eq!(once, [&(0, 0, Some(5))], "the price of a purchase was there before the others");
    assert_eq!(history.len(), 2000 + 3, "one of each offer is older");
    assert_eq!(history.last(), Some(&(1, 3, Some(1009))));
}
