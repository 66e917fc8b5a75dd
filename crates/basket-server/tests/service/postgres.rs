//! A server that goes away and comes back, or has a database that is not ours.

mod failures;
mod relay;

use crate::{database::Database, routes::site::Site};
use basket_store::{Store, StoreError, StoreOptions};
use temporary_postgres::Server;
use tokio::runtime::Runtime;

#[test]
fn a_server_that_is_away_is_said_and_found_again() {
    let server = Server::start().unwrap();
    let site = Site::build(Database::postgres_on(&server), |_, _| {});
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    let add = || shopper.post(&format!("{cart}/lines")).json(r#"{"sku":"MUG"}"#).send();
    server.crash().unwrap();
    for answer in [add(), shopper.get(&cart).send(), site.caller(None).get("/readyz").send()] {
        assert_eq!(answer.refusal(), (503, "unavailable".to_owned()));
        assert_eq!(answer.header("retry-after"), Some("5"));
    }
    assert_eq!(site.caller(None).get("/healthz").send().status, 200);
    server.resume().unwrap();
    assert_eq!(add().json()["items"], 2);
    assert_eq!(site.caller(None).get("/readyz").send().status, 200);
}

#[test]
fn a_server_without_room_refuses_changes_and_still_shows_carts_until_there_is_room() {
    let site = Site::build(Database::postgres(), |_, _| {});
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    // The server's own word for a full disk, where a full disk would make it say so.
    site.database.ask(
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE 'no space left on device' USING ERRCODE = 'disk_full'; END $$;
         CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON lines
             FOR EACH ROW EXECUTE FUNCTION full_disk()",
    );
    let add = || shopper.post(&format!("{cart}/lines")).json(r#"{"sku":"MUG"}"#).send();
    let answer = add();
    assert_eq!(answer.refusal(), (507, "storage-full".to_owned()));
    assert_eq!(answer.header("retry-after"), Some("5"));
    assert_eq!(shopper.read(&cart)["items"], 1);
    site.database.ask("DROP FUNCTION full_disk CASCADE");
    assert_eq!(add().json()["items"], 2);
}

fn open(database: &Database) -> Result<Store, StoreError> {
    let location = database.location();
    Runtime::new().unwrap().block_on(Store::open(&location, StoreOptions::default()))
}

#[test]
fn tables_that_are_not_ours_are_left_alone() {
    let database = Database::postgres();
    database.ask("CREATE TABLE theirs (x bigint)");
    assert_eq!(open(&database).err(), Some(StoreError::Foreign));
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(database.ask(tables), Some(1));
}

#[test]
fn a_newer_database_is_used_until_it_leaves_us_behind() {
    let database = Database::postgres();
    drop(open(&database).unwrap());
    database.ask("INSERT INTO basket_schema (version, oldest) VALUES (998, 1)");
    drop(open(&database).unwrap());
    database.ask("INSERT INTO basket_schema (version, oldest) VALUES (999, 999)");
    assert_eq!(open(&database).err(), Some(StoreError::Newer));
}

#[test]
fn many_processes_that_start_at_once_migrate_once() {
    let database = Database::postgres();
    std::thread::scope(|scope| {
        let starts: Vec<_> = (0..8).map(|_| scope.spawn(|| open(&database).err())).collect();
        for start in starts {
            assert_eq!(start.join().unwrap(), None);
        }
    });
    let versions = "SELECT count(*) - count(DISTINCT version) FROM basket_schema";
    assert_eq!(database.ask(versions), Some(0));
}

/// Programs of the release before say by a negative `touched_at` that a cart is ordered.
#[test]
fn a_cart_that_the_release_before_orders_is_ordered_and_the_other_way_round() {
    let site = Site::build(Database::postgres(), |_, _| {});
    let shopper = site.shopper();
    let over = (410, "cart-expired".to_owned());
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    site.database.ask("UPDATE carts SET touched_at = -touched_at, version = version + 1");
    assert_eq!(shopper.get(&cart).send().refusal(), over);
    site.database.ask("DELETE FROM carts");
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    site.database.ask("UPDATE carts SET ordered_at = created_at");
    assert_eq!(shopper.get(&cart).send().refusal(), over);
    let seen_by_the_release_before = "SELECT count(*) FROM carts WHERE touched_at < 0";
    assert_eq!(site.database.ask(seen_by_the_release_before), Some(1));
}
