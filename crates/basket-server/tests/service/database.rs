//! A database of a test's own: a file, or a database on the PostgreSQL server that all tests share.

use crate::engine::Engine;
use basket_store::Location;
use rusqlite::{Connection, OptionalExtension};
use std::path::PathBuf;
use tempfile::TempDir;
use temporary_postgres::Server;

/// What PostgreSQL says of a statement that it undid because of another one, and that is to be tried again.
const CONFLICT: &str = "could not serialize access";
const MOST_TRIES: u32 = 20;

pub enum Database {
    Sqlite(TempDir),
    Postgres(String),
}

impl Database {
    /// On the engine of the test that asks.
    pub fn create() -> Self {
        match Engine::current() {
            Engine::Sqlite => Self::Sqlite(tempfile::tempdir().unwrap()),
            Engine::Postgres => Self::postgres(),
        }
    }

    /// On PostgreSQL.
    pub fn postgres() -> Self {
        Self::postgres_on(Server::shared().unwrap())
    }

    /// On a PostgreSQL server that this test may break.
    pub fn postgres_on(server: &Server) -> Self {
        Self::Postgres(server.create_database().unwrap())
    }

    pub fn location(&self) -> Location {
        match self {
            Self::Sqlite(folder) => Location::Sqlite(file(folder)),
            Self::Postgres(address) => address.parse().unwrap(),
        }
    }

    /// The file of a SQLite database.
    pub fn path(&self) -> PathBuf {
        match self {
            Self::Sqlite(folder) => file(folder),
            Self::Postgres(address) => panic!("{address} is not a file"),
        }
    }

    /// Runs a statement behind the service's back; the number in its first row.
    pub fn ask(&self, sql: &str) -> Option<i64> {
        let address = match self {
            Self::Sqlite(folder) => {
                let connection = Connection::open(file(folder)).unwrap();
                let mut statement = connection.prepare(sql).unwrap();
                return statement.query_row([], |row| row.get(0)).optional().unwrap();
            }
            Self::Postgres(address) => address,
        };
        let mut psql = Server::shared().unwrap().program("psql");
        psql.args(["--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1"]);
        psql.args(["--command", sql, address]);
        for _ in 0..MOST_TRIES {
            let output = psql.output().unwrap();
            if output.status.success() {
                return String::from_utf8(output.stdout).unwrap().trim().parse().ok();
            }
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(error.contains(CONFLICT), "{sql}: {error}");
        }
        panic!("{sql} was undone {MOST_TRIES} times")
    }
}

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("test.db")
}
