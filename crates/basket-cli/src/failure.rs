//! Failures as sentences that say what to do.

use anyhow::{Error, anyhow};
use basket_store::{Location, StoreError};
use std::io::{self, ErrorKind};

/// Why a database could not be used.
pub(crate) fn database(location: &Location, error: &StoreError) -> Error {
    match error {
        StoreError::Foreign => {
            anyhow!("{location} is not a basket database. Name another one with --database.")
        }
        StoreError::Newer => anyhow!(
            "{location} was written by a newer version of basket than {}. Use that version, or name \
             another database with --database.",
            env!("CARGO_PKG_VERSION")
        ),
        StoreError::Older => anyhow!(
            "{location} has no tables of basket {}: it is empty, or of an earlier version. Upgrade it with \
             `basket migrate-schema`, with --migrate, or by starting `basket serve` without --no-migrate. To back it \
             up first, use `basket backup` for SQLite and `pg_dump` for PostgreSQL.",
            env!("CARGO_PKG_VERSION")
        ),
        StoreError::Full => {
            anyhow!("The disk of {location} is full. Free some space, or use another disk.")
        }
        StoreError::Unavailable(reason)
        | StoreError::Conflict(reason)
        | StoreError::Lost(reason) => match location {
            Location::Sqlite(_) => anyhow!(
                "Cannot open {location} for writing: {reason}. Check that its folder exists and is writable, \
                 or name another file with --database."
            ),
            Location::Postgres(_) => anyhow!(
                "Cannot connect to {location}: {reason}. Check that the server runs, and that address, \
                 user and password in --database are right."
            ),
        },
        StoreError::InDoubt(_) => {
            anyhow!(
                "{error}. Look whether {location} has the change before you repeat the command."
            )
        }
        StoreError::SecretKeyMissing(name) => anyhow!(
            "{location} has secrets that are encrypted with the key {name}, which is missing. Add it to \
             --secret-keys-file or BASKET_SECRET_KEYS."
        ),
        StoreError::Internal(_) => anyhow!("Cannot use {location}: {error}."),
    }
}

/// Why the service could not listen.
pub(crate) fn listen(address: &str, error: &io::Error) -> Error {
    match error.kind() {
        ErrorKind::AddrInUse => anyhow!(
            "{address} is already in use. Stop the program that listens there, or choose another address with --listen \
             (127.0.0.1:0 picks a free port)."
        ),
        ErrorKind::PermissionDenied => {
            anyhow!("No permission to listen on {address}. Choose a port above 1023 with --listen.")
        }
        ErrorKind::InvalidInput => {
            anyhow!("{address} is not a valid address. Write --listen HOST:PORT.")
        }
        _ => anyhow!("Cannot listen on {address}: {error}. Choose another address with --listen."),
    }
}
