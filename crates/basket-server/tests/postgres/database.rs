//! A database of a test's own, on the server that all tests of this program share.

use basket_server::Location;
use temporary_postgres::Server;

pub struct Database {
    address: String,
}

impl Database {
    pub fn create() -> Self {
        Self::on(Server::shared().unwrap())
    }

    /// On a server that this test may break.
    pub fn on(server: &Server) -> Self {
        Self { address: server.create_database().unwrap() }
    }

    pub fn location(&self) -> Location {
        self.address.parse().unwrap()
    }

    /// Runs a statement behind the service's back; the number in its first row.
    pub fn ask(&self, sql: &str) -> Option<i64> {
        let mut psql = Server::shared().unwrap().program("psql");
        psql.args(["--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1"]);
        let output = psql.args(["--command", sql, &self.address]).output().unwrap();
        assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().parse().ok()
    }
}
