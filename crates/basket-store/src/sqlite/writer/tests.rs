use super::*;
use rusqlite::Connection;
use std::{path::Path, sync::mpsc as gate, time::Duration};
use tokio::runtime::Runtime;

fn count(path: &Path) -> i64 {
    let connection = Connection::open(path).unwrap();
    connection.query_row("SELECT count(*) FROM notes", [], |row| row.get(0)).unwrap()
}

/// A writer on an empty table, and where it lies.
fn writer() -> (Writer, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let connection = Connection::open(folder.path().join("notes.db")).unwrap();
    connection.busy_timeout(Duration::ZERO).unwrap();
    connection.pragma_update(None, "journal_mode", "wal").unwrap();
    connection.execute_batch("CREATE TABLE notes (text TEXT NOT NULL UNIQUE)").unwrap();
    (Writer::start(connection, Arc::default()).unwrap(), folder)
}

fn insert(connection: &Connection, text: &str) -> Result<(), StoreError> {
    connection.execute("INSERT INTO notes VALUES (?1)", [text])?;
    Ok(())
}

#[test]
fn jobs_that_wait_share_a_transaction_and_fail_alone() {
    let (writer, folder) = writer();
    let path = folder.path().join("notes.db");
    Runtime::new().unwrap().block_on(async {
        // The first job has a transaction to itself, and holds the thread until the others wait behind it.
        let (start, started) = oneshot::channel();
        let (open, wait) = gate::channel();
        let first = writer.run(move |_| {
            start.send(()).unwrap();
            wait.recv().unwrap();
            Ok(())
        });
        let good = writer.run(|connection| insert(connection, "good"));
        let bad = writer.run(|connection| {
            insert(connection, "bad")?;
            insert(connection, "good")
        });
        let broken = writer.run(|connection| -> Result<(), StoreError> {
            insert(connection, "broken")?;
            panic!("a job that panics")
        });
        let last = writer.run(move |connection| {
            insert(connection, "last")?;
            Ok(count(&path))
        });
        let release = async { open.send(()).unwrap() };
        let others = async {
            started.await.unwrap();
            tokio::join!(good, bad, broken, last, release)
        };
        let (first, (good, bad, broken, last, ())) = tokio::join!(first, others);
        assert_eq!((first, good), (Ok(()), Ok(())));
        assert!(matches!(bad, Err(StoreError::Internal(_))), "{bad:?}");
        assert!(matches!(broken, Err(StoreError::Internal(_))), "{broken:?}");
        // Nobody else saw what the job before had written: both were in one transaction.
        assert_eq!(last, Ok(0));
    });
    assert_eq!(count(&folder.path().join("notes.db")), 2);
}

#[test]
fn a_transaction_that_cannot_begin_fails_every_job_and_the_next_one_works() {
    let (writer, folder) = writer();
    let path = folder.path().join("notes.db");
    let runtime = Runtime::new().unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let write = || runtime.block_on(writer.run(|connection| insert(connection, "late")));
    assert!(matches!(write(), Err(StoreError::Unavailable(_))));
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(write(), Ok(()));
    assert_eq!(count(&path), 1);
}
