//! Messages as others' programs understand them: the reference libraries of Standard Webhooks, with the examples of
//! `docs/webhooks.md`, a mail server, and a Stripe. `cargo xtask receivers` installs them.
mod mails;
mod payments;
mod process;
mod surfaces;
mod webhooks;

use crate::routes::site::Site;
use basket_model::{
    order::{Contact, Order},
    payment::PaymentMethod,
};
use basket_server::demo;
use basket_store::{Delivery, OutboxMessage};
use std::{
    thread,
    time::{Duration, Instant},
};

/// Places an order as the demo shop's pages would.
fn order(site: &Site, locale: &str, contact: &Contact, lines: &str) -> Order {
    let cart = site.shopper().cart(lines);
    let id = cart.rsplit('/').next().unwrap();
    site.wait(async {
        let shop = site.store.shops().of_key(demo::KEY).await.unwrap().unwrap();
        let cart = site.store.carts().find(&shop, id).await.unwrap().cart;
        let checkout = site.store.checkouts().start(&shop, &cart, locale, None).await.unwrap();
        site.store.orders().place(PaymentMethod::Invoice, &checkout, contact).await.unwrap()
    })
}

/// The newest message, once it is as it should be.
fn newest(site: &Site, is_so: impl Fn(&OutboxMessage) -> bool) -> OutboxMessage {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let events = site.wait(site.store.outbox().page(site.demo_shop(), None, 1)).unwrap();
        match events.into_iter().next() {
            Some(event) if is_so(&event) => return event,
            event => assert!(Instant::now() < end, "{event:?}"),
        }
        thread::yield_now();
    }
}

/// Every try of a message, once there was one.
fn tries(site: &Site, event: &OutboxMessage) -> Vec<Delivery> {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let found = site.wait(site.store.outbox().find(site.demo_shop(), &event.name)).unwrap();
        let (_, tries) = found.unwrap();
        if !tries.is_empty() {
            return tries;
        }
        assert!(Instant::now() < end, "{event:?}");
        thread::yield_now();
    }
}
