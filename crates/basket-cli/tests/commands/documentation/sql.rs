//! What a page has PostgreSQL do.

use super::{Findings, blocks};
use temporary_postgres::Server;

pub(super) const LANGUAGES: &[&str] = &["sql"];

#[test]
fn every_statement_is_one_that_postgresql_runs() {
    let mut findings = Findings::default();
    // Not the one that tests share: some statements are about its roles.
    let server = Server::start().unwrap();
    server.create_database().unwrap();
    for block in blocks(LANGUAGES) {
        let psql = ["basket0", "--set", "ON_ERROR_STOP=1", "--command", &block.text];
        let output = server.program("psql").args(psql).output().unwrap();
        if !output.status.success() {
            findings.add(&block, String::from_utf8_lossy(&output.stderr));
        }
    }
    findings.judge();
}
