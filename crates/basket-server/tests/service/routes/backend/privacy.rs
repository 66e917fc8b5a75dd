//! A shop's page on data and privacy, and the end of shops and accounts.

use super::{
    ACTIVITY, PEOPLE, below,
    forms::{PRIVACY, busy_site, place_order},
    operator::{Operator, PASSWORD},
    site::{DAY, Site},
};
use basket_model::{
    operator::Role,
    order::OrderState,
    privacy::{DELETION_DAYS, Retention},
};
use basket_server::demo;
use serde_json::Value;

const BOB: &str = "bob@shop.example";

/// Sweeps until nothing is left to do.
fn sweep(site: &Site) {
    while site.tidy().unwrap() {}
}

on_both_engines!(a_persons_data_is_found_exported_and_erased);

fn a_persons_data_is_found_exported_and_erased() {
    let (site, owner) = busy_site();
    let shop = site.demo_shop();
    place_order(&site, demo::KEY, "CHAIR", "Bob");
    place_order(&site, demo::KEY, "MUG", "Bobby");
    // Webhooks are not what this is about.
    site.database.ask("UPDATE events SET next_at = NULL");
    site.wait(site.store.shops().set_webhook(shop, None)).unwrap();
    site.wait(site.store.orders().set_state(shop, 1001, OrderState::Fulfilled)).unwrap();
    let post = |name: &str, email: &str| owner.post(&below(PRIVACY, name), &[("email", email)]);
    let wrong = post("person", "bob");
    assert_eq!((wrong.status, wrong.problem("email").is_some()), (422, true));
    assert!(
        post("person", "carol@shop.example").says("No data is stored for this e-mail address.")
    );
    let found = post("person", " BOB@shop.example");
    assert!(found.says("2 orders, 2 checkouts, 2 carts and "), "{}", found.text_of_all());

    let file = post("export", BOB);
    let name = "attachment; filename=\"personal-data.json\"";
    assert_eq!((file.status, file.header("content-disposition")), (200, name));
    let data: Value = serde_json::from_str(&file.text).unwrap();
    assert_eq!(data["email"], BOB);
    let shop_data = &data["shops"][0];
    assert_eq!(shop_data["orders"].as_array().unwrap().len(), 2);
    assert_eq!(shop_data["orders"][0]["contact"]["email"], "Bob@shop.example");
    assert_eq!(shop_data["messages"][0]["type"], "checkout.started");
    assert_eq!(shop_data["carts"].as_array().unwrap().len(), 2);

    let erased = post("erase", BOB);
    assert!(
        erased.says("Contact data was erased from these orders: 1001."),
        "{}",
        erased.text_of_all()
    );
    assert!(erased.says("Order 1002 was not erased, because it is placed and not final."));
    let order = owner.open("/admin/orders/1001");
    assert!(order.says("erased") && !order.says("Bob"), "{}", order.text_of_all());
    assert!(owner.open("/admin/orders/1002").says("Bob@shop.example"));
    assert!(owner.open("/admin/orders/1003").says("Bobby@shop.example"), "another person");
    let log = owner.open(ACTIVITY);
    assert!(log.says("erased a shopper’s data:") && log.says("exported a shopper’s data:"));
    assert!(!log.says(BOB), "the log does not keep what was erased");
}

on_both_engines!(the_retention_is_chosen_by_an_owner);

fn the_retention_is_chosen_by_an_owner() {
    let site = Site::open();
    let shop = site.demo_shop();
    let owner = Operator::known(&site, demo::EMAIL);
    let retention = || site.wait(site.store.shops().retention(shop)).unwrap().unwrap();
    assert_eq!(retention(), Retention::from_months(36).unwrap(), "it is on by default");
    owner.open(PRIVACY);
    for wrong in ["7", "", "-6", "x"] {
        let page = owner.post(&below(PRIVACY, "retention"), &[("months", wrong)]);
        assert_eq!(page.status, 404, "{wrong}");
    }
    owner.submit(&below(PRIVACY, "retention"), &[("months", "120")]);
    assert_eq!(retention(), Retention::from_months(120).unwrap());
    assert!(owner.open(ACTIVITY).says("10 years"));
    let ann = Operator::member(&site, "ann@shop.example", shop, Role::Staff);
    let page = ann.open(PRIVACY);
    assert!(
        page.says("10 years") && page.value("months").is_none(),
        "staff look and change nothing"
    );
}

on_both_engines!(an_old_order_that_is_still_open_is_pointed_out);

fn an_old_order_that_is_still_open_is_pointed_out() {
    let (site, _) = busy_site();
    place_order(&site, demo::KEY, "MUG", "Ann");
    let says = || {
        let owner = Operator::known(&site, demo::EMAIL);
        owner.open(PRIVACY).all_between("Order <a href=\"/admin/orders/", "\"").join(" ")
    };
    site.let_days_pass(3 * 365 - 1);
    assert_eq!(says(), "");
    site.let_days_pass(2);
    assert_eq!(says(), "1001");
    let set = |number, state| site.store.orders().set_state(site.demo_shop(), number, state);
    site.wait(set(1002, OrderState::Paid)).unwrap();
    site.wait(set(1001, OrderState::Fulfilled)).unwrap();
    assert_eq!(says(), "1002");
}

on_both_engines!(a_shop_is_deleted_after_the_waiting_time_unless_somebody_cancels);

fn a_shop_is_deleted_after_the_waiting_time_unless_somebody_cancels() {
    let (site, owner) = busy_site();
    let shop = site.demo_shop();
    site.open_shop("pk_other", &[]);
    let wrong = owner.post(&below(PRIVACY, "delete-shop"), &[("name", "Demo")]);
    assert_eq!((wrong.status, wrong.problem("name").is_some()), (422, true));
    let ask = || owner.submit(&below(PRIVACY, "delete-shop"), &[("name", "Demo shop")]);
    ask();
    let page = owner.open("/admin/overview");
    assert!(page.says("This shop will be deleted on"), "every page says so");
    assert!(owner.open("/admin/shops").says("deleted on"));
    assert_eq!(site.shopper().get("/v1/shop").send().status, 200, "until then it works");
    site.let_days_pass(DELETION_DAYS - 1);
    let owner = Operator::known(&site, demo::EMAIL);
    sweep(&site);
    owner.submit(&below(PRIVACY, "keep-shop"), &[]);
    assert!(!owner.open("/admin/overview").says("This shop will be deleted on"));
    site.let_days_pass(2);
    sweep(&site);
    assert_eq!(site.shopper().get("/v1/shop").send().status, 200);

    let owner = Operator::known(&site, demo::EMAIL);
    // More than one step has room for.
    site.database.ask(
        "INSERT INTO activity (shop_id, email, at, action, subject)
         WITH RECURSIVE past (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM past WHERE n < 250)
         SELECT id, 'x', n, 'x', 'x' FROM past, shops WHERE name = 'Demo shop'",
    );
    owner.submit(&below(PRIVACY, "delete-shop"), &[("name", "Demo shop")]);
    site.let_days_pass(DELETION_DAYS);
    let owner = Operator::known(&site, demo::EMAIL);
    sweep(&site);
    assert_eq!(site.caller(Some(demo::KEY)).get("/v1/shop").send().status, 401);
    assert_eq!(owner.get("/admin/overview").header("location"), "/admin/shops");
    for table in [
        "keys",
        "members",
        "links",
        "events",
        "orders",
        "checkouts",
        "activity",
        "carts",
        "idempotency",
        "products",
        "days",
        "imports",
        "designs",
        "origins",
        "sessions",
    ] {
        let rows = format!("SELECT count(*) FROM {table} WHERE shop_id = {shop}");
        assert_eq!(site.database.ask(&rows), Some(0), "{table}");
    }
    assert_eq!(site.database.ask("SELECT count(*) FROM shops"), Some(1), "the other one stays");
    assert_eq!(site.caller(Some("pk_other")).get("/v1/shop").send().status, 200);
}

on_both_engines!(a_clock_in_doubt_deletes_and_erases_nothing);

fn a_clock_in_doubt_deletes_and_erases_nothing() {
    let (site, owner) = busy_site();
    let shop = site.demo_shop();
    site.wait(site.store.orders().set_state(shop, 1001, OrderState::Fulfilled)).unwrap();
    owner.submit(&below(PRIVACY, "delete-shop"), &[("name", "Demo shop")]);
    site.set_clock_by(10 * 365 * 24 * 60 * 60);
    assert_eq!(site.tidy(), Ok(false));
    let order = site.wait(site.store.orders().find(shop, 1001)).unwrap().unwrap();
    assert!(!order.contact.is_erased());
    site.let_days_pass(1);
    sweep(&site);
    assert_eq!(site.wait(site.store.shops().find(shop)).unwrap(), None);
}

on_both_engines!(an_account_is_deleted_after_the_waiting_time);

fn an_account_is_deleted_after_the_waiting_time() {
    let site = Site::open();
    let shop = site.demo_shop();
    let (delete, keep) = ("/admin/account/delete", "/admin/account/keep");
    let owner = Operator::known(&site, demo::EMAIL);
    assert!(owner.open(delete).says("You are the only owner of"));
    assert_eq!(owner.post(delete, &[("email", demo::EMAIL)]).status, 409);
    let ann = Operator::member(&site, "ann@shop.example", shop, Role::Owner);
    let wrong = ann.post(delete, &[("email", demo::EMAIL)]);
    assert_eq!((wrong.status, wrong.problem("email").is_some()), (422, true));
    // What she does, and what is done to her.
    ann.submit(&below(PRIVACY, "retention"), &[("months", "12")]);
    Operator::stranger(&site).sign_in("ann@shop.example", PASSWORD).location();
    assert!(owner.open(ACTIVITY).says("127.0.0.1"), "where she signed in from");
    let role = |role| [("email", "ann@shop.example"), ("role", role)];
    owner.submit(&below(PEOPLE, "role"), &role("staff"));
    owner.submit(&below(PEOPLE, "role"), &role("owner"));
    ann.submit(delete, &[("email", "Ann@shop.example")]);
    assert!(ann.open(delete).says("will be deleted on"));
    ann.submit(keep, &[]);
    site.let_days_pass(DELETION_DAYS);
    sweep(&site);
    let ann = Operator::known(&site, "ann@shop.example");
    ann.submit(delete, &[("email", "ann@shop.example")]);
    // Meanwhile she has become the only owner.
    site.wait(site.store.operators().set_role(shop, demo::EMAIL, Role::Staff)).unwrap();
    site.let_days_pass(DELETION_DAYS);
    sweep(&site);
    assert!(
        Operator::known(&site, "ann@shop.example")
            .open(delete)
            .says("Until then, your account is not deleted.")
    );
    site.wait(site.store.operators().set_role(shop, demo::EMAIL, Role::Owner)).unwrap();
    sweep(&site);
    let stranger = Operator::stranger(&site);
    assert_eq!(stranger.sign_in("ann@shop.example", PASSWORD).status, 422);
    let log = Operator::known(&site, demo::EMAIL).open(ACTIVITY);
    assert!(log.says("former operator") && log.says("set the retention"), "{}", log.text_of_all());
    assert!(!log.says("ann@shop.example"), "{}", log.text_of_all());
    assert!(!log.says("127.0.0.1"), "{}", log.text_of_all());
}

on_both_engines!(whoever_deletes_their_only_shop_can_delete_the_account_too);

fn whoever_deletes_their_only_shop_can_delete_the_account_too() {
    let site = Site::open();
    let owner = Operator::known(&site, demo::EMAIL);
    owner.submit(&below(PRIVACY, "delete-shop"), &[("name", "Demo shop")]);
    owner.submit("/admin/account/delete", &[("email", demo::EMAIL)]);
    let date = site.wait(site.store.shops().deletion(site.demo_shop())).unwrap().unwrap();
    assert_eq!(date, site.store.now() + DELETION_DAYS * DAY);
    site.let_days_pass(DELETION_DAYS);
    sweep(&site);
    assert_eq!(site.database.ask("SELECT count(*) FROM shops"), Some(0));
    assert_eq!(site.database.ask("SELECT count(*) FROM operators"), Some(0));
}
