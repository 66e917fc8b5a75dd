use super::*;
use crate::{Location, StoreOptions, postgres::Postgres};
use std::sync::Arc;
use temporary_postgres::Server;

/// An index on a table that exists.
const INDEX: Migration = (
    "DROP INDEX CONCURRENTLY IF EXISTS changes_by_number;
     CREATE INDEX CONCURRENTLY changes_by_number ON changes (number);",
    1,
);

const FOUND: &str = "SELECT pg_get_indexdef(indexrelid) LIKE '%(number)' AND indisvalid
    FROM pg_index WHERE indexrelid = to_regclass('changes_by_number')";

async fn open() -> Pool {
    let address = Server::shared().unwrap().create_database().unwrap();
    let Ok(Location::Postgres(address)) = address.parse() else { panic!("{address}") };
    let engine = Postgres::open(&address, StoreOptions::default(), Arc::default()).await;
    engine.unwrap().pool
}

fn with_index() -> Vec<Migration> {
    [MIGRATIONS, &[INDEX]].concat()
}

#[tokio::test]
async fn others_write_while_an_index_is_made() {
    let pool = open().await;
    let client = pool.get().await.unwrap().without_deadline();
    client.batch("CREATE INDEX changes_by_number ON changes (name)").await.unwrap();
    let (writer, other) = (pool.get().await.unwrap(), pool.get().await.unwrap());
    writer.begin().await.unwrap();
    writer.batch("INSERT INTO changes (name, number) VALUES ('first', 1)").await.unwrap();
    let write = async {
        let waiting = "SELECT 1 FROM pg_stat_activity
                       WHERE wait_event_type = 'Lock' AND query LIKE '%INDEX CONCURRENTLY%'";
        while other.query(waiting, &[]).await.unwrap().is_empty() {}
        // Whoever comes now would wait behind an index that is made in a transaction.
        other.batch("INSERT INTO changes (name, number) VALUES ('second', 1)").await.unwrap();
        writer.commit().await.unwrap();
    };
    let migrations = with_index();
    let (applied, ()) = tokio::join!(apply_next(&pool, &client, &migrations), write);
    applied.unwrap();
    let is_as_wanted: bool = get(&one(&client, FOUND).await.unwrap(), 0).unwrap();
    assert!(is_as_wanted, "what an attempt before has left is replaced");
    let SchemaVersion { found, latest, .. } = inspect(&client).await.unwrap();
    assert_eq!(found, latest + 1);
}

#[tokio::test]
async fn a_new_database_gets_its_indexes_with_its_tables() {
    let pool = open().await;
    let client = pool.get().await.unwrap();
    client.batch("DROP SCHEMA public CASCADE; CREATE SCHEMA public").await.unwrap();
    apply_next(&pool, &client, &with_index()).await.unwrap();
    let is_as_wanted: bool = get(&one(&client, FOUND).await.unwrap(), 0).unwrap();
    assert!(is_as_wanted);
}

#[tokio::test]
async fn the_history_of_prices_begins_with_what_products_of_before_cost() {
    let pool = open().await;
    let client = pool.get().await.unwrap();
    client.batch("DROP SCHEMA public CASCADE; CREATE SCHEMA public").await.unwrap();
    apply_next(&pool, &client, &MIGRATIONS[..20]).await.unwrap();
    client
        .batch(
            "INSERT INTO shops (id, name, currency, checkout) VALUES (1, 'Shop', 'EUR', 'hosted');
             INSERT INTO products (id, shop_id, sku, name, type, price, revision) VALUES
                 (1, 1, 'MUG', 'Mug', 'normal', 1800, 1), (2, 1, 'TEA', 'Tea', 'normal', NULL, 1);
             INSERT INTO offers (product_id, frequency, interval, price) VALUES (2, 'monthly', 3, 900)",
        )
        .await
        .unwrap();
    apply_next(&pool, &client, MIGRATIONS).await.unwrap();
    let found =
        "SELECT string_agg(concat_ws(' ', sku, frequency, interval, price), ', ' ORDER BY id),
            min(since) > extract(epoch FROM now() - interval '1 hour') * 1000
                AND max(since) <= extract(epoch FROM now()) * 1000
        FROM prices";
    let row = one(&client, found).await.unwrap();
    let (prices, is_now): (String, bool) = (get(&row, 0).unwrap(), get(&row, 1).unwrap());
    assert_eq!(prices, "MUG 1800, TEA monthly 3 900");
    assert!(is_now);
}
