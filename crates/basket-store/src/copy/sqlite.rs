//! A file at one end of a copy.

use super::{Row, StoreError, Table, Value};
use rusqlite::{Connection, params_from_iter};
use std::path::Path;

pub(super) struct SqliteEnd(Connection);

impl SqliteEnd {
    pub(super) fn open(path: &Path) -> Result<Self, StoreError> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        connection.pragma_update(None, "synchronous", "full")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        Ok(Self(connection))
    }

    /// From here on nothing changes for this connection, whatever others write.
    pub(super) fn hold(&mut self) -> Result<(), StoreError> {
        self.0.execute_batch("BEGIN")?;
        // The moment is that of the first read.
        self.0.query_row("SELECT count(*) FROM shops", [], |_| Ok(()))?;
        Ok(())
    }

    pub(super) fn count(&self, table: &Table) -> Result<u64, StoreError> {
        let sql = format!("SELECT count(*) FROM {}", table.name);
        let count: i64 = self.0.query_row(&sql, [], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }

    pub(super) fn read(
        &self,
        table: &Table,
        after: Option<&[Value]>,
    ) -> Result<Vec<Row>, StoreError> {
        // Lines stand in the rows of their carts, in order: to sort them once more takes all of them for each part.
        let sorted = if table.name == "lines" { 1 } else { table.key };
        let mut statement = self.0.prepare_cached(&table.select(after.is_none(), '?', sorted))?;
        let place = params_from_iter(after.unwrap_or_default());
        let rows = statement.query_map(place, |row| {
            (0..table.columns.len())
                .map(|column| Ok(Value::from_sqlite(row.get_ref(column)?)))
                .collect()
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    pub(super) fn write(&self, table: &Table, rows: &[Row]) -> Result<(), StoreError> {
        let places: Vec<_> = (1..=table.columns.len()).map(|at| format!("?{at}")).collect();
        let (name, columns, places) = (table.name, table.columns(), places.join(", "));
        // Not `ON CONFLICT`, which is not for views.
        let sql = format!("INSERT OR IGNORE INTO {name} ({columns}) VALUES ({places})");
        self.0.execute_batch("BEGIN IMMEDIATE")?;
        let mut statement = self.0.prepare_cached(&sql)?;
        let written =
            rows.iter().try_for_each(|row| statement.execute(params_from_iter(row)).map(drop));
        self.0.execute_batch(if written.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
        Ok(written?)
    }
}
