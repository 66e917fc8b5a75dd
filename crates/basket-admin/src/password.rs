//! Passwords, hashed and compared off the threads that answer requests, which would stand still for tens of
//! milliseconds. Each takes 19 MiB, so only a few are at work at once.

use crate::refusal::Refusal;
use basket_model::operator::{hash_password, verify_password};
use basket_store::StoreError;
use std::{num::NonZero, sync::Arc, thread::available_parallelism};
use tokio::{sync::Semaphore, task::spawn_blocking};

/// How many are at work at once at most.
const AT_WORK: usize = 4;
/// How many more may wait: a second or two.
const WAITING: usize = 32;

/// Bounds the work with passwords.
#[derive(Debug)]
pub struct PasswordQueue {
    room: Semaphore,
    at_work: Arc<Semaphore>,
}

impl Default for PasswordQueue {
    fn default() -> Self {
        // Half of the processors stay free for shoppers while passwords are hashed.
        let processors = available_parallelism().map_or(1, NonZero::get);
        let at_work = (processors / 2).clamp(1, AT_WORK);
        Self { room: Semaphore::new(at_work + WAITING), at_work: Arc::new(Semaphore::new(at_work)) }
    }
}

impl PasswordQueue {
    /// Does the work when its turn comes; refuses it where too much waits.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let _place = self.room.try_acquire().map_err(|_| Refusal::busy())?;
        let turn = Arc::clone(&self.at_work).acquire_owned().await.map_err(|_| Refusal::busy())?;
        // It goes on when the caller hangs up, and so does its turn.
        let work = spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        let stopping = |_| StoreError::Unavailable("the service is stopping".to_owned());
        Ok(work.await.map_err(stopping)?)
    }

    /// A password as it is stored.
    pub(crate) async fn hash(&self, password: String) -> Result<String, Refusal> {
        let hashed = self.run(move || hash_password(&password)).await?;
        Ok(hashed.map_err(|error| StoreError::Internal(error.to_string()))?)
    }

    /// Whether it is the stored password; wrong, and as slow, where none is stored.
    pub(crate) async fn verify(
        &self,
        password: String,
        stored: Option<String>,
    ) -> Result<bool, Refusal> {
        self.run(move || verify_password(&password, stored.as_deref())).await
    }
}
