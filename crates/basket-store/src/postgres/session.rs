//! Sessions at a PostgreSQL server: how they are opened, at whichever of several hosts takes changes, and set up.

use super::{failure::failure, pooler, retries::spread};
use crate::{PostgresAddress, StoreError, location::PoolMode};
use std::{
    collections::HashMap,
    fmt,
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use tokio::{
    task::{JoinHandle, JoinSet},
    time::{sleep, timeout},
};
use tokio_postgres::{
    Client, Config, Error, SimpleQueryMessage, Statement, config::TargetSessionAttrs,
};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long one host may take to open a session.
const HOST_WAIT: Duration = Duration::from_secs(2);
/// How long to wait before a host is asked again.
const HOST_PAUSE: Duration = Duration::from_millis(100);

/// A session lasts so long, or down to half of it, so that not all end at once. After a primary switch behind a
/// balancer, and after a change of DNS, this brings all of them to where new ones go.
const LIFETIME: Duration = Duration::from_mins(30);

/// A connection whose peer is gone is noticed within a minute, also when nothing is asked.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(30);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(10);
const KEEPALIVE_RETRIES: u32 = 3;
/// What is sent must be confirmed by the peer's system within this time.
const UNCONFIRMED: Duration = Duration::from_secs(15);

/// How long the server lets things last, so that nothing of ours stands in the way of others.
#[derive(Debug, Clone, Copy)]
pub(super) struct ServerLimits {
    /// For one statement.
    pub(super) statement: Duration,
    /// To wait for a lock.
    pub(super) lock: Duration,
    /// For a transaction in which nothing happens, because this process froze or is cut off.
    pub(super) idle_transaction: Duration,
}

impl ServerLimits {
    /// Everything may take as long as it needs.
    pub(super) const NONE: Self =
        Self { statement: Duration::ZERO, lock: Duration::ZERO, idle_transaction: Duration::ZERO };

    fn settings(self) -> [(&'static str, u128); 3] {
        [
            ("statement_timeout", self.statement.as_millis()),
            ("lock_timeout", self.lock.as_millis()),
            ("idle_in_transaction_session_timeout", self.idle_transaction.as_millis()),
        ]
    }
}

/// One session.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) client: Client,
    _task: Task,
    statements: Mutex<HashMap<&'static str, Statement>>,
    pub(super) epoch: u64,
    ends: Instant,
    /// What a pooler does with it.
    mode: PoolMode,
    limits: ServerLimits,
}

impl Session {
    /// The prepared statement; none where the next statement may go to another session of the server.
    pub(super) async fn prepare(&self, sql: &'static str) -> Result<Option<Statement>, Error> {
        if self.mode == PoolMode::Transaction {
            return Ok(None);
        }
        let known = || self.statements.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(statement) = known().get(sql) {
            return Ok(Some(statement.clone()));
        }
        let statement = self.client.prepare(sql).await?;
        known().insert(sql, statement.clone());
        Ok(Some(statement))
    }

    /// Begins a transaction, with its limits where the session cannot have them.
    pub(super) fn begin(&self) -> String {
        if self.mode == PoolMode::Session {
            return "BEGIN".to_owned();
        }
        let set = |(name, value)| format!("; SET LOCAL {name} = {value}");
        "BEGIN".to_owned() + &self.limits.settings().map(set).concat()
    }

    /// Whether what is set for the session is set for us alone.
    pub(super) fn is_ours(&self) -> bool {
        self.mode == PoolMode::Session
    }

    /// Whether it can still be used.
    pub(super) fn is_good(&self, epoch: u64) -> bool {
        self.epoch == epoch && !self.client.is_closed() && Instant::now() < self.ends
    }
}

/// Carries what is said on a connection, for as long as somebody has it.
#[derive(Debug)]
pub(super) struct Task(JoinHandle<()>);

impl Drop for Task {
    fn drop(&mut self) {
        // It would otherwise wait for answers of a server that may never give them.
        self.0.abort();
    }
}

/// Opens sessions at one address.
pub(super) struct Connector {
    hosts: Vec<Config>,
    tls: MakeRustlsConnect,
    needs_writes: bool,
    mode: OnceLock<PoolMode>,
    /// How often all sessions were found to lead to the wrong server.
    epoch: AtomicU64,
}

impl Connector {
    pub(super) fn new(address: &PostgresAddress) -> Result<Self, StoreError> {
        let (mut hosts, tls) = address.connection()?;
        for config in &mut hosts {
            if config.get_application_name().is_none() {
                config.application_name("basket");
            }
            config.connect_timeout(HOST_WAIT);
            config.keepalives_idle(KEEPALIVE_IDLE);
            config.keepalives_interval(KEEPALIVE_INTERVAL);
            config.keepalives_retries(KEEPALIVE_RETRIES);
            if config.get_tcp_user_timeout().is_none() {
                config.tcp_user_timeout(UNCONFIRMED);
            }
            // The driver would try one host after the other, and wait for one that froze.
            config.target_session_attrs(TargetSessionAttrs::Any);
        }
        let mode = address.pool_mode().map_or_else(OnceLock::new, OnceLock::from);
        let needs_writes = address.needs_writes();
        Ok(Self { hosts, tls, needs_writes, mode, epoch: AtomicU64::new(0) })
    }

    /// Takes any server that answers, also one that takes no changes.
    pub(super) fn for_reading(mut self) -> Self {
        self.needs_writes = false;
        self
    }

    pub(super) fn epoch(&self) -> u64 {
        self.epoch.load(Relaxed)
    }

    /// From now on, sessions that are as old as this one are not used.
    pub(super) fn distrust(&self, session: &Session) {
        // Only the first who says so of its age.
        let next = session.epoch + 1;
        let _ = self.epoch.compare_exchange(session.epoch, next, Relaxed, Relaxed);
    }

    /// A session at the first host that has one for us. All are asked at once, again and again for as long as
    /// `patience` lasts and at least once: while the primary changes, none takes writes for a while.
    pub(super) async fn connect(
        &self,
        limits: ServerLimits,
        patience: Duration,
    ) -> Result<Session, StoreError> {
        let until = Instant::now() + patience;
        let epoch = self.epoch();
        let mode = if let Some(mode) = self.mode.get() {
            *mode
        } else {
            let mode = self.race(until, pooler::mode).await?;
            *self.mode.get_or_init(|| mode)
        };
        let needs_writes = self.needs_writes;
        let open = move |config, tls| async move {
            let (client, task) = reach(config, tls).await?;
            set_up(&client, mode, limits, needs_writes).await?;
            let ends = Instant::now() + spread(LIFETIME);
            let statements = Mutex::default();
            Ok(Session { client, _task: task, statements, epoch, ends, mode, limits })
        };
        self.race(until, open).await
    }

    /// What the first host to succeed says. Each is asked again while it says nothing, and while there is time.
    async fn race<T, F>(
        &self,
        until: Instant,
        ask: impl Fn(Config, MakeRustlsConnect) -> F + Clone + Send + 'static,
    ) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send,
    {
        let mut asked = JoinSet::new();
        for config in self.hosts.clone() {
            let (tls, ask) = (self.tls.clone(), ask.clone());
            asked.spawn(async move {
                loop {
                    let answer = timeout(HOST_WAIT, ask(config.clone(), tls.clone())).await;
                    let answer = answer.unwrap_or_else(|_| Err(StoreError::late()));
                    // What the server refuses for a reason, it will refuse again.
                    let is_lost = matches!(answer, Err(StoreError::Lost(_)));
                    if !is_lost || Instant::now() + HOST_PAUSE > until {
                        return answer;
                    }
                    sleep(HOST_PAUSE).await;
                }
            });
        }
        let mut answer = Err(StoreError::Internal("the address names no host".to_owned()));
        while let Some(next) = asked.join_next().await {
            answer = next.unwrap_or_else(|error| Err(StoreError::Internal(error.to_string())));
            if answer.is_ok() {
                break;
            }
        }
        answer
    }
}

impl fmt::Debug for Connector {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Connector").field("hosts", &self.hosts).finish_non_exhaustive()
    }
}

/// Reaches a server; the task carries what is said.
pub(super) async fn reach(
    config: Config,
    tls: MakeRustlsConnect,
) -> Result<(Client, Task), StoreError> {
    let (client, connection) = config.connect(tls).await.map_err(|error| failure(&error))?;
    // What goes wrong with the connection, the client says with its next question.
    let task = tokio::spawn(async move { drop(connection.await) });
    Ok((client, Task(task)))
}

/// Checks that the server takes changes, and prepares the session: besides its limits, what is looked up is mostly in
/// memory, where no page is further away than the next; no statement is worth compiling; and where the server is set up to answer before the disk has a
/// change, we ask it not to.
async fn set_up(
    client: &Client,
    mode: PoolMode,
    limits: ServerLimits,
    needs_writes: bool,
) -> Result<(), StoreError> {
    let mut sql = "SELECT current_setting('transaction_read_only')".to_owned();
    if mode == PoolMode::Session {
        let set = |(name, value)| format!(", set_config('{name}', '{value}', false)");
        sql += &limits.settings().map(set).concat();
        sql += ", set_config('random_page_cost', '1.1', false), set_config('jit', 'off', false),
            CASE WHEN current_setting('synchronous_commit') = 'off'
                THEN set_config('synchronous_commit', 'on', false) END";
    }
    let answer = client.simple_query(&sql).await.map_err(|error| failure(&error))?;
    let is_read_only = answer
        .iter()
        .any(|message| matches!(message, SimpleQueryMessage::Row(row) if row.get(0) == Some("on")));
    if is_read_only && needs_writes {
        return Err(StoreError::Lost("the server takes no changes".to_owned()));
    }
    Ok(())
}
