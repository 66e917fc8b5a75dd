//! A file that is full, held by another, or not ours.

use crate::routes::site::Site;
use basket_store::{Location, Store, StoreError, StoreOptions};
use rusqlite::Connection;
use std::{path::Path, time::Duration};
use tokio::runtime::Runtime;

#[test]
fn a_full_disk_refuses_changes_and_still_shows_carts_until_there_is_room() {
    // The tables and the widget's files take about half of it.
    let site = Site::with(|_, options| options.max_pages = Some(400));
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
    // Once there is room again, it goes on by itself.
    site.database.ask("DELETE FROM idempotency");
    assert_eq!(shopper.post("/v1/carts").send().status, 201);
}

#[test]
fn a_database_held_by_another_is_unavailable_for_changes_only() {
    let site = Site::with(|_, options| options.busy_timeout = Duration::from_millis(1));
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    let other = Connection::open(site.database.path()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let add = || shopper.post(&format!("{cart}/lines")).json(r#"{"sku":"MUG"}"#).send();
    let answer = add();
    assert_eq!(answer.refusal(), (503, "unavailable".to_owned()));
    assert_eq!(answer.header("retry-after"), Some("5"));
    assert_eq!(shopper.read(&cart)["items"], 1, "a reader never waits for a writer");
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(add().status, 200);
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
