//! Failures as sentences that say what to do.

use anyhow::{Error, anyhow};
use basket_store::{Location, StoreError};
use std::io::{self, ErrorKind};

/// Why a database could not be used.
pub(crate) fn database(location: &Location, error: &StoreError) -> Error {
    match error {
        StoreError::Foreign => {
            anyhow!("{location} is not a basket database; name another one with --database.")
        }
        StoreError::Newer => anyhow!(
            "{location} was written by a newer version of basket than {}; use that version, or name \
             another database with --database.",
            env!("CARGO_PKG_VERSION")
        ),
        StoreError::Older => anyhow!(
            "{location} was written by an earlier version of basket than {}. Once no service of that version needs it, \
             say --migrate to bring it up to date, or start `basket serve`, which does; `basket backup` copies a file \
             as it is, and `pg_dump` a PostgreSQL database.",
            env!("CARGO_PKG_VERSION")
        ),
        StoreError::Full => {
            anyhow!("There is no room left for {location}; free some, or use another disk.")
        }
        StoreError::Unavailable(reason) => match location {
            Location::Sqlite(_) => anyhow!(
                "{location} cannot be opened and written ({reason}); check that its folder exists \
                 and may be written to, or name another file with --database."
            ),
            Location::Postgres(_) => anyhow!(
                "{location} cannot be reached ({reason}); check that the server runs and that \
                 address, user and password in --database are right."
            ),
        },
        StoreError::SecretKeyMissing(name) => anyhow!(
            "{location} has secrets that were encrypted with the key {name}, which is not among those given; add it to \
             --secret-keys-file or BASKET_SECRET_KEYS."
        ),
        StoreError::Internal(_) => anyhow!("{location} cannot be used: {error}."),
    }
}

/// Why the service could not listen.
pub(crate) fn listen(address: &str, error: &io::Error) -> Error {
    match error.kind() {
        ErrorKind::AddrInUse => anyhow!(
            "{address} is taken; stop what listens there, or choose another address with --listen \
             (127.0.0.1:0 takes a free port)."
        ),
        ErrorKind::PermissionDenied => anyhow!(
            "{address} may not be listened at by this user; choose a port above 1023 with --listen."
        ),
        ErrorKind::InvalidInput => {
            anyhow!("{address} is not an address; write --listen HOST:PORT.")
        }
        _ => anyhow!(
            "{address} cannot be listened at ({error}); choose another address with --listen."
        ),
    }
}
