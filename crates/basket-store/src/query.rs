//! Reads rows from whichever engine there is, within a transaction or outside of one. It must never know what a
//! statement is for.

use crate::{
    Engine, Store, StoreError,
    row::{Row, Value},
};

/// Whatever a statement can be run on.
pub(super) trait Query: Sync {
    /// The rows that a statement yields.
    fn rows(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> impl Future<Output = Result<Vec<Row>, StoreError>> + Send;

    /// The first row that a statement yields, if there is one.
    fn row(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> impl Future<Output = Result<Option<Row>, StoreError>> + Send {
        async move { Ok(self.rows(sql, values).await?.into_iter().next()) }
    }
}

/// Outside of a transaction: each statement sees what is committed when it begins, and only reads.
impl Query for Store {
    async fn rows(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Row>, StoreError> {
        let rows = match &self.engine {
            Engine::Sqlite(engine) => engine.rows(sql, &values),
            Engine::Postgres(engine) => Box::pin(engine.rows(sql, &values)).await,
        };
        Ok(rows?.named())
    }
}
