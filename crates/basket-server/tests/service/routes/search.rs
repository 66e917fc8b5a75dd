//! What operators find, before any page shows it: products, carts, and what happened on which day.

use super::site::{DAY, Site};
use basket_core::product::Product;
use basket_model::catalogue::Mentioned;
use basket_store::{CartFilter, Contents, Day};

const TODAY: i64 = 1_800_000_000_000 / DAY;

fn skus(site: &Site, query: &str) -> Vec<String> {
    let found = site.wait(site.store.products().search(site.demo_shop(), query, None, 50)).unwrap();
    found.products.into_iter().map(|product| product.sku).collect()
}

fn carts(site: &Site, filter: &CartFilter) -> Vec<i64> {
    let found = site.wait(site.store.carts().search(site.demo_shop(), filter, None, 50)).unwrap();
    found.carts.into_iter().map(|cart| cart.items).collect()
}

fn days(site: &Site, from: i64) -> Vec<i64> {
    let days = site.wait(site.store.days().since(site.demo_shop(), from)).unwrap();
    days.into_iter().map(|Day { carts, .. }| carts).collect()
}

on_both_engines!(products_are_found_by_any_part_of_sku_and_name);

fn products_are_found_by_any_part_of_sku_and_name() {
    let site = Site::open();
    let mug = site.product("MUG");
    site.put_product(Product { sku: "Ä-50%".to_owned(), name: "ÄRMEL_top".to_owned(), ..mug });
    assert_eq!(skus(&site, "oak"), ["CHAIR"]);
    assert_eq!(skus(&site, "OFFEE"), ["COFFEE"]);
    assert_eq!(skus(&site, "kg BEANS"), ["COFFEE"]);
    assert_eq!(skus(&site, "ärmel"), ["Ä-50%"]);
    assert_eq!(skus(&site, "50%"), ["Ä-50%"]);
    assert_eq!(skus(&site, "l_t"), ["Ä-50%"]);
    assert_eq!(skus(&site, "zebra\0"), [""; 0]);
    assert_eq!(skus(&site, "").len(), 8);
    // The one that is named goes before others that have it in their name.
    site.put_product(Product {
        sku: "TWO".to_owned(),
        name: "Two MUGs".to_owned(),
        ..site.product("MUG")
    });
    assert_eq!(skus(&site, "MUG"), ["MUG", "TWO"]);
}

on_both_engines!(found_products_come_page_by_page_and_only_the_shops_own);

fn found_products_come_page_by_page_and_only_the_shops_own() {
    let site = Site::open();
    site.open_shop("pk_other", &[]);
    let other = site.wait(site.store.shops().of_key("pk_other")).unwrap().unwrap().id;
    let mug = site.product("MUG");
    let cups = (0..5).map(|at| Product { sku: format!("CUP{at}"), ..mug.clone() }).collect();
    site.wait(site.store.products().put(other, cups, Mentioned::ALL)).unwrap();
    assert_eq!(skus(&site, "cup"), [""; 0]);
    let (mut all, mut before) = (Vec::new(), None);
    loop {
        let page = site.wait(site.store.products().search(other, "cup", before, 2)).unwrap();
        all.extend(page.products.into_iter().map(|product| product.sku));
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    assert_eq!(all, ["CUP4", "CUP3", "CUP2", "CUP1", "CUP0"]);
}

on_both_engines!(carts_are_found_by_what_is_in_them_by_day_and_by_id);

fn carts_are_found_by_what_is_in_them_by_day_and_by_id() {
    let site = Site::open();
    site.open_shop("pk_other", &[]);
    site.caller(Some("pk_other")).cart("");
    let first =
        site.shopper().cart(r#"{"sku":"MUG","quantity":2},{"sku":"COFFEE","frequency":"monthly"}"#);
    site.let_days_pass(2);
    site.shopper().cart("");
    site.shopper().cart(r#"{"sku":"EBOOK"}"#);
    let any = CartFilter::default();
    assert_eq!(carts(&site, &any), [1, 0, 3]);
    let with = |contents| CartFilter { contents, ..CartFilter::default() };
    assert_eq!(carts(&site, &with(Contents::Filled)), [1, 3]);
    assert_eq!(carts(&site, &with(Contents::Empty)), [0]);
    assert_eq!(carts(&site, &with(Contents::Abandoned)), [3]);
    let on = |day| CartFilter { day: Some(day), ..CartFilter::default() };
    // Before and after they have been counted.
    for _ in 0..2 {
        assert_eq!(carts(&site, &on(TODAY)), [3]);
        assert_eq!(carts(&site, &on(TODAY + 1)), [0; 0]);
        assert_eq!(carts(&site, &on(TODAY + 2)), [1, 0]);
        site.let_hours_pass(1);
        site.tidy().unwrap();
    }
    let id = first.rsplit('/').next().unwrap();
    let named = |id: &str| CartFilter { id: id.to_owned(), ..CartFilter::default() };
    assert_eq!(carts(&site, &named(id)), [3]);
    assert_eq!(carts(&site, &named(&id[..8])), [3]);
    assert_eq!(carts(&site, &named("nobody's")), [0; 0]);
    let found =
        site.wait(site.store.carts().search(site.demo_shop(), &named(id), None, 9)).unwrap();
    assert_eq!(found.carts[0].total, site.shopper().read(&first)["sums"]["total"]);
}

on_both_engines!(a_search_among_many_carts_stops_and_goes_on);

fn a_search_among_many_carts_stops_and_goes_on() {
    let site = Site::open();
    site.shopper().cart("");
    let sql = "INSERT INTO carts (token, shop_id, version, next_line, catalogue, created_at, touched_at)
               WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3500)
               SELECT 'x' || n, shop_id, 1, 1, 0, created_at, touched_at FROM carts, numbers";
    site.database.ask(sql);
    let sql = "INSERT INTO lines (cart_id, number, sku, quantity, name, type, unit_price)
               SELECT min(id), 1, 'MUG', 7, 'Mug', 'normal', 1 FROM carts";
    site.database.ask(sql);
    let filled = CartFilter { contents: Contents::Filled, ..CartFilter::default() };
    let search = |before| {
        site.wait(site.store.carts().search(site.demo_shop(), &filled, before, 50)).unwrap()
    };
    let first = search(None);
    assert_eq!((first.carts.len(), first.looked_since), (0, Some(1_800_000_000_000)));
    let second = search(first.next);
    assert_eq!((second.carts[0].items, second.next, second.looked_since), (7, None, None));
}

on_both_engines!(carts_are_counted_once_and_stay_counted_when_they_are_gone);

fn carts_are_counted_once_and_stay_counted_when_they_are_gone() {
    let site = Site::open();
    for _ in 0..3 {
        site.shopper().cart("");
    }
    assert_eq!(days(&site, TODAY - 1), [0, 3]);
    assert!(!site.tidy().unwrap());
    assert_eq!(site.database.ask("SELECT count(*) FROM days"), Some(0), "they are too fresh");
    assert_eq!(days(&site, TODAY), [3]);
    site.let_days_pass(1);
    site.shopper().cart("");
    site.tidy().unwrap();
    assert_eq!(site.database.ask("SELECT sum(carts) FROM days"), Some(3));
    assert_eq!(days(&site, TODAY), [3, 1]);
    site.let_days_pass(1);
    site.tidy().unwrap();
    site.tidy().unwrap();
    assert_eq!(days(&site, TODAY), [3, 1, 0]);
    site.let_days_pass(198);
    while site.tidy().unwrap() {}
    assert_eq!(site.database.ask("SELECT count(*) FROM carts"), Some(0));
    // With SQLite the next one has a number that was counted before.
    site.shopper().cart("");
    for _ in 0..2 {
        let counted = days(&site, TODAY);
        assert_eq!((counted[0], counted[1], counted[200]), (3, 1, 1));
        site.let_hours_pass(1);
        site.tidy().unwrap();
    }
}
