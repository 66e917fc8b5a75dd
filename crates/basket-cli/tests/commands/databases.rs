//! The two kinds of database that every command works on.

use rusqlite::Connection;
use std::{fs, path::Path};
use tempfile::TempDir;
use temporary_postgres::Server;

/// A database of a test's own.
pub struct Database {
    pub address: String,
    _folder: Option<TempDir>,
}

/// An empty one of each kind.
pub fn both() -> [Database; 2] {
    let folder = tempfile::tempdir().unwrap();
    let file = format!("sqlite:{}", folder.path().join("basket.db").display());
    let server = Server::shared().unwrap().create_database().unwrap();
    [Database { address: file, _folder: Some(folder) }, Database { address: server, _folder: None }]
}

/// Creates a database of version 4 of the tables, with one shop.
pub fn create_earlier(path: &Path) {
    let database = Connection::open(path).unwrap();
    for migration in ["0001_carts", "0002_secret_keys", "0003_carts_by_shop", "0004_operators"] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../basket-store/src/sqlite/migrations");
        let sql = fs::read_to_string(format!("{folder}/{migration}.sql")).unwrap();
        database.execute_batch(&sql).unwrap();
    }
    database
        .execute_batch(
            "PRAGMA application_id = 0x62736B74; PRAGMA user_version = 4;
         INSERT INTO shops (id, name, currency, checkout) VALUES (1, 'Tea', 'EUR', 'hosted')",
        )
        .unwrap();
}
