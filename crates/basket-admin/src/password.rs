//! Passwords, hashed and compared off the threads that answer requests, which would stand still for tens of
//! milliseconds.

use crate::refusal::Refusal;
use basket_model::operator::{hash_password, verify_password};
use basket_store::StoreError;
use tokio::task::spawn_blocking;

/// A password as it is stored.
pub(crate) async fn hash(password: String) -> Result<String, Refusal> {
    let hashed = spawn_blocking(move || hash_password(&password)).await.map_err(stopped)?;
    Ok(hashed.map_err(|error| StoreError::Internal(error.to_string()))?)
}

/// Whether it is the stored password; wrong, and as slow, where none is stored.
pub(crate) async fn verify(password: String, stored: Option<String>) -> Result<bool, Refusal> {
    let verified = spawn_blocking(move || verify_password(&password, stored.as_deref()));
    Ok(verified.await.map_err(stopped)?)
}

fn stopped(_: tokio::task::JoinError) -> StoreError {
    StoreError::Unavailable("the service is stopping".to_owned())
}
