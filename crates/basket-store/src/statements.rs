//! Runs statements on whichever engine there is. It must never know what a statement is for.

use crate::{
    Engine, Store, StoreError, postgres,
    sql::{Row, Step, Value},
    sqlite,
};

impl Store {
    /// Asks for rows.
    pub(super) async fn ask<const N: usize>(
        &self,
        sql: &'static str,
        values: [Value; N],
    ) -> Result<Vec<Row>, StoreError> {
        match &self.engine {
            Engine::Sqlite(engine) => sqlite::ask(engine, sql, &values),
            Engine::Postgres(engine) => postgres::ask(engine, sql, &values).await,
        }
    }

    /// Runs the steps in one transaction; whether every one that must touch a row did. If not, nothing
    /// is changed.
    pub(super) async fn write(&self, steps: Vec<Step>) -> Result<bool, StoreError> {
        let tells = steps.iter().any(|step| step.tells);
        let is_done = match &self.engine {
            Engine::Sqlite(engine) => sqlite::write(engine, steps).await?,
            Engine::Postgres(engine) => postgres::write(engine, &steps).await?,
        };
        if is_done && tells {
            self.wake.notify_one();
        }
        Ok(is_done)
    }
}
