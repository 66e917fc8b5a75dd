//! SQLite, in a file: zero set-up, for one service process. Many changes share one durable
//! transaction, and reads never wait for them.

mod carts;
mod changes;
mod keys;
mod lines;
mod products;
mod readers;
mod schema;
mod shops;
mod tidy;
mod writer;

use super::{
    CartPage, ChangeError, ProductPage, StoreError, StoreOptions,
    decision::StoredCart,
    engine::Engine,
    sql::{self, Value},
};
use basket_core::{cart::Cart, product::Product};
use basket_model::{
    change::Change,
    key::{Key, NewKey},
    shop::{NewShop, Shop, ShopChange},
};
use changes::Job;
use readers::Readers;
use rusqlite::{Connection, Statement};
use std::path::Path;
use writer::Writer;

/// An open file.
#[derive(Debug)]
pub(super) struct Sqlite {
    // Dropped in this order: the writer's connection closes last and folds the log into the file.
    readers: Readers,
    writer: Writer,
}

impl Sqlite {
    /// Opens the database file, creates it when there is none, and brings it up to date.
    pub(super) fn open(path: &Path, options: StoreOptions) -> Result<Self, StoreError> {
        let connection = schema::open_writer(path, &options)?;
        let failed = |error: std::io::Error| StoreError::Unavailable(error.to_string());
        let writer = Writer::start(connection).map_err(failed)?;
        Ok(Self { readers: Readers::new(path.to_owned(), options), writer })
    }
}

// Reads take microseconds and never wait, so they do not leave the thread that asks.
impl Engine for Sqlite {
    async fn check(&self) -> Result<(), StoreError> {
        self.readers.read(|connection| {
            connection.prepare_cached("SELECT count(*) FROM shops")?.query_row([], |_| Ok(()))?;
            Ok(())
        })
    }

    async fn shop_of_key(
        &self,
        name: &str,
        digest: Option<&[u8]>,
        now: i64,
    ) -> Result<Option<Shop>, StoreError> {
        self.readers.read(|connection| shops::find(connection, name, digest, now))
    }

    async fn shops(&self) -> Result<Vec<Shop>, StoreError> {
        self.readers.read(shops::all)
    }

    async fn change_shop(&self, shop: i64, change: ShopChange) -> Result<bool, StoreError> {
        self.writer.run(move |connection| shops::change(connection, shop, &change)).await
    }

    async fn keys(&self, shop: i64) -> Result<Vec<Key>, StoreError> {
        self.readers.read(|connection| keys::all(connection, shop))
    }

    async fn create_key(&self, shop: i64, key: NewKey, now: i64) -> Result<(), StoreError> {
        self.writer.run(move |connection| keys::create(connection, shop, &key, now)).await
    }

    async fn end_key(
        &self,
        shop: i64,
        name: String,
        at: i64,
        successor: Option<NewKey>,
        now: i64,
    ) -> Result<bool, StoreError> {
        let end = move |connection: &_| {
            let is_there = keys::end(connection, shop, &name, at, now)?;
            if let (true, Some(key)) = (is_there, &successor) {
                keys::create(connection, shop, key, now)?;
            }
            Ok(is_there)
        };
        self.writer.run(end).await
    }

    async fn create_shop(
        &self,
        shop: NewShop,
        products: Vec<Product>,
        now: i64,
    ) -> Result<i64, StoreError> {
        let create = move |connection: &_| {
            let id = shops::create(connection, &shop, now)?;
            products.iter().try_for_each(|product| products::put(connection, id, product))?;
            Ok(id)
        };
        self.writer.run(create).await
    }

    async fn products(&self, shop: i64, skus: &[String]) -> Result<Vec<Product>, StoreError> {
        self.readers.read(|connection| products::named(connection, shop, skus))
    }

    async fn product_page(
        &self,
        shop: i64,
        after: i64,
        limit: u32,
    ) -> Result<ProductPage, StoreError> {
        self.readers.read(|connection| products::page(connection, shop, after, limit))
    }

    async fn put_products(&self, shop: i64, products: Vec<Product>) -> Result<(), StoreError> {
        let put = move |connection: &_| {
            products.iter().try_for_each(|product| products::put(connection, shop, product))
        };
        self.writer.run(put).await
    }

    async fn remove_product(&self, shop: i64, sku: String) -> Result<bool, StoreError> {
        self.writer.run(move |connection| products::remove(connection, shop, &sku)).await
    }

    async fn cart(&self, shop: &Shop, id: &str) -> Result<Option<StoredCart>, StoreError> {
        self.readers.read(|connection| carts::find(connection, shop.id, shop.currency, id))
    }

    async fn cart_page(&self, shop: i64, after: i64, limit: u32) -> Result<CartPage, StoreError> {
        self.readers.read(|connection| carts::page(connection, shop, after, limit))
    }

    async fn change(&self, shop: &Shop, change: Change, now: i64) -> Result<Cart, ChangeError> {
        let (shop, currency) = (shop.id, shop.currency);
        let work = move |connection: &_| Job { connection, shop, currency, now }.answer(&change);
        Ok(self.writer.run(work).await??)
    }

    async fn touch_cart(&self, id: String, now: i64) -> Result<(), StoreError> {
        self.writer.run(move |connection| tidy::touch(connection, &id, now)).await
    }

    async fn tidy(&self, now: i64) -> Result<bool, StoreError> {
        self.writer.run(move |connection| tidy::sweep(connection, now)).await
    }
}

/// Rows of any statement.
pub(super) fn ask(
    engine: &Sqlite,
    sql: &'static str,
    values: &[Value],
) -> Result<Vec<sql::Row>, StoreError> {
    engine.readers.read(|connection| {
        let mut statement = connection.prepare_cached(sql)?;
        bind(&mut statement, values)?;
        let columns = statement.column_count();
        let rows = statement.raw_query().mapped(|row| {
            let values = (0..columns).map(|column| Ok(Value::from_sqlite(row.get_ref(column)?)));
            Ok(sql::Row(values.collect::<rusqlite::Result<_>>()?))
        });
        Ok(rows.collect::<Result<_, _>>()?)
    })
}

/// Any statements, all or none.
pub(super) async fn write(engine: &Sqlite, steps: Vec<sql::Step>) -> Result<bool, StoreError> {
    let work = move |connection: &Connection| {
        connection.execute_batch("SAVEPOINT steps")?;
        for step in &steps {
            let mut statement = connection.prepare_cached(step.sql)?;
            bind(&mut statement, &step.values)?;
            let touched = statement.raw_execute()?;
            if step.must && touched == 0 {
                connection.execute_batch("ROLLBACK TO steps; RELEASE steps")?;
                return Ok(false);
            }
        }
        connection.execute_batch("RELEASE steps")?;
        Ok(true)
    };
    engine.writer.run(work).await
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
