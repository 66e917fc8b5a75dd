//! PostgreSQL, for any number of service processes on one database. A change reads what must be known
//! in one round trip and writes in one statement, which takes effect only if nobody else has changed
//! the cart in between.

mod batcher;
mod carts;
mod changes;
mod connection;
mod failure;
mod notes;
mod pool;
mod pooler;
mod products;
mod retries;
mod schema;
mod session;
mod shares;
mod shops;
mod writes;

pub(crate) use connection::{Connection, Param};
pub(crate) use failure::failure;
pub(crate) use schema::{inspect, one};
pub(crate) use session::Session;
pub(crate) use shares::Share;

use super::{
    ChangeError, PostgresAddress, Statistics, StoreError, StoreOptions,
    decision::StoredCart,
    engine::{Engine, SHOP_CHANGES, ShopOfKey},
    error::TransactionError,
    row::{Rows, Value},
};
use basket_core::{cart::Cart, product::Product};
use basket_model::{change::Change, shop::Shop};
use batcher::{Batcher, Growth};
use carts::Wanted;
use changes::{Answer, Job};
use pool::{Pool, WAIT};
use retries::Retries;
use session::{Connector, ServerLimits};
use shares::Shares;
use shops::WantedKey;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio_postgres::{
    Row,
    types::{FromSql, ToSql, Type},
};
use writes::Kind;

/// How long the server may take over a statement about carts. It takes milliseconds, and is tried again elsewhere.
const CART_STATEMENT: Duration = Duration::from_secs(2);
/// How long it may take over any other.
const STATEMENT: Duration = Duration::from_secs(10);

/// How many groups of readers are answered at the same time.
const READERS: usize = 4;
/// How many groups of changes of each kind are made at the same time: one, for as long as the server answers it quickly.
const WRITERS: usize = 4;
/// One in so many connections is for carts, up to what their readers and writers can use.
const SHARE: usize = 3;

/// A pool of connections, and who waits for an answer.
#[derive(Debug)]
pub(super) struct Postgres {
    /// For everything but carts.
    pool: Pool,
    /// For shoppers with carts, whatever orders, imports and the backend are doing.
    carts: Pool,
    /// How many of the others each shop may have.
    shares: Shares,
    keys: Batcher<WantedKey, Result<Option<ShopOfKey>, StoreError>>,
    reads: Batcher<Wanted, Result<Option<StoredCart>, StoreError>>,
    creates: Changes,
    sets: Changes,
    removals: Changes,
    statistics: Arc<Statistics>,
}

/// Changes of one kind that wait to be written.
type Changes = Batcher<Arc<Job>, Result<Answer, StoreError>>;

impl Postgres {
    /// Connects, creates the tables when there are none, and brings them up to date.
    pub(super) async fn open(
        address: &PostgresAddress,
        options: StoreOptions,
        statistics: Arc<Statistics>,
    ) -> Result<Self, StoreError> {
        let connector = Arc::new(Connector::new(address)?);
        let new_pool = |size, statement| {
            Pool::new(Arc::clone(&connector), size, statement, Arc::clone(&statistics))
        };
        let carts = (options.connections / SHARE).clamp(1, READERS + WRITERS);
        let others = options.connections.saturating_sub(carts).max(1);
        let pool = new_pool(others, STATEMENT);
        let carts = new_pool(carts, CART_STATEMENT);
        schema::migrate(&pool, options.schema).await.map_err(StoreError::given_up)?;
        let keys = readers_batcher(&carts, |client, wanted: Vec<WantedKey>| async move {
            shops::find_all(&client, &wanted).await
        });
        let reads = readers_batcher(&carts, |client, wanted: Vec<Wanted>| async move {
            carts::find_all(&client, &wanted).await
        });
        let shares = Shares::of(others);
        let changes = || changes_batcher(&carts);
        let (creates, sets, removals) = (changes(), changes(), changes());
        Ok(Self { pool, carts, shares, keys, reads, creates, sets, removals, statistics })
    }

    /// Where a change waits.
    fn changes_like(&self, job: &Job) -> &Changes {
        match job.kind() {
            Kind::Create => &self.creates,
            Kind::Set => &self.sets,
            Kind::Remove => &self.removals,
        }
    }

    pub(super) async fn client(&self) -> Result<Connection, StoreError> {
        self.pool.get().await
    }

    /// Leave for a shop to have one more connection, for as long as it is kept.
    pub(super) async fn share(&self, shop: i64) -> Result<Share, StoreError> {
        self.shares.take(shop, WAIT).await
    }

    /// Runs `work` until it is neither undone by another transaction nor by a lost connection, or for as long as somebody
    /// waits.
    pub(super) async fn persist<T, E, F>(&self, work: impl Fn() -> F) -> Result<T, E>
    where
        E: TransactionError,
        F: Future<Output = Result<T, E>>,
    {
        let mut retries = Retries::new();
        loop {
            let error = match work().await {
                Ok(done) => return Ok(done),
                Err(error) => error,
            };
            match error.store_error() {
                Some(reason) if retries.wait_after(reason).await => self.statistics.count_retry(),
                Some(reason) => return Err(E::from(reason.clone().given_up())),
                None => return Err(error),
            }
        }
    }

    /// The rows that a query yields.
    pub(super) async fn rows(
        &self,
        sql: &'static str,
        values: &[Value],
    ) -> Result<Rows, StoreError> {
        self.persist(|| async { rows(&self.client().await?, sql, values).await }).await
    }

    /// Makes sure that the server takes changes.
    pub(super) async fn check(&self) -> Result<(), StoreError> {
        let sql = "SELECT current_setting('transaction_read_only')";
        let client = self.carts.get().await?;
        let rows = client.query(sql, &[]).await?;
        if rows.first().is_some_and(|row| row.get::<_, &str>(0) == "on") {
            client.abandon();
            return Err(StoreError::Unavailable("the server takes no changes".to_owned()));
        }
        Ok(())
    }
}

/// Answers questions of one kind together.
fn readers_batcher<Q, A, F>(
    pool: &Pool,
    find: fn(Connection, Vec<Q>) -> F,
) -> Batcher<Q, Result<A, StoreError>>
where
    Q: Send + 'static,
    A: Send + 'static,
    F: Future<Output = Result<Vec<A>, StoreError>> + Send + 'static,
{
    let pool = pool.clone();
    Batcher::new(
        READERS,
        Growth::WhenFull,
        |_, _| true,
        move |wanted: Vec<Q>| {
            let (pool, count) = (pool.clone(), wanted.len());
            async move {
                let find = async { find(pool.get().await?, wanted).await };
                share(find.await, count)
            }
        },
    )
}

fn changes_batcher(pool: &Pool) -> Changes {
    let pool = pool.clone();
    Batcher::new(WRITERS, Growth::WhenSlow, Job::agree, move |jobs: Vec<Arc<Job>>| {
        let pool = pool.clone();
        async move {
            let began = Instant::now();
            let change = async { changes::together(&pool.get().await?, &jobs).await };
            let answers = share(change.await, jobs.len());
            pool.statistics().count_batch(jobs.len(), began.elapsed());
            answers
        }
    })
}

/// One connection to a server that need not take changes, set up as those of the service.
pub(crate) async fn connect_once(address: &PostgresAddress) -> Result<Connection, StoreError> {
    let connector = Arc::new(Connector::new(address)?.for_reading());
    Pool::new(connector, 1, STATEMENT, Arc::default()).get_now().await
}

/// One session without limits of time, as a copy needs it.
pub(crate) async fn unlimited_session(address: &PostgresAddress) -> Result<Session, StoreError> {
    let session = Connector::new(address)?.connect(ServerLimits::NONE, Duration::ZERO).await;
    session.map_err(StoreError::given_up)
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
    ) -> Result<Option<ShopOfKey>, StoreError> {
        let digest = digest.map(<[u8]>::to_vec);
        let wanted = || WantedKey { name: name.to_owned(), digest: digest.clone(), now };
        self.persist(|| async { self.keys.ask(wanted()).await? }).await
    }

    async fn shop_changes(&self) -> Result<i64, StoreError> {
        let rows = self.carts.get().await?.query(SHOP_CHANGES, &[]).await?;
        rows.first().map_or(Ok(0), |row| get(row, 0))
    }

    async fn products(&self, shop: i64, skus: &[String]) -> Result<Vec<Product>, StoreError> {
        self.persist(|| async { products::named(&self.carts.get().await?, shop, skus).await }).await
    }

    async fn cart(&self, shop: &Shop, id: &str) -> Result<Option<StoredCart>, StoreError> {
        let Shop { id: shop, currency, .. } = *shop;
        let wanted = || Wanted { shop, currency, token: id.to_owned() };
        self.persist(|| async { self.reads.ask(wanted()).await? }).await
    }

    async fn change(&self, shop: &Shop, change: Change, now: i64) -> Result<Cart, ChangeError> {
        let _waiting = self.statistics.wait();
        let job = Arc::new(Job::new(shop, change, now));
        let change = || async {
            let answer = match self.changes_like(&job).ask(Arc::clone(&job)).await? {
                Ok(Some(answer)) => Ok(answer?),
                Ok(None) => changes::alone(&self.carts.get().await?, &job).await,
                Err(error) => Err(error.into()),
            };
            answer.map_err(|error| job.judge(error))
        };
        self.persist(change).await
    }

    async fn touch_cart(&self, id: String, now: i64) -> Result<(), StoreError> {
        self.persist(|| async { carts::touch(&self.carts.get().await?, &id, now).await }).await
    }
}

/// The rows that a statement yields.
pub(super) async fn rows(
    client: &Connection,
    sql: &'static str,
    values: &[Value],
) -> Result<Rows, StoreError> {
    let rows = client.query(sql, &params(values)).await?;
    let names = |row: &Row| row.columns().iter().map(|column| column.name().to_owned()).collect();
    let columns = rows.first().map(names).unwrap_or_default();
    let read = |row| (0..Row::len(row)).map(|column| get(row, column)).collect();
    let values = rows.iter().map(read).collect::<Result<_, _>>()?;
    Ok(Rows { sql, columns, values })
}

/// Runs a statement; how many rows it changed.
pub(super) async fn execute_values(
    client: &Connection,
    sql: &'static str,
    values: &[Value],
) -> Result<u64, StoreError> {
    client.execute(sql, &params(values)).await
}

/// Values whose types the server knows by the places where they stand.
pub(crate) fn params(values: &[Value]) -> Vec<Param<'_>> {
    values.iter().map(|value| (value as &(dyn ToSql + Sync), Type::UNKNOWN)).collect()
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
        client.batch("SET plan_cache_mode = force_generic_plan").await.unwrap();
        for (name, sql, values) in [
            ("find_shops", shops::SHOPS, 3),
            ("read_carts", carts::CARTS, 2),
            ("create_carts", writes::CREATE, 23),
            ("set_lines", writes::SET, 23),
            ("remove_lines", writes::REMOVE, 16),
        ] {
            client.batch(&format!("PREPARE {name} AS {sql}")).await.unwrap();
            let nothing = vec!["'{}'"; values].join(", ");
            let explain = format!("EXPLAIN EXECUTE {name}({nothing})").leak();
            let mut plan = String::new();
            for row in client.query(explain, &[]).await.unwrap() {
                writeln!(plan, "{}", row.get::<_, &str>(0)).unwrap();
            }
            // What is new is not looked up.
            let is_indexed = plan.contains("Index Scan") || sql == writes::CREATE;
            assert!(is_indexed && !plan.contains("Seq Scan"), "{plan}");
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
        assert_eq!(engine.pool.available(), 0, "nobody else gets one");
        assert_eq!(engine.shop_of_key("pk_none", None, 0).await.unwrap(), None);
        engine.touch_cart("none".to_owned(), 0).await.unwrap();
    }
}
