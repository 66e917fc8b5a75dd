//! The service as its callers meet it: a real one, listening on a port of its own with a file of its
//! own; and what only a file can do to it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod database;
mod file;
#[path = "../routes/all.rs"]
mod routes;
