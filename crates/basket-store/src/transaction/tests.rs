use super::*;
use crate::{Location, StoreOptions, row::values};
use std::time::Duration;
use temporary_postgres::Server;

/// An empty database of each engine; the folder holds the file of one.
async fn stores() -> (Vec<Store>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = Location::Sqlite(folder.path().join("test.db"));
    let server = Server::shared().unwrap().create_database().unwrap().parse().unwrap();
    let mut stores = Vec::new();
    for location in [file, server] {
        stores.push(Store::open(&location, StoreOptions::default()).await.unwrap());
    }
    (stores, folder)
}

const INSERT: &str = "INSERT INTO operators (email, password, created_at) VALUES ($1, '', 0)
    ON CONFLICT DO NOTHING";

async fn operators(on: &impl Query) -> Vec<String> {
    let rows = on.rows("SELECT email FROM operators ORDER BY email", values![]).await.unwrap();
    rows.iter().map(|row| row.get("email").unwrap()).collect()
}

#[tokio::test]
async fn a_transaction_reads_what_it_wrote_and_commits_all_of_it() {
    let (stores, _folder) = stores().await;
    for store in stores {
        let write = async move |tx: &Tx<'_>| {
            tx.execute(INSERT, values!["a@example.com"]).await?;
            let seen = operators(tx).await;
            tx.execute(INSERT, values!["b@example.com"]).await?;
            Ok::<_, StoreError>(seen)
        };
        assert_eq!(store.transaction(write).await, Ok(vec!["a@example.com".to_owned()]));
        assert_eq!(operators(&store).await, ["a@example.com", "b@example.com"]);
    }
}

#[tokio::test]
async fn a_refused_or_failed_transaction_changes_nothing_and_the_next_one_works() {
    let (stores, _folder) = stores().await;
    for store in stores {
        store.execute(INSERT, values!["kept@example.com"]).await.unwrap();
        let refused = async move |tx: &Tx<'_>| {
            tx.execute(INSERT, values!["lost@example.com"]).await?;
            tx.require(INSERT, values!["kept@example.com"]).await
        };
        assert_eq!(store.attempt(refused).await, Ok(false));
        let failed = async move |tx: &Tx<'_>| {
            tx.execute(INSERT, values!["lost@example.com"]).await?;
            tx.execute("INSERT INTO nowhere VALUES ($1)", values![1_i64]).await
        };
        assert!(matches!(store.transaction(failed).await, Err(StoreError::Internal(_))));
        let written = store.execute(INSERT, values!["next@example.com"]).await;
        assert_eq!(written, Ok(1));
        assert_eq!(operators(&store).await, ["kept@example.com", "next@example.com"]);
    }
}

#[tokio::test]
async fn the_dispatcher_is_woken_by_a_commit_and_not_by_a_rollback() {
    let (stores, _folder) = stores().await;
    for store in stores {
        for is_refused in [true, false] {
            let tell = async move |tx: &Tx<'_>| {
                tx.wake_dispatcher();
                if is_refused { Err(Rollback::Refused) } else { Ok(()) }
            };
            store.attempt(tell).await.unwrap();
            let woken = tokio::time::timeout(Duration::from_millis(10), store.outbox().woken());
            assert_eq!(woken.await.is_err(), is_refused);
        }
    }
}

#[tokio::test]
async fn on_sqlite_a_transaction_that_waits_for_something_else_is_rolled_back() {
    let (mut stores, _folder) = stores().await;
    let store = stores.remove(0);
    let waits = async move |tx: &Tx<'_>| {
        tx.execute(INSERT, values!["lost@example.com"]).await?;
        tokio::task::yield_now().await;
        Ok::<_, StoreError>(())
    };
    assert!(matches!(store.transaction(waits).await, Err(StoreError::Internal(_))));
    assert!(operators(&store).await.is_empty());
}
