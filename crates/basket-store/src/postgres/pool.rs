//! A pool of connections that others wait for, but not for ever and not in any number. It must never know what a
//! connection is used for.

use super::{
    connection::Connection,
    session::{Connector, ServerLimits, Session},
};
use crate::{Statistics, StoreError};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// How long to wait for a connection: for one that others have, and for a new one.
pub(super) const WAIT: Duration = Duration::from_secs(5);
/// How many may wait for each connection.
const QUEUE: usize = 64;
/// How much longer than the server takes over a statement we wait for its answer.
const MARGIN: Duration = Duration::from_secs(2);

/// How long our transactions may wait for a lock, and for us. We notice before that what they wait for.
const LOCK: Duration = Duration::from_secs(5);
const IDLE_TRANSACTION: Duration = Duration::from_secs(15);

/// A pool of connections.
#[derive(Debug, Clone)]
pub(super) struct Pool(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    connector: Arc<Connector>,
    limits: ServerLimits,
    permits: Arc<Semaphore>,
    /// Who waits has one of these.
    queue: Semaphore,
    idle: Mutex<Vec<Session>>,
    /// One connects at a time: a server that comes back is not met by all of us at once.
    connecting: tokio::sync::Mutex<()>,
    statistics: Arc<Statistics>,
}

impl Pool {
    /// A pool of so many connections, in which a statement may take so long.
    pub(super) fn new(
        connector: Arc<Connector>,
        size: usize,
        statement: Duration,
        statistics: Arc<Statistics>,
    ) -> Self {
        Self(Arc::new(Shared {
            connector,
            limits: ServerLimits {
                statement,
                lock: LOCK.min(statement),
                idle_transaction: IDLE_TRANSACTION,
            },
            permits: Arc::new(Semaphore::new(size)),
            queue: Semaphore::new(size.saturating_mul(QUEUE)),
            idle: Mutex::default(),
            connecting: tokio::sync::Mutex::default(),
            statistics,
        }))
    }

    /// A connection, as soon as there is one.
    pub(super) async fn get(&self) -> Result<Connection, StoreError> {
        let began = Instant::now();
        let got = timeout(WAIT, self.take(WAIT)).await;
        self.0.statistics.count_pool_wait(began.elapsed());
        got.unwrap_or_else(|_| Err(busy("no connection to the database became free in time")))
    }

    /// A connection, or at once why there is none.
    pub(super) async fn get_now(&self) -> Result<Connection, StoreError> {
        self.take(Duration::ZERO).await.map_err(StoreError::given_up)
    }

    /// A session of its own without limits of time.
    pub(super) async fn unlimited_session(&self) -> Result<Session, StoreError> {
        self.0.connector.connect(ServerLimits::NONE, WAIT).await
    }

    async fn take(&self, patience: Duration) -> Result<Connection, StoreError> {
        let permit = self.permit().await?;
        if let Some(session) = self.idle_session() {
            return Ok(Connection::new(session, self.clone(), permit));
        }
        let _connecting = self.0.connecting.lock().await;
        let session = match self.idle_session() {
            Some(session) => session,
            None => self.0.connector.connect(self.0.limits, patience).await?,
        };
        Ok(Connection::new(session, self.clone(), permit))
    }

    async fn permit(&self) -> Result<OwnedSemaphorePermit, StoreError> {
        let permits = Arc::clone(&self.0.permits);
        if let Ok(permit) = Arc::clone(&permits).try_acquire_owned() {
            return Ok(permit);
        }
        let waiting = self.0.queue.try_acquire();
        let _waiting = waiting.map_err(|_| busy("too many requests wait for the database"))?;
        permits.acquire_owned().await.map_err(|_| busy("the service is stopping"))
    }

    /// A session that somebody gave back, if it is still good.
    fn idle_session(&self) -> Option<Session> {
        let epoch = self.0.connector.epoch();
        let mut idle = self.0.idle.lock().unwrap_or_else(PoisonError::into_inner);
        std::iter::from_fn(|| idle.pop()).find(|session| session.is_good(epoch))
    }

    pub(super) fn give_back(&self, session: Session) {
        if session.is_good(self.0.connector.epoch()) {
            self.0.idle.lock().unwrap_or_else(PoisonError::into_inner).push(session);
        }
    }

    pub(super) fn distrust(&self, session: &Session) {
        self.0.connector.distrust(session);
    }

    /// How long an answer may take.
    pub(super) fn deadline(&self) -> Duration {
        self.0.limits.statement + MARGIN
    }

    /// How many more connections somebody can have now.
    #[cfg(test)]
    pub(super) fn available(&self) -> usize {
        self.0.permits.available_permits()
    }

    pub(super) fn statistics(&self) -> &Statistics {
        &self.0.statistics
    }
}

fn busy(why: &str) -> StoreError {
    StoreError::Unavailable(why.to_owned())
}
