//! The service as its callers meet it: a real one, listening on a port of its own with a PostgreSQL
//! database of its own; and what only a server can do to it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod database;
#[path = "../routes/all.rs"]
mod routes;
mod server;
