//! Storage that fails, and many writers at once.

use crate::site::Site;
use basket_core::wire::NewLine;
use basket_server::{
    Location, Store, StoreError, StoreOptions,
    change::{Action, Change},
    demo,
};
use rusqlite::Connection;
use std::{path::Path, sync::Arc, time::Duration};
use tokio::{runtime::Runtime, task::JoinSet};

#[test]
fn a_crowd_of_writers_is_answered_and_nothing_is_lost() {
    let site = Site::open();
    let shop = Arc::new(site.wait(site.store.shop_of_key(demo::KEY)).unwrap().unwrap());
    let carts = site.wait(async {
        let mut crowd = JoinSet::new();
        for _ in 0..1500 {
            let (store, shop) = (Arc::clone(&site.store), Arc::clone(&shop));
            crowd.spawn(async move {
                let mug = NewLine { sku: "MUG".to_owned(), quantity: 1, period: None };
                let action = Action::Create { lines: vec![mug] };
                let change = Change { action, versions: None, idempotency: None };
                store.change(&shop, change).await.unwrap()
            });
        }
        crowd.join_all().await
    });
    assert_eq!(carts.len(), 1500);
    for cart in carts {
        assert_eq!(site.wait(site.store.cart(&shop, &cart.id)).unwrap().cart, cart);
    }
}

#[test]
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

#[test]
fn a_full_disk_refuses_changes_and_still_shows_carts() {
    let site = Site::with(|_, options| options.max_pages = Some(40));
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    let refused = (0..5000).find_map(|number| {
        let key = format!("{number:0>255}");
        let answer = shopper.post("/v1/carts").header("idempotency-key", &key).send();
        (answer.status != 201).then_some(answer)
    });
    let answer = refused.expect("the room ends");
    assert_eq!(answer.refusal(), (507, "storage-full".to_owned()));
    assert_eq!(answer.header("retry-after"), Some("5"));
    assert_eq!(shopper.read(&cart)["items"], 1);
}

#[test]
fn a_database_held_by_another_is_unavailable_for_changes_only() {
    let site = Site::with(|_, options| options.busy_timeout = Duration::from_millis(1));
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    let other = Connection::open(site.database()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let add = || shopper.post(&format!("{cart}/lines")).json(r#"{"sku":"MUG"}"#).send();
    let answer = add();
    assert_eq!(answer.refusal(), (503, "unavailable".to_owned()));
    assert_eq!(answer.header("retry-after"), Some("5"));
    assert_eq!(shopper.read(&cart)["items"], 1, "a reader never waits for a writer");
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(add().status, 200);
}

#[test]
fn a_mistake_of_ours_is_not_told_to_the_world() {
    let site = Site::open();
    let shopper = site.shopper();
    Connection::open(site.database()).unwrap().execute_batch("DROP TABLE idempotency").unwrap();
    let answer = shopper.post("/v1/carts").header("idempotency-key", "k").send();
    assert_eq!(answer.refusal(), (500, "internal".to_owned()));
    insta::assert_snapshot!(answer.snapshot(), @r#"
    {
      "type": "urn:service-basket:problem:internal",
      "title": "The service made a mistake.",
      "status": 500,
      "detail": "The service made a mistake.",
      "code": "internal",
      "hint": "Try again; if it stays so, the service's log says more."
    }
    "#);
}

fn open(path: &Path) -> Result<Store, StoreError> {
    let location = Location::Sqlite(path.to_owned());
    Runtime::new().unwrap().block_on(Store::open(&location, StoreOptions::default()))
}

#[test]
fn files_that_are_not_ours_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.db");
    let open = || open(&path).err();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE theirs (x)").unwrap();
    let before = std::fs::read(&path).unwrap();
    assert_eq!(open(), Some(StoreError::Foreign));
    assert_eq!(std::fs::read(&path).unwrap(), before);
    std::fs::write(&path, "A letter, and long enough to be looked at.".repeat(100)).unwrap();
    assert_eq!(open(), Some(StoreError::Foreign));
}

#[test]
fn a_database_of_a_newer_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("newer.db");
    drop(open(&path).unwrap());
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 999).unwrap();
    assert_eq!(open(&path).err(), Some(StoreError::Newer));
}
