//! Many writers at once, and storage that fails.

use super::site::Site;
use basket_core::wire::NewLine;
use basket_model::change::{Action, Change};
use basket_server::demo;
use std::sync::Arc;
use tokio::task::JoinSet;

on_both_engines!(a_crowd_of_writers_is_answered_and_nothing_is_lost);

fn a_crowd_of_writers_is_answered_and_nothing_is_lost() {
    let site = Site::open();
    let shop = Arc::new(site.wait(site.store.shops().of_key(demo::KEY)).unwrap().unwrap());
    let carts = site.wait(async {
        let mut crowd = JoinSet::new();
        for _ in 0..1500 {
            let (store, shop) = (Arc::clone(&site.store), Arc::clone(&shop));
            crowd.spawn(async move {
                let mug = NewLine { sku: "MUG".to_owned(), quantity: 1, period: None };
                let action = Action::Create { lines: vec![mug], code: None };
                let change = Change { action, versions: None, idempotency: None };
                store.carts().change(&shop, change).await.unwrap()
            });
        }
        crowd.join_all().await
    });
    assert_eq!(carts.len(), 1500);
    for cart in carts {
        assert_eq!(site.wait(site.store.carts().find(&shop, &cart.id)).unwrap().cart, cart);
    }
}

on_both_engines!(two_tabs_do_not_overwrite_each_other);

fn two_tabs_do_not_overwrite_each_other() {
    let site = Site::open();
    let shopper = site.shopper();
    let cart = shopper.cart("");
    std::thread::scope(|scope| {
        for sku in ["MUG", "EBOOK", "COFFEE", "MUG"] {
            let (shopper, cart) = (&shopper, &cart);
            scope.spawn(move || {
                for _ in 0..10 {
                    let add = shopper.post(&format!("{cart}/lines"));
                    assert_eq!(add.json(&format!(r#"{{"sku":"{sku}"}}"#)).send().status, 200);
                }
            });
        }
    });
    let cart = shopper.read(&cart);
    assert_eq!((&cart["items"], &cart["version"]), (&40.into(), &41.into()));
    assert_eq!(cart["lines"].as_array().unwrap().len(), 3);
}

on_both_engines!(a_mistake_of_ours_is_not_told_to_the_world);

fn a_mistake_of_ours_is_not_told_to_the_world() {
    let site = Site::open();
    let shopper = site.shopper();
    site.database.ask("DROP TABLE idempotency");
    let answer = shopper.post("/v1/carts").header("idempotency-key", "k").send();
    assert_eq!(answer.refusal(), (500, "internal".to_owned()));
    insta::assert_snapshot!(answer.snapshot(), @r#"
    {
      "type": "urn:service-basket:problem:internal",
      "title": "The service had an internal error.",
      "status": 500,
      "detail": "The service had an internal error.",
      "code": "internal",
      "hint": "Try again. If it keeps failing, read the service's log."
    }
    "#);
}
