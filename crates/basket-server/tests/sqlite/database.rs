//! A file of a test's own.

use basket_server::Location;
use rusqlite::{Connection, OptionalExtension};
use std::path::PathBuf;
use tempfile::TempDir;

pub struct Database(TempDir);

impl Database {
    pub fn create() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> PathBuf {
        self.0.path().join("test.db")
    }

    pub fn location(&self) -> Location {
        Location::Sqlite(self.path())
    }

    /// Runs a statement behind the service's back; the number in its first row.
    pub fn ask(&self, sql: &str) -> Option<i64> {
        let connection = Connection::open(self.path()).unwrap();
        let row = connection.prepare(sql).unwrap().query_row([], |row| row.get(0)).optional();
        row.unwrap()
    }
}
