//! SQLite, in a file: zero set-up, for one service process. Many changes share one durable
//! transaction, and reads never wait for them.

mod carts;
mod changes;
mod lines;
mod products;
mod readers;
pub(crate) mod schema;
mod shops;
mod writer;

use super::{
    ChangeError, Statistics, StoreError, StoreOptions,
    decision::StoredCart,
    engine::{Engine, SHOP_CHANGES, ShopOfKey},
    error::TransactionError,
    row::{Rows, Value},
};
use basket_core::{cart::Cart, product::Product};
use basket_model::{change::Change, shop::Shop};
use changes::Job;
use readers::Readers;
use rusqlite::{Connection, OptionalExtension as _, Statement};
use std::{
    path::Path,
    pin::pin,
    sync::{Arc, Mutex},
    task::{Context, Poll, Waker},
};
use writer::Writer;
pub(super) use writer::lock;

/// An open file.
#[derive(Debug)]
pub(super) struct Sqlite {
    // Dropped in this order: the writer's connection closes last and folds the log into the file.
    readers: Readers,
    writer: Writer,
}

impl Sqlite {
    /// Opens the database file, creates it when there is none, and brings it up to date.
    pub(super) fn open(
        path: &Path,
        options: StoreOptions,
        statistics: Arc<Statistics>,
    ) -> Result<Self, StoreError> {
        let connection = schema::open_writer(path, &options)?;
        let failed = |error: std::io::Error| StoreError::Unavailable(error.to_string());
        let writer = Writer::start(connection, statistics).map_err(failed)?;
        Ok(Self { readers: Readers::new(path.to_owned(), options), writer })
    }

    /// The rows that a query yields.
    pub(super) fn rows(&self, sql: &'static str, values: &[Value]) -> Result<Rows, StoreError> {
        self.readers.read(|connection| rows(connection, sql, values))
    }

    /// Runs `work` as one job of the writer.
    pub(super) async fn transaction<T, E>(
        &self,
        work: impl AsyncFnOnce(&Mutex<Connection>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: TransactionError,
    {
        self.writer.run_locking(move |connection| at_once(work(connection))).await
    }
}

/// Runs a future whose statements never wait.
fn at_once<T, E: From<StoreError>>(work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => {
            let message = "a transaction waits for something other than its statements";
            Err(StoreError::Internal(message.to_owned()).into())
        }
    }
}

// Reads take microseconds and never wait, so they do not leave the thread that asks.
impl Engine for Sqlite {
    async fn shop_of_key(
        &self,
        name: &str,
        digest: Option<&[u8]>,
        now: i64,
    ) -> Result<Option<ShopOfKey>, StoreError> {
        self.readers.read(|connection| shops::find(connection, name, digest, now))
    }

    async fn shop_changes(&self) -> Result<i64, StoreError> {
        self.readers.read(|connection| {
            let mut statement = connection.prepare_cached(SHOP_CHANGES)?;
            Ok(statement.query_row([], |row| row.get(0)).optional()?.unwrap_or_default())
        })
    }

    async fn products(&self, shop: i64, skus: &[String]) -> Result<Vec<Product>, StoreError> {
        let found = self.readers.read(|connection| products::named(connection, shop, skus))?;
        Ok(found.into_iter().map(|stored| stored.product).collect())
    }

    async fn cart(&self, shop: &Shop, id: &str) -> Result<Option<StoredCart>, StoreError> {
        self.readers.read(|connection| carts::find(connection, shop.id, shop.currency, id))
    }

    async fn change(&self, shop: &Shop, change: Change, now: i64) -> Result<Cart, ChangeError> {
        let (shop, currency) = (shop.id, shop.currency);
        let work = move |connection: &_| Job { connection, shop, currency, now }.answer(&change);
        Ok(self.writer.run(work).await??)
    }

    async fn touch_cart(&self, id: String, now: i64) -> Result<(), StoreError> {
        self.writer.run(move |connection| carts::touch(connection, &id, now)).await
    }
}

/// The rows that a statement yields.
pub(super) fn rows(
    connection: &Connection,
    sql: &'static str,
    values: &[Value],
) -> Result<Rows, StoreError> {
    let mut statement = connection.prepare_cached(sql)?;
    bind(&mut statement, values)?;
    let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let rows = statement.raw_query().mapped(|row| {
        (0..columns.len()).map(|column| Ok(Value::from_sqlite(row.get_ref(column)?))).collect()
    });
    let values = rows.collect::<Result<_, _>>()?;
    Ok(Rows { sql, columns, values })
}

/// Runs a statement; how many rows it changed.
pub(super) fn execute(
    connection: &Connection,
    sql: &str,
    values: &[Value],
) -> Result<u64, StoreError> {
    let mut statement = connection.prepare_cached(sql)?;
    bind(&mut statement, values)?;
    Ok(statement.raw_execute()? as u64)
}

/// Puts the values into their places. SQLite would number them as they first appear.
fn bind(statement: &mut Statement<'_>, values: &[Value]) -> Result<(), StoreError> {
    for (number, value) in (1..).zip(values) {
        if let Some(place) = statement.parameter_index(&format!("${number}"))? {
            statement.raw_bind_parameter(place, value)?;
        }
    }
    Ok(())
}
