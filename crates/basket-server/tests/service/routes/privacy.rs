//! How long personal data is kept, what is erased, and how long the link to an order works.

use super::{
    hosted_checkout::{ANN, hand_over, read, send},
    orders::{ann, checkout, place, server},
    site::Site,
};
use basket_model::{
    order::{Contact, LINK_DAYS, OrderState},
    payment::PaymentMethod,
    privacy::Retention,
};

const MUG: &str = r#"{"sku":"MUG"}"#;
/// Three years, and a day.
const RETENTION_DAYS: i64 = 3 * 365 + 1;

/// Sweeps until nothing is left to do.
fn sweep(site: &Site) {
    while site.tidy().unwrap() {}
}

fn contact(site: &Site, number: i64) -> Contact {
    let shop = site.demo_shop();
    site.wait(site.store.orders().find(shop, number)).unwrap().unwrap().contact
}

fn set_state(site: &Site, number: i64, state: OrderState) {
    assert!(site.wait(site.store.orders().set_state(site.demo_shop(), number, state)).unwrap());
}

/// A message about an order, which waits to be sent or not.
fn add_message(site: &Site, number: i64, next_at: &str) {
    let shop = site.demo_shop();
    site.database.ask(&format!(
        "INSERT INTO events (shop_id, name, subject, kind, body, created_at, attempts, next_at)
         VALUES ({shop}, 'msg_{number}', '{shop}:{number}', 'order.fulfilled', '{{}}', 0, 1, {next_at})"
    ));
}

on_both_engines!(contact_data_of_final_orders_is_erased_in_time);

fn contact_data_of_final_orders_is_erased_in_time() {
    let site = Site::open();
    for _ in 0..4 {
        place(&site, &checkout(&site, MUG)).unwrap();
    }
    set_state(&site, 1001, OrderState::Cancelled);
    set_state(&site, 1002, OrderState::Fulfilled);
    set_state(&site, 1003, OrderState::Paid);
    add_message(&site, 1002, "NULL");
    // After so long, no message matters any more.
    add_message(&site, 1001, "9000000000000000");
    site.let_days_pass(RETENTION_DAYS - 2);
    sweep(&site);
    assert!((1001..=1004).all(|number| contact(&site, number) == ann()));
    site.let_days_pass(2);
    sweep(&site);
    let erased = Contact { country: "DE".to_owned(), ..Contact::default() };
    assert_eq!([contact(&site, 1001), contact(&site, 1002)], [erased.clone(), erased]);
    assert_eq!([contact(&site, 1003), contact(&site, 1004)], [ann(), ann()], "they are open");
    let order = site.wait(site.store.orders().find(site.demo_shop(), 1002)).unwrap().unwrap();
    assert_eq!((order.cart.total(), order.state), (1_800, OrderState::Fulfilled));
    assert_eq!(site.database.ask("SELECT count(*) FROM events"), Some(0));
    let found = server(&site).get("/v1/admin/orders?q=erased").send().json();
    let numbers: Vec<_> =
        found["orders"].as_array().unwrap().iter().map(|order| order["number"].as_i64()).collect();
    assert_eq!(numbers, [Some(1002), Some(1001)]);
    assert_eq!(found["orders"][0]["contact"]["email"], "");
    // An order that becomes final late is kept as long from then on.
    set_state(&site, 1003, OrderState::Fulfilled);
    sweep(&site);
    assert_eq!(contact(&site, 1003), ann());
    site.let_days_pass(RETENTION_DAYS);
    sweep(&site);
    assert!(contact(&site, 1003).is_erased());
}

on_both_engines!(a_shop_may_keep_contact_data_longer_or_without_an_end);

fn a_shop_may_keep_contact_data_longer_or_without_an_end() {
    let site = Site::open();
    let keep = |months| {
        let retention = Retention::from_months(months).unwrap();
        site.wait(site.store.shops().set_retention(site.demo_shop(), retention)).unwrap();
    };
    place(&site, &checkout(&site, MUG)).unwrap();
    set_state(&site, 1001, OrderState::Fulfilled);
    keep(0);
    site.let_days_pass(20 * 365);
    sweep(&site);
    assert_eq!(contact(&site, 1001), ann());
    keep(6);
    sweep(&site);
    assert!(contact(&site, 1001).is_erased());
}

on_both_engines!(more_orders_than_one_step_has_room_for_are_erased);

fn more_orders_than_one_step_has_room_for_are_erased() {
    let site = Site::open();
    for number in 1001..1121 {
        place(&site, &checkout(&site, MUG)).unwrap();
        set_state(&site, number, OrderState::Cancelled);
    }
    let left = "SELECT count(*) FROM orders WHERE email <> ''";
    site.let_days_pass(RETENTION_DAYS);
    assert_eq!(site.tidy(), Ok(true));
    assert_eq!(site.database.ask(left), Some(70), "some at a time, so that nobody waits");
    sweep(&site);
    assert_eq!(site.database.ask(left), Some(0));
}

on_both_engines!(an_order_with_a_waiting_webhook_is_not_erased);

fn an_order_with_a_waiting_webhook_is_not_erased() {
    let site = Site::open();
    let shop = site.demo_shop();
    place(&site, &checkout(&site, MUG)).unwrap();
    set_state(&site, 1001, OrderState::Fulfilled);
    add_message(&site, 1001, "9000000000000000");
    let erase = || site.wait(site.store.persons().erase(shop, "ann@example.com")).unwrap();
    let kept = erase();
    assert_eq!((kept.erased.len(), kept.kept[0].number), (0, 1001));
    assert!(kept.kept[0].to_string().contains("a webhook about it has not been delivered"));
    site.database.ask("UPDATE events SET next_at = NULL");
    let done = erase();
    assert_eq!((done.erased, done.kept.len()), (vec![1001], 0));
    assert!(contact(&site, 1001).is_erased());
    assert_eq!(site.database.ask("SELECT count(*) FROM events"), Some(0));
    assert_eq!(site.database.ask("SELECT count(*) FROM checkouts"), Some(0));
    assert_eq!(erase().erased, [0; 0], "nothing is left");
}

on_both_engines!(a_person_is_found_however_their_address_is_written);

fn a_person_is_found_however_their_address_is_written() {
    let site = Site::open();
    let shop = site.wait(site.store.shops().find(site.demo_shop())).unwrap().unwrap();
    for email in ["ÄNN@Bücher.example", "änn@bücher.example", "x-änn@bücher.example"] {
        let contact = Contact { email: email.to_owned(), ..ann() };
        let checkout = checkout(&site, MUG);
        site.wait(site.store.orders().place(PaymentMethod::Invoice, &checkout, &contact)).unwrap();
    }
    // As a program of the release before would write one.
    site.database.ask("UPDATE orders SET search = '' WHERE number = 1001");
    let found = site.wait(site.store.persons().find(&shop, "änn@bücher.example")).unwrap();
    let numbers: Vec<i64> = found.orders.iter().map(|order| order.number).collect();
    assert_eq!(numbers, [1002, 1001]);
}

on_both_engines!(the_link_to_an_order_expires);

fn the_link_to_an_order_expires() {
    let site = Site::open();
    let path = hand_over(&site, MUG, "de");
    assert_eq!(send(&site, &path, ANN).status, 303);
    site.let_days_pass(LINK_DAYS);
    sweep(&site);
    assert!(read(&site, &path).contains("Elm Street 1"));
    site.let_seconds_pass(1);
    let is_expired = |when: &str| {
        for answer in [
            site.caller(None).get(&path).send(),
            site.caller(None).get(&format!("{path}/pay")).send(),
            send(&site, &path, ANN),
            send(&site, &format!("{path}/review"), "line-1=2"),
        ] {
            let page = answer.text();
            assert_eq!(answer.status, 410, "{when}: {page}");
            assert!(page.contains("Dieser Link ist abgelaufen"), "{when}: {page}");
            assert!(!page.contains("Elm Street") && !page.contains("Stoneware mug"), "{when}");
        }
    };
    is_expired("before the sweep");
    sweep(&site);
    assert_eq!(site.database.ask("SELECT count(*) FROM checkouts"), Some(0));
    is_expired("after the sweep");
    assert_eq!(site.caller(None).get("/checkout/none").send().status, 404);
}

on_both_engines!(the_link_to_an_erased_order_expires_at_once);

fn the_link_to_an_erased_order_expires_at_once() {
    let site = Site::open();
    let path = hand_over(&site, MUG, "en");
    assert_eq!(send(&site, &path, ANN).status, 303);
    set_state(&site, 1001, OrderState::Fulfilled);
    site.wait(site.store.persons().erase(site.demo_shop(), "ann@example.com")).unwrap();
    let answer = site.caller(None).get(&path).send();
    assert_eq!(answer.status, 410);
    assert!(answer.text().contains("This link has expired"), "{}", answer.text());
}
