//! PostgreSQL, for any number of service processes on one database. A change reads what must be known
//! in one round trip and writes in one statement, which takes effect only if nobody else has changed
//! the cart in between.

mod batcher;
mod carts;
mod changes;
mod notes;
mod products;
mod schema;
mod shares;
mod shops;
mod writes;

pub(crate) use schema::inspect;
pub(crate) use shares::Share;

use super::{
    ChangeError, PostgresAddress, Statistics, StoreError, StoreOptions,
    decision::StoredCart,
    engine::Engine,
    row::{Rows, Value},
};
use basket_core::{cart::Cart, product::Product};
use basket_model::{change::Change, shop::Shop};
use batcher::Batcher;
use carts::Wanted;
use changes::{Answer, Job};
use deadpool_postgres::{
    ClientWrapper, GenericClient, Hook, HookError, Manager, ManagerConfig, Object, Pool, PoolError,
    RecyclingMethod, Runtime,
};
use shares::Shares;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio_postgres::{
    Error, Row,
    error::SqlState,
    types::{FromSql, ToSql, WrongType},
};

/// How long to wait for a connection: for one in the pool, and for a new one.
const WAIT: Duration = Duration::from_secs(5);

/// Run once on each new connection. No statement of a request may take for ever; what is looked up is mostly in
/// memory, where no page is further away than the next; and where the server is set up to answer before the disk
/// has a change, we ask it not to.
const PREPARE: &str = "SELECT set_config('statement_timeout', '10s', false),
    set_config('random_page_cost', '1.1', false),
    CASE WHEN current_setting('synchronous_commit') = 'off'
        THEN set_config('synchronous_commit', 'on', false) END";

/// How many groups of readers are answered at the same time; of those who change something, one is.
const READERS: usize = 4;
/// One in so many connections is for carts, up to what their readers and writers can use.
const SHARE: usize = 3;

/// A pool of connections, and who waits for an answer.
#[derive(Debug)]
pub(super) struct Postgres {
    /// For everything but carts.
    pool: CountedPool,
    /// For shoppers with carts, whatever orders, imports and the backend are doing.
    carts: CountedPool,
    /// How many of the others each shop may have.
    shares: Shares,
    reads: Batcher<Wanted, Result<Option<StoredCart>, StoreError>>,
    changes: Batcher<Arc<Job>, Result<Answer, StoreError>>,
}

impl Postgres {
    /// Connects, creates the tables when there are none, and brings them up to date.
    pub(super) async fn open(
        address: &PostgresAddress,
        options: StoreOptions,
        statistics: Arc<Statistics>,
    ) -> Result<Self, StoreError> {
        let carts = (options.connections / SHARE).clamp(1, READERS + 2);
        let others = options.connections.saturating_sub(carts).max(1);
        let pool =
            CountedPool { pool: pool(address, others)?, statistics: Arc::clone(&statistics) };
        let carts = CountedPool { pool: self::pool(address, carts)?, statistics };
        schema::migrate(&mut pool.client().await?, options.migrate).await?;
        let (readers, writers) = (carts.clone(), carts.clone());
        let reads = Batcher::new(
            READERS,
            |_, _| true,
            move |wanted: Vec<Wanted>| {
                let pool = readers.clone();
                async move {
                    let find = async { carts::find_all(&pool.client().await?, &wanted).await };
                    share(find.await, wanted.len())
                }
            },
        );
        let changes = Batcher::new(1, Job::agree, move |jobs: Vec<Arc<Job>>| {
            let pool = writers.clone();
            async move {
                let began = Instant::now();
                let change = async { changes::together(&pool.client().await?, &jobs).await };
                let answers = share(change.await, jobs.len());
                pool.statistics.count_batch(jobs.len(), began.elapsed());
                answers
            }
        });
        Ok(Self { pool, carts, shares: Shares::of(others), reads, changes })
    }

    pub(super) async fn client(&self) -> Result<Object, StoreError> {
        self.pool.client().await
    }

    /// Leave for a shop to have one more connection, for as long as it is kept.
    pub(super) async fn share(&self, shop: i64) -> Result<Share, StoreError> {
        self.shares.take(shop, WAIT).await
    }

    /// The rows that a query yields.
    pub(super) async fn rows(
        &self,
        sql: &'static str,
        values: &[Value],
    ) -> Result<Rows, StoreError> {
        rows(&self.client().await?, sql, values).await
    }
}

/// One connection, set up as those of the service.
pub(crate) async fn connect_once(address: &PostgresAddress) -> Result<Object, StoreError> {
    let pool = CountedPool { pool: pool(address, 1)?, statistics: Arc::default() };
    pool.client().await
}

fn pool(address: &PostgresAddress, size: usize) -> Result<Pool, StoreError> {
    let (mut config, tls) = address.connection()?;
    if config.get_application_name().is_none() {
        config.application_name("basket");
    }
    config.connect_timeout(WAIT);
    let manager = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    Pool::builder(Manager::from_config(config, tls, manager))
        .max_size(size)
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(WAIT))
        .create_timeout(Some(WAIT))
        .post_create(Hook::async_fn(|client: &mut ClientWrapper, _| {
            Box::pin(async {
                client.query(PREPARE, &[]).await.map(drop).map_err(HookError::Backend)
            })
        }))
        .build()
        .map_err(|error| StoreError::Internal(error.to_string()))
}

/// The pool, with how long others wait for its connections.
#[derive(Debug, Clone)]
struct CountedPool {
    pool: Pool,
    statistics: Arc<Statistics>,
}

impl CountedPool {
    async fn client(&self) -> Result<Object, StoreError> {
        let began = Instant::now();
        let client = self.pool.get().await;
        self.statistics.count_pool_wait(began.elapsed());
        client.map_err(|error| match error {
            PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error)) => {
                failure(error)
            }
            error => StoreError::Unavailable(error.to_string()),
        })
    }
}

/// What came of asking for many, for each of them.
fn share<T>(result: Result<Vec<T>, StoreError>, count: usize) -> Vec<Result<T, StoreError>> {
    match result {
        Ok(answers) => answers.into_iter().map(Ok).collect(),
        Err(error) => (0..count).map(|_| Err(error.clone())).collect(),
    }
}

impl Engine for Postgres {
    async fn shop_of_key(
        &self,
        name: &str,
        digest: Option<&[u8]>,
        now: i64,
    ) -> Result<Option<Shop>, StoreError> {
        shops::find(&self.carts.client().await?, name, digest, now).await
    }

    async fn products(&self, shop: i64, skus: &[String]) -> Result<Vec<Product>, StoreError> {
        products::named(&self.carts.client().await?, shop, skus).await
    }

    async fn cart(&self, shop: &Shop, id: &str) -> Result<Option<StoredCart>, StoreError> {
        let Shop { id: shop, currency, .. } = *shop;
        self.reads.ask(Wanted { shop, currency, token: id.to_owned() }).await?
    }

    async fn change(&self, shop: &Shop, change: Change, now: i64) -> Result<Cart, ChangeError> {
        let _waiting = self.carts.statistics.wait();
        let job = Arc::new(Job::new(shop, change, now));
        match self.changes.ask(Arc::clone(&job)).await?? {
            Some(answer) => Ok(answer?),
            None => changes::alone(&mut self.carts.client().await?, &job).await,
        }
    }

    async fn touch_cart(&self, id: String, now: i64) -> Result<(), StoreError> {
        carts::touch(&self.carts.client().await?, &id, now).await
    }
}

/// The rows that a statement yields.
pub(super) async fn rows(
    client: &impl GenericClient,
    sql: &'static str,
    values: &[Value],
) -> Result<Rows, StoreError> {
    let statement = client.prepare_cached(sql).await.map_err(failure)?;
    let columns = statement.columns().iter().map(|column| column.name().to_owned()).collect();
    let rows = client.query(&statement, &references(values)).await.map_err(failure)?;
    let read = |row| (0..Row::len(row)).map(|column| get(row, column)).collect();
    let values = rows.iter().map(read).collect::<Result<_, _>>()?;
    Ok(Rows { sql, columns, values })
}

/// Runs a statement; how many rows it changed.
pub(super) async fn execute_values(
    client: &impl GenericClient,
    sql: &str,
    values: &[Value],
) -> Result<u64, StoreError> {
    execute(client, sql, &references(values)).await
}

fn references(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

/// Runs a statement that the connection prepares once and keeps.
async fn query(
    client: &impl GenericClient,
    sql: &str,
    values: &[&(dyn ToSql + Sync)],
) -> Result<Vec<Row>, StoreError> {
    let statement = client.prepare_cached(sql).await.map_err(failure)?;
    client.query(&statement, values).await.map_err(failure)
}

/// Likewise, for how many rows it changed.
async fn execute(
    client: &impl GenericClient,
    sql: &str,
    values: &[&(dyn ToSql + Sync)],
) -> Result<u64, StoreError> {
    let statement = client.prepare_cached(sql).await.map_err(failure)?;
    client.execute(&statement, values).await.map_err(failure)
}

/// A value in a row.
pub(super) fn get<'a, T: FromSql<'a>>(row: &'a Row, column: usize) -> Result<T, StoreError> {
    row.try_get(column).map_err(|error| StoreError::Internal(error.to_string()))
}

/// A number in a row that is narrower with us than in the database.
fn narrow<T: TryFrom<i64>>(number: i64) -> Result<T, StoreError> {
    T::try_from(number).map_err(|_| StoreError::Internal(format!("unexpected number {number}")))
}

/// Whether a text can be in this database at all: it has no zeros, so nothing there is named by one.
fn is_text(text: &str) -> bool {
    !text.contains('\0')
}

/// What a failure means to the rest of the service.
#[expect(clippy::needless_pass_by_value, reason = "it stands behind `map_err`")]
pub(super) fn failure(error: Error) -> StoreError {
    let Some(state) = error.code() else {
        let source = std::error::Error::source(&error);
        let is_ours = source.and_then(|source| source.downcast_ref::<WrongType>()).is_some();
        // Otherwise nothing came from the server: it is away, or went away in the middle.
        return if is_ours {
            StoreError::Internal(said(&error))
        } else {
            StoreError::Unavailable(said(&error))
        };
    };
    let class = &state.code()[..2];
    if *state == SqlState::DISK_FULL {
        return StoreError::Full;
    }
    // Connection, authorisation, name of the database, conflict, resources, operator, system.
    let is_passing = matches!(class, "08" | "28" | "3D" | "40" | "53" | "57" | "58")
        || *state == SqlState::READ_ONLY_SQL_TRANSACTION;
    if is_passing {
        StoreError::Unavailable(said(&error))
    } else {
        StoreError::Internal(said(&error))
    }
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
    use crate::Location;
    use std::fmt::Write as _;
    use temporary_postgres::Server;

    /// The server knows nothing of tables that it has not looked at yet, as after a shop's first busy minutes.
    #[tokio::test]
    async fn what_every_request_needs_is_looked_up_by_index() {
        let address = Server::shared().unwrap().create_database().unwrap();
        let Ok(Location::Postgres(address)) = address.parse() else { panic!("{address}") };
        let engine = Postgres::open(&address, StoreOptions::default(), Arc::default()).await;
        let client = engine.unwrap().client().await.unwrap();
        client.batch_execute("SET plan_cache_mode = force_generic_plan").await.unwrap();
        for (name, sql, values) in [("read", carts::CARTS, 2), ("write", writes::WRITE, 24)] {
            client.batch_execute(&format!("PREPARE {name} AS {sql}")).await.unwrap();
            let nothing = vec!["'{}'"; values].join(", ");
            let explain = format!("EXPLAIN EXECUTE {name}({nothing})");
            let mut plan = String::new();
            for row in client.query(&explain, &[]).await.unwrap() {
                writeln!(plan, "{}", row.get::<_, &str>(0)).unwrap();
            }
            assert!(plan.contains("Index Scan") && !plan.contains("Seq Scan"), "{plan}");
        }
    }

    #[tokio::test]
    async fn carts_are_answered_while_others_have_all_other_connections() {
        let address = Server::shared().unwrap().create_database().unwrap();
        let Ok(Location::Postgres(address)) = address.parse() else { panic!("{address}") };
        let options = StoreOptions { connections: 6, ..StoreOptions::default() };
        let engine = Postgres::open(&address, options, Arc::default()).await.unwrap();
        let mut held = Vec::new();
        for _ in 0..4 {
            held.push(engine.client().await.unwrap());
        }
        assert_eq!(engine.pool.pool.status().max_size, held.len(), "nobody else gets one");
        assert_eq!(engine.shop_of_key("pk_none", None, 0).await.unwrap(), None);
        engine.touch_cart("none".to_owned(), 0).await.unwrap();
    }
}
