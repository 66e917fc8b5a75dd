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
    /// Another transaction was quicker, and this one was rolled back. Running it again may help.
    #[error("the database is busy: {0}")]
    Conflict(String),
    /// The connection was lost before anything took effect. Running it again may help.
    #[error("the connection to the database was lost: {0}")]
    Lost(String),
    /// The connection was lost when something was about to take effect: nobody knows whether it did.
    #[error("the connection to the database was lost, and it is not known what was done: {0}")]
    InDoubt(String),
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

impl StoreError {
    /// A server did not answer before the deadline.
    pub(super) fn late() -> Self {
        Self::Lost("the server did not answer in time".to_owned())
    }

    /// The error where what was lost may have taken effect.
    pub(super) fn in_doubt(self) -> Self {
        if let Self::Lost(reason) = self { Self::InDoubt(reason) } else { self }
    }

    /// The error where what was lost cannot have taken effect, because a commit has to follow.
    pub(super) fn before_commit(self) -> Self {
        if let Self::InDoubt(reason) = self { Self::Lost(reason) } else { self }
    }

    /// The error where nobody tries again.
    pub(super) fn given_up(self) -> Self {
        match self {
            Self::Conflict(reason) | Self::Lost(reason) => Self::Unavailable(reason),
            error => error,
        }
    }
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

impl TransactionError for ChangeError {
    fn store_error(&self) -> Option<&StoreError> {
        if let Self::Store(error) = self { Some(error) } else { None }
    }
}

impl From<NoRandomness> for ChangeError {
    fn from(error: NoRandomness) -> Self {
        Self::Store(error.into())
    }
}
