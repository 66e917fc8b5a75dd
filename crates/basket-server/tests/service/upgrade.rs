//! Databases that an earlier program filled, before orders had costs: its carts, open checkouts, orders and webhooks go on.
//! The dumps beside this are what it left, with a webhook address that nobody answers at.

use crate::{
    database::Database,
    engine::Engine,
    routes::{
        costs::{rules, set_rules},
        hosted_checkout::{ANN, read, send},
        invoices::{seller, set_seller},
        receiver::Receiver,
        site::Site,
    },
};
use basket_model::{clock::Clock, order::OrderState};
use rusqlite::Connection;
use std::{collections::BTreeSet, time::Duration};

const CART: &str = "/v1/carts/c73878708e038208ee1780f930e8c64f8fa86e34";
const OPEN: &str = "/checkout/25f7195bf71094cb19cce94ca66d1b8a56b288cf";
const ORDERED: &str = "/checkout/ca00741d05ac40551fda84e7b48337b613f5bc8f";
/// A minute after the dumps were made.
const NOW: i64 = 1_795_048_300_000;

fn filled() -> Database {
    let database = Database::create();
    match Engine::current() {
        Engine::Sqlite => {
            let connection = Connection::open(database.path()).unwrap();
            connection.execute_batch(include_str!("upgrade/sqlite.sql")).unwrap();
        }
        Engine::Postgres => {
            database.ask(include_str!("upgrade/postgres.sql"));
        }
    }
    database
}

fn site() -> Site {
    Site::build(filled(), |settings, options| {
        settings.allow_private_webhooks = true;
        settings.look = Duration::from_millis(5);
        options.clock = Some(Clock::new(|| NOW, || NOW));
    })
}

on_both_engines!(carts_checkouts_and_orders_of_an_earlier_program_go_on);

fn carts_checkouts_and_orders_of_an_earlier_program_go_on() {
    let site = site();
    let shopper = site.shopper();
    let cart = shopper.read(CART);
    assert_eq!((&cart["items"], &cart["sums"]["total"]), (&3.into(), &5700.into()));
    assert_eq!(cart["adjustments"], serde_json::Value::Null);
    let added = shopper.post(&format!("{CART}/lines")).json(r#"{"sku":"MUG"}"#).send();
    assert_eq!((added.status, &added.json()["sums"]["total"]), (200, &7500.into()));

    let page = read(&site, OPEN);
    assert!(page.contains("Oak chair") && page.contains("167,00\u{a0}€"), "{page}");
    assert_eq!(send(&site, OPEN, ANN).status, 303);
    let shop = site.demo_shop();
    let find = |number| site.wait(site.store.orders().find(shop, number)).unwrap().unwrap();
    assert_eq!((find(1002).cart.total(), find(1002).invoice), (16_700, None));

    assert!(read(&site, ORDERED).contains("Ann Example"));
    assert_eq!((find(1001).state, find(1001).invoice), (OrderState::Placed, None));
    assert!(site.wait(site.store.orders().set_state(shop, 1001, OrderState::Cancelled)).unwrap());

    // What came with the new program counts for them at once.
    set_rules(&site, &rules());
    set_seller(&site, Some(&seller()));
    let cart = shopper.read(CART);
    assert_eq!(cart["adjustments"][0]["kind"], "shipping");
    let answer = shopper.post(&format!("{CART}/checkout")).json(r#"{"locale":"en"}"#).send();
    let url = answer.json()["url"].as_str().unwrap().to_owned();
    let path = url.split_once(&site.address.to_string()).unwrap().1;
    let page = read(&site, path);
    assert_eq!(send(&site, path, &crate::routes::checkout_costs::seen(&page, ANN)).status, 303);
    assert!(read(&site, &format!("{path}/invoice")).contains("Invoice R-1"));
    let prices = site.database.ask("SELECT count(*) FROM prices WHERE sku = 'MUG'");
    assert_eq!(prices, Some(1), "the history of prices begins with what everything cost");
}

on_both_engines!(webhooks_of_an_earlier_program_are_sent_as_they_were_written);

fn webhooks_of_an_earlier_program_are_sent_as_they_were_written() {
    let site = site();
    let receiver = Receiver::open();
    let shop = site.demo_shop();
    site.wait(site.store.shops().set_webhook(shop, Some(&receiver.url()))).unwrap();
    site.database.ask("UPDATE events SET next_at = 0");
    let mut kinds = BTreeSet::new();
    for _ in 0..3 {
        let heard = receiver.next();
        let message = heard.json();
        if heard.kind() == "order.placed" {
            let order = &message["data"]["order"];
            assert_eq!(
                (&order["number"], &order["cart"]["sums"]["total"]),
                (&1001.into(), &5650.into())
            );
            assert_eq!(order["contact"]["email"], "ann@example.com");
        }
        kinds.insert(heard.kind());
        heard.answer(200);
    }
    let expected = ["checkout.started", "order.placed"].map(str::to_owned);
    assert_eq!(kinds, BTreeSet::from(expected));
}
