//! What a failure of PostgreSQL means: to the rest of the service, to a transaction that could be run again, and to the
//! connection that it happened on.

use crate::StoreError;
use tokio_postgres::{Error, error::SqlState, types::WrongType};

/// What a failure means to the rest of the service.
pub(crate) fn failure(error: &Error) -> StoreError {
    let Some(state) = error.code() else {
        let source = std::error::Error::source(error);
        let is_ours = source.and_then(|source| source.downcast_ref::<WrongType>()).is_some();
        // Otherwise nothing came from the server: it is away, or went away in the middle.
        return if is_ours {
            StoreError::Internal(said(error))
        } else {
            StoreError::Lost(said(error))
        };
    };
    if *state == SqlState::DISK_FULL {
        StoreError::Full
    } else if is_rolled_back(state) {
        StoreError::Conflict(said(error))
    } else if ends_session(state) {
        StoreError::Lost(said(error))
    } else if is_passing(state) {
        StoreError::Unavailable(said(error))
    } else {
        StoreError::Internal(said(error))
    }
}

/// Whether a connection must not be used again after this failure.
pub(super) fn ends_connection(error: &Error) -> bool {
    error.is_closed()
        || error.code().is_some_and(|state| ends_session(state) || is_statement_gone(state))
}

/// Whether the server rolled back what would work if it were run again. What is unique is looked up before it is
/// inserted: where it is there nevertheless, another transaction was quicker.
fn is_rolled_back(state: &SqlState) -> bool {
    let is_conflict = [
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::LOCK_NOT_AVAILABLE,
        SqlState::UNIQUE_VIOLATION,
        SqlState::READ_ONLY_SQL_TRANSACTION,
    ]
    .contains(state);
    is_conflict || is_statement_gone(state)
}

/// Whether the server no longer knows a prepared statement as we do: a migration changed what it yields, or a pooler
/// gave us the connection of another process.
fn is_statement_gone(state: &SqlState) -> bool {
    [
        SqlState::FEATURE_NOT_SUPPORTED,
        SqlState::INVALID_SQL_STATEMENT_NAME,
        SqlState::DUPLICATE_PSTATEMENT,
    ]
    .contains(state)
}

/// Whether the server ended the session, or takes no changes any more because another one took over.
fn ends_session(state: &SqlState) -> bool {
    let code = state.code();
    code.starts_with("08")
        || code.starts_with("57P0")
        || *state == SqlState::READ_ONLY_SQL_TRANSACTION
        || *state == SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
}

/// Whether trying again later may help: authorisation, name of the database, resources, operator, system.
fn is_passing(state: &SqlState) -> bool {
    matches!(&state.code()[..2], "28" | "3D" | "40" | "53" | "57" | "58")
}

/// An error with what is behind it; the driver's own words for it are very general.
fn said(error: &Error) -> String {
    match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_says_what_becomes_of_transaction_and_connection() {
        let of = |code: &str| {
            let state = SqlState::from_code(code);
            (is_rolled_back(&state), ends_session(&state), is_passing(&state))
        };
        assert_eq!(of("40001"), (true, false, true), "could not serialize");
        assert_eq!(of("40P01"), (true, false, true), "deadlock");
        assert_eq!(of("55P03"), (true, false, false), "lock not available in time");
        assert_eq!(of("23505"), (true, false, false), "inserted by another transaction");
        assert_eq!(of("26000"), (true, false, false), "unknown prepared statement");
        assert_eq!(of("25006"), (true, true, false), "read-only");
        assert_eq!(of("57P01"), (false, true, true), "shutting down");
        assert_eq!(of("57014"), (false, false, true), "took too long");
        assert_eq!(of("53300"), (false, false, true), "too many connections");
        assert_eq!(of("42601"), (false, false, false), "syntax error");
    }
}
