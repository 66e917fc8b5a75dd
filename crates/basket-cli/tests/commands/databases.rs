//! The two kinds of database that every command works on.

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
