//! Connections that break, freeze or lead to the wrong server, and transactions that collide. Nothing is lost, nothing is
//! done twice, and everyone is answered.

use super::relay::Relay;
use crate::{
    database::Database,
    routes::{
        orders::{checkout, place},
        site::Site,
    },
};
use basket_store::{Inspection, SchemaPolicy, SchemaState, Store, StoreError, StoreOptions};
use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};
use temporary_postgres::Server;
use tokio::runtime::Runtime;

/// How long anyone may wait for an answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// The folder of the server's socket in an address, and what comes before and behind it.
fn parts(address: &str) -> (&str, String, &str) {
    let (user, rest) = address.split_once('@').unwrap();
    let (folder, database) = rest.split_once('/').unwrap();
    (user, folder.replace("%2F", "/"), database)
}

fn at(folders: &[&Path], address: &str) -> String {
    let (user, _, database) = parts(address);
    let hosts: Vec<String> =
        folders.iter().map(|folder| folder.display().to_string().replace('/', "%2F")).collect();
    format!("{user}@{}/{database}", hosts.join(","))
}

/// A service that reaches its database through a relay.
fn site_behind_relay() -> (Site, Relay, Database) {
    let database = Database::postgres();
    let Database::Postgres(address) = &database else { panic!("not on PostgreSQL") };
    let relay = Relay::before(Path::new(&parts(address).1));
    let site = Site::build(Database::Postgres(at(&[relay.folder()], address)), |_, _| {});
    (site, relay, database)
}

#[test]
fn a_change_whose_answer_is_lost_is_made_once_as_its_key_proves() {
    let (site, relay, _) = site_behind_relay();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    let lines = format!("{cart}/lines");
    // The key is sent to be looked up, and again to be written.
    relay.lose_answer("tap-once", 2);
    let add = shopper.post(&lines).header("idempotency-key", "tap-once").json(r#"{"sku":"MUG"}"#);
    assert_eq!(add.send().json()["items"], 2);
    assert_eq!(relay.lost(), 1);
    let empty = shopper.delete(&lines).header("idempotency-key", "empty-once");
    relay.lose_answer("empty-once", 2);
    assert_eq!(empty.send().json()["items"], 0);
    assert_eq!(relay.lost(), 2);
    assert_eq!(shopper.read(&cart)["items"], 0);
}

#[test]
fn what_cannot_be_repeated_says_so() {
    let (site, relay, _) = site_behind_relay();
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    relay.lose_answer("MUG", 2);
    let add = shopper.post(&format!("{cart}/lines")).json(r#"{"sku":"MUG"}"#).send();
    assert_eq!(add.refusal(), (500, "outcome-unknown".to_owned()));
    assert_eq!(add.header("retry-after"), None, "nobody is to repeat it blindly");
    assert_eq!(relay.lost(), 1);
    assert_eq!(shopper.read(&cart)["items"], 2, "this time it was made");
}

#[test]
fn an_order_whose_commit_is_not_answered_is_placed_once() {
    let (site, relay, database) = site_behind_relay();
    let checkout = checkout(&site, r#"{"sku":"MUG"}"#);
    relay.lose_answer("COMMIT", 1);
    let order = place(&site, &checkout).unwrap();
    assert_eq!(relay.lost(), 1);
    assert_eq!(database.ask("SELECT count(*) FROM orders"), Some(1));
    assert_eq!(database.ask("SELECT max(number) FROM orders"), Some(order.number));
    assert_eq!(database.ask("SELECT orders FROM shops WHERE orders > 0"), Some(1));
}

#[test]
fn a_frozen_connection_holds_up_nobody_for_longer_than_the_deadline() {
    let (site, relay, _) = site_behind_relay();
    let add_many = |round: &str, count: usize| {
        thread::scope(|scope| {
            let adds: Vec<_> = (0..count)
                .map(|nth| {
                    let shopper = site.shopper();
                    scope.spawn(move || {
                        let began = Instant::now();
                        let cart = shopper.cart(r#"{"sku":"MUG"}"#);
                        let key = format!("{round}-{nth}");
                        let add = shopper.post(&format!("{cart}/lines"));
                        let add = add.header("idempotency-key", &key).json(r#"{"sku":"MUG"}"#);
                        assert_eq!(add.send().json()["items"], 2);
                        began.elapsed()
                    })
                })
                .collect();
            adds.into_iter().map(|add| add.join().unwrap()).max().unwrap()
        })
    };
    add_many("before", 24);
    relay.freeze(1);
    let longest = add_many("one", 24);
    assert!(longest < REQUEST_TIMEOUT, "{longest:?}");
    // The server behind all connections freezes, and another takes over.
    relay.freeze(usize::MAX);
    let longest = add_many("all", 4);
    assert!(longest < REQUEST_TIMEOUT, "{longest:?}");
    assert_eq!(site.caller(None).get("/readyz").send().status, 200);
}

#[test]
fn a_server_that_becomes_read_only_is_left_and_found_again() {
    let server = Server::start().unwrap();
    let site = Site::build(Database::postgres_on(&server), |_, _| {});
    let shopper = site.shopper();
    let cart = shopper.cart(r#"{"sku":"MUG"}"#);
    let add = || shopper.post(&format!("{cart}/lines")).json(r#"{"sku":"MUG"}"#).send();
    // Each session of the server takes a new setting over when it is asked next.
    let set_until = |statement: &str, ready: u16| {
        let psql = ["basket0", "--command", statement, "--command", "SELECT pg_reload_conf()"];
        assert!(server.program("psql").args(psql).output().unwrap().status.success());
        let is_ready = || site.caller(None).get("/readyz").send().status;
        assert!((0..1000).any(|_| is_ready() == ready), "never {ready} after {statement}");
    };
    set_until("ALTER SYSTEM SET default_transaction_read_only = on", 503);
    assert_eq!(add().refusal(), (503, "unavailable".to_owned()));
    set_until("ALTER SYSTEM RESET default_transaction_read_only", 200);
    assert_eq!(add().json()["items"], 2);
}

#[test]
fn of_several_hosts_the_one_that_takes_changes_is_used() {
    let Database::Postgres(address) = Database::postgres() else { panic!("not on PostgreSQL") };
    let folder = parts(&address).1;
    let several = at(&[Path::new("/nowhere"), Path::new(&folder)], &address);
    let site = Site::build(Database::Postgres(several), |_, _| {});
    site.shopper().cart(r#"{"sku":"MUG"}"#);
}

#[test]
fn purchases_at_once_all_succeed_where_transactions_are_serializable() {
    let database = Database::postgres();
    let Database::Postgres(address) = &database else { panic!("not on PostgreSQL") };
    let name = parts(address).2;
    database
        .ask(&format!("ALTER DATABASE {name} SET default_transaction_isolation = 'serializable'"));
    let site = Site::build(database, |_, _| {});
    let checkouts: Vec<_> = (0..24).map(|_| checkout(&site, r#"{"sku":"MUG"}"#)).collect();
    let mut numbers: Vec<i64> = thread::scope(|scope| {
        let site = &site;
        let purchase = |checkout| scope.spawn(move || place(site, checkout).unwrap().number);
        let purchases: Vec<_> = checkouts.iter().map(purchase).collect();
        purchases.into_iter().map(|purchase| purchase.join().unwrap()).collect()
    });
    numbers.sort_unstable();
    assert_eq!(numbers, (1001..=1024).collect::<Vec<_>>());
}

#[test]
fn a_service_that_may_not_change_tables_refuses_those_of_another_version() {
    let database = Database::postgres();
    let open = |schema| {
        let options = StoreOptions { schema, ..StoreOptions::default() };
        Runtime::new().unwrap().block_on(Store::open(&database.location(), options)).map(drop)
    };
    assert_eq!(open(SchemaPolicy::Keep), Err(StoreError::Older), "there are no tables yet");
    assert_eq!(open(SchemaPolicy::Create), Ok(()));
    assert_eq!(open(SchemaPolicy::Keep), Ok(()));
    database
        .ask("DELETE FROM basket_schema WHERE version = (SELECT max(version) FROM basket_schema)");
    assert_eq!(open(SchemaPolicy::Keep), Err(StoreError::Older));
    assert_eq!(open(SchemaPolicy::Create), Err(StoreError::Older));
}

/// Through a pooler, whatever is set for a session is set for whoever has it next.
#[test]
fn who_only_looks_at_a_database_leaves_its_sessions_as_they_were() {
    let site = Site::build(Database::postgres(), |_, _| {});
    let location = site.database.location();
    for _ in 0..8 {
        let looked = site.wait(async { Inspection::open(&location).await?.schema().await });
        assert_eq!(looked.unwrap().state, SchemaState::Current);
        site.shopper().cart(r#"{"sku":"MUG"}"#);
    }
}
