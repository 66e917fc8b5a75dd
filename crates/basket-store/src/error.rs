//! What can go wrong with a database, in terms that hold for any engine.

use basket_model::{change::Refused, order::NotPlaced, token::NoRandomness};
use rusqlite::{Error as Sqlite, ErrorCode};

/// Why the store could not do what was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// There is no room left to write.
    #[error("the disk of the database is full")]
    Full,
    /// The database is away, busy or cannot be read; trying again later may help.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// The file is something else.
    #[error("the file is not a basket database")]
    Foreign,
    /// The database was written by a later version of the service.
    #[error("the database was written by a newer version of basket")]
    Newer,
    /// The database was written by an earlier version, and nobody said that it may be brought up to date.
    #[error("the database was written by an earlier version of basket")]
    Older,
    /// A secret was encrypted with a key that was not given.
    #[error("a secret is encrypted with the key {0}, which is missing")]
    SecretKeyMissing(String),
    /// A mistake of ours.
    #[error("the database refused a statement: {0}")]
    Internal(String),
}

impl From<Sqlite> for StoreError {
    fn from(error: Sqlite) -> Self {
        let Sqlite::SqliteFailure(failure, _) = &error else {
            return Self::Internal(error.to_string());
        };
        match failure.code {
            ErrorCode::DiskFull => Self::Full,
            ErrorCode::NotADatabase => Self::Foreign,
            ErrorCode::DatabaseBusy
            | ErrorCode::DatabaseLocked
            | ErrorCode::SystemIoFailure
            | ErrorCode::CannotOpen
            | ErrorCode::PermissionDenied
            | ErrorCode::ReadOnly
            | ErrorCode::FileLockingProtocolFailed => Self::Unavailable(error.to_string()),
            _ => Self::Internal(error.to_string()),
        }
    }
}

impl From<NoRandomness> for StoreError {
    fn from(error: NoRandomness) -> Self {
        Self::Unavailable(error.to_string())
    }
}

/// An error that rolls a transaction back.
pub(super) trait TransactionError: From<StoreError> + Send + 'static {
    /// The database's failure, if it is one.
    fn store_error(&self) -> Option<&StoreError>;
}

impl TransactionError for StoreError {
    fn store_error(&self) -> Option<&StoreError> {
        Some(self)
    }
}

/// Why an order was not placed. Nothing is changed then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// The order cannot be as the checkout has it.
    #[error("the order was refused: {0:?}")]
    Refused(NotPlaced),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a cart could not be read or changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// A rule refused it; the cart stays as it was.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<NoRandomness> for ChangeError {
    fn from(error: NoRandomness) -> Self {
        Self::Store(error.into())
    }
}
