//! Copies everything from one database into another, of whatever engine: to move house, and to keep
//! a copy elsewhere. The tables of both engines have the same columns, so rows are carried over as
//! they are; where an engine keeps them in another way, a view shows them so. It must never know what a table is for.
//!
//! What is read is of one moment, so a service may go on meanwhile. Rows that the target has already
//! are left alone, so a copy that broke off is begun again by the same command. In the end both are
//! read and compared.

mod postgres;
mod sqlite;
mod tables;

use self::sqlite::SqliteEnd;
use super::{
    Location, SchemaPolicy, Store, StoreError, StoreOptions, row::Value, seal, sqlite::schema,
};
use postgres::PostgresEnd;
use sha2::{Digest, Sha256};
use std::path::Path;
pub(super) use tables::TABLES;
use tables::{Kind, Table};

/// How many rows are carried at once.
const BATCH: usize = 1000;

impl Table {
    /// The names of all columns, in quotes: one of them is a word that SQL has its own use for.
    fn columns(&self) -> String {
        self.names(self.columns.len())
    }

    fn names(&self, count: usize) -> String {
        let names = self.columns[..count].iter().map(|(name, _)| format!("\"{name}\""));
        names.collect::<Vec<_>>().join(", ")
    }

    /// Reads the rows behind a place, or the first ones, sorted by that many columns of the key.
    fn select(&self, is_first: bool, placeholder: char, sorted: usize) -> String {
        let (columns, name, key, sorted) =
            (self.columns(), self.name, self.names(self.key), self.names(sorted));
        let place: Vec<_> = (1..=self.key).map(|at| format!("{placeholder}{at}")).collect();
        let place = place.join(", ");
        let behind = if is_first { String::new() } else { format!("WHERE ({key}) > ({place})") };
        format!("SELECT {columns} FROM {name} {behind} ORDER BY {sorted} LIMIT {BATCH}")
    }
}

type Row = Vec<Value>;

/// One of the two databases.
enum End {
    Sqlite(SqliteEnd),
    Postgres(PostgresEnd),
}

impl End {
    /// Opens a database of this version, to be read as it is at this moment.
    async fn source(location: &Location) -> Result<Self, StoreError> {
        let mut end = Self::open(location, SchemaPolicy::Create).await?;
        match &mut end {
            Self::Sqlite(end) => end.hold()?,
            Self::Postgres(end) => end.hold().await?,
        }
        Ok(end)
    }

    async fn target(location: &Location) -> Result<Self, StoreError> {
        Self::open(location, SchemaPolicy::Upgrade).await
    }

    async fn open(location: &Location, schema: SchemaPolicy) -> Result<Self, StoreError> {
        // Makes the tables, and closes again: from here on, there is one connection.
        drop(Store::open(location, StoreOptions { schema, ..StoreOptions::default() }).await?);
        Ok(match location {
            Location::Sqlite(path) => Self::Sqlite(SqliteEnd::open(path)?),
            Location::Postgres(address) => Self::Postgres(PostgresEnd::open(address).await?),
        })
    }

    async fn count(&self, table: &Table) -> Result<u64, StoreError> {
        match self {
            Self::Sqlite(end) => end.count(table),
            Self::Postgres(end) => end.count(table).await,
        }
    }

    async fn read(&self, table: &Table, after: Option<&[Value]>) -> Result<Vec<Row>, StoreError> {
        match self {
            Self::Sqlite(end) => end.read(table, after),
            Self::Postgres(end) => end.read(table, after).await,
        }
    }

    async fn write(&self, table: &Table, rows: &[Row]) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(end) => end.write(table, rows),
            Self::Postgres(end) => end.write(table, rows).await,
        }
    }

    /// Keeps what is written from here on to itself. A file has its name only when it is whole.
    async fn begin(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(end) => end.run("BEGIN").await,
        }
    }

    async fn commit(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(end) => end.run("COMMIT").await,
        }
    }

    async fn finish(&self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(end) => end.finish().await,
        }
    }

    /// Hands every row of a table to `take`, in parts.
    async fn each(
        &self,
        table: &Table,
        mut take: impl AsyncFnMut(Vec<Row>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut after: Option<Row> = None;
        loop {
            let rows = self.read(table, after.as_deref()).await?;
            let Some(last) = rows.last() else { return Ok(()) };
            after = Some(last[..table.key].to_vec());
            take(rows).await?;
        }
    }
}

/// What has been done of how much, of which table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The table.
    pub table: &'static str,
    /// Whether it is being compared, after all has been copied.
    pub is_comparing: bool,
    /// How many rows are done.
    pub done: u64,
    /// How many there are.
    pub all: u64,
}

/// Why a copy did not come about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CopyError {
    /// What is read from failed.
    #[error("{0}")]
    Source(StoreError),
    /// What is written to failed.
    #[error("{0}")]
    Target(StoreError),
    /// The two are not the same in the end: the target had something else, or was used meanwhile.
    #[error("table {0} of the copy differs")]
    Different(&'static str),
}

/// Copies everything into a file, with a digest of its bytes in it. One file goes into another as it is, of whatever
/// version.
pub async fn backup(
    from: &Location,
    file: &Path,
    say: impl FnMut(Progress),
) -> Result<(), CopyError> {
    match from {
        Location::Sqlite(path) => schema::copy_file(path, file).map_err(CopyError::Source)?,
        Location::Postgres(_) => {
            copy(from, &Location::Sqlite(file.to_owned()), say).await.map(drop)?;
        }
    }
    seal::seal(file).map_err(CopyError::Target)
}

/// How many rows a database of this version has.
pub(crate) async fn count_rows(location: &Location) -> Result<u64, StoreError> {
    let end = End::source(location).await?;
    let mut rows = 0;
    for table in TABLES {
        rows += end.count(table).await?;
    }
    Ok(rows)
}

/// Copies everything and compares it; how many rows there are.
pub async fn copy(
    from: &Location,
    to: &Location,
    say: impl FnMut(Progress),
) -> Result<u64, CopyError> {
    let target = End::target(to).await.map_err(CopyError::Target)?;
    copy_into(from, &target, say).await
}

/// Likewise, to PostgreSQL in one transaction: all rows or none.
pub(crate) async fn copy_at_once(
    from: &Location,
    to: &Location,
    say: impl FnMut(Progress),
) -> Result<u64, CopyError> {
    let target = End::target(to).await.map_err(CopyError::Target)?;
    target.begin().await.map_err(CopyError::Target)?;
    let rows = copy_into(from, &target, say).await?;
    target.commit().await.map_err(CopyError::Target)?;
    Ok(rows)
}

async fn copy_into(
    from: &Location,
    target: &End,
    mut say: impl FnMut(Progress),
) -> Result<u64, CopyError> {
    let source = End::source(from).await.map_err(CopyError::Source)?;
    let mut sums = Vec::new();
    for table in TABLES {
        let all = source.count(table).await.map_err(CopyError::Source)?;
        let mut sum = Sum::default();
        let mut failed = None;
        let copied = source.each(table, async |rows| {
            sum.add(&rows);
            say(Progress { table: table.name, is_comparing: false, done: sum.rows, all });
            target.write(table, &rows).await.inspect_err(|error| failed = Some(error.clone()))
        });
        let copied = copied.await;
        if let Some(error) = failed {
            return Err(CopyError::Target(error));
        }
        copied.map_err(CopyError::Source)?;
        sums.push(sum);
    }
    target.finish().await.map_err(CopyError::Target)?;
    for (table, expected) in TABLES.iter().zip(&sums) {
        let mut sum = Sum::default();
        let compared = target.each(table, async |rows| {
            sum.add(&rows);
            let (done, all) = (sum.rows, expected.rows);
            say(Progress { table: table.name, is_comparing: true, done, all });
            Ok(())
        });
        compared.await.map_err(CopyError::Target)?;
        if sum != *expected {
            return Err(CopyError::Different(table.name));
        }
    }
    Ok(sums.iter().map(|sum| sum.rows).sum())
}

/// The number of rows and a sum of their digests, whatever order they come in: two engines do not
/// sort alike.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sum {
    rows: u64,
    digests: [u64; 2],
}

impl Sum {
    fn add(&mut self, rows: &[Row]) {
        for row in rows {
            self.add_row(row);
        }
    }

    fn add_row(&mut self, row: &Row) {
        let mut digest = Sha256::new();
        for value in row {
            let (kind, bytes) = match value {
                Value::Null => (0_u8, &[][..]),
                Value::Number(number) => (1, &number.to_be_bytes()[..]),
                Value::Text(text) => (2, text.as_bytes()),
                Value::Bytes(bytes) => (3, &bytes[..]),
            };
            digest.update([kind]);
            digest.update((bytes.len() as u64).to_be_bytes());
            digest.update(bytes);
        }
        let digest: [u8; 32] = digest.finalize().into();
        for (sum, part) in self.digests.iter_mut().zip(digest.chunks_exact(8)) {
            let part = part.iter().fold(0_u64, |sum, byte| (sum << 8) | u64::from(*byte));
            *sum = sum.wrapping_add(part);
        }
        self.rows += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[tokio::test]
    async fn every_column_of_every_table_is_copied() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let location = Location::Sqlite(path.clone());
        drop(Store::open(&location, StoreOptions::default()).await.unwrap());
        let connection = rusqlite::Connection::open(path).unwrap();
        let sql = "SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c
                   WHERE t.name || '.' || c.name <> 'carts.lines'";
        let mut statement = connection.prepare(sql).unwrap();
        let there = statement.query_map([], |row| row.get(0)).unwrap();
        let there: BTreeSet<String> = there.map(Result::unwrap).collect();
        let copied = TABLES.iter().flat_map(|table| {
            table.columns.iter().map(|(column, _)| format!("{}.{column}", table.name))
        });
        assert_eq!(copied.collect::<BTreeSet<_>>(), there);
    }

    #[tokio::test]
    async fn lines_are_read_in_parts_with_no_gap_and_no_search_for_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let location = Location::Sqlite(path.clone());
        let source = End::target(&location).await.unwrap();
        let connection = rusqlite::Connection::open(path).unwrap();
        connection
            .execute_batch(
                "INSERT INTO shops (id, name, currency, checkout) VALUES (1, 'Shop', 'EUR', 'hosted');
                 INSERT INTO carts (token, shop_id, version, next_line, catalogue, created_at, touched_at)
                     WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 700)
                     SELECT n, 1, 1, 1, 0, 0, 0 FROM numbers;
                 INSERT INTO lines (cart_id, number, sku, quantity, name, type, unit_price)
                     SELECT id, number, 'MUG', 1, 'Mug', 'normal', 1
                     FROM carts, (SELECT 1 AS number UNION ALL SELECT 2 UNION ALL SELECT 3)",
            )
            .unwrap();
        let lines = TABLES.iter().find(|table| table.name == "lines").unwrap();
        let mut places = Vec::new();
        let take = async |rows: Vec<Row>| {
            places.extend(rows.into_iter().map(|row| (row[0].clone(), row[1].clone())));
            Ok(())
        };
        source.each(lines, take).await.unwrap();
        let expected = (1..=700).flat_map(|cart| (1..=3).map(move |number| (cart, number)));
        let expected = expected.map(|(cart, number)| (Value::Number(cart), Value::Number(number)));
        assert_eq!(places, expected.collect::<Vec<_>>());
        let plan = format!("EXPLAIN QUERY PLAN {}", lines.select(false, '?', 1));
        let mut plan = connection.prepare(&plan).unwrap();
        let steps = plan.query_map([1, 1], |row| row.get::<_, String>(3)).unwrap();
        assert!(steps.map(Result::unwrap).all(|step| !step.contains("B-TREE")));
    }
}
