//! The service as its callers meet it: a real one, listening on a port of its own, with a database of its own. Every
//! test below `routes` runs on both engines; `sqlite` and `postgres` have what only one engine can do to it, `upgrade`
//! what becomes of an earlier program's databases.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[macro_use]
mod engine;
mod database;
mod postgres;
mod receivers;
mod routes;
mod sqlite;
mod upgrade;
