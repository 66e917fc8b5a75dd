//! A server at one end of a copy.

use super::{Kind, Row, StoreError, Table, Value};
use crate::{
    PostgresAddress,
    postgres::{self, Param, Session, get},
};
use tokio_postgres::{Error, types::Type};

/// Statements are not prepared under a name: a pooler may stand in between.
pub(super) struct PostgresEnd(Session);

impl PostgresEnd {
    pub(super) async fn open(address: &PostgresAddress) -> Result<Self, StoreError> {
        Ok(Self(postgres::unlimited_session(address).await?))
    }

    /// From here on nothing changes for this connection, whatever others write.
    pub(super) async fn hold(&mut self) -> Result<(), StoreError> {
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        self.0.client.batch_execute(begin).await.map_err(failure)
    }

    pub(super) async fn run(&self, statement: &str) -> Result<(), StoreError> {
        self.0.client.batch_execute(statement).await.map_err(failure)
    }

    pub(super) async fn count(&self, table: &Table) -> Result<u64, StoreError> {
        let sql = format!("SELECT count(*) FROM {}", table.name);
        let row = self.0.client.query_typed_one(&sql, &[]).await.map_err(failure)?;
        Ok(get::<i64>(&row, 0)?.unsigned_abs())
    }

    pub(super) async fn read(
        &self,
        table: &Table,
        after: Option<&[Value]>,
    ) -> Result<Vec<Row>, StoreError> {
        let place = postgres::params(after.unwrap_or_default());
        let sql = table.select(after.is_none(), '$', table.key);
        let rows = self.0.client.query_typed(&sql, &place).await.map_err(failure)?;
        let values = |row| (0..table.columns.len()).map(move |at| get(row, at));
        rows.iter().map(|row| values(row).collect()).collect()
    }

    pub(super) async fn write(&self, table: &Table, rows: &[Row]) -> Result<(), StoreError> {
        let columns = table.columns.iter().enumerate();
        let columns: Vec<Column<'_>> =
            columns.map(|(at, (_, kind))| column(rows, at, *kind)).collect();
        let lists = table.columns.iter().enumerate().map(|(at, (_, kind))| {
            let kind = match kind {
                Kind::Number => "bigint",
                Kind::Text => "text",
                Kind::Bytes => "bytea",
            };
            format!("${}::{kind}[]", at + 1)
        });
        let (name, names) = (table.name, table.columns());
        let lists = lists.collect::<Vec<_>>().join(", ");
        let sql = format!(
            "INSERT INTO {name} ({names}) SELECT * FROM unnest({lists}) ON CONFLICT DO NOTHING"
        );
        let values: Vec<Param<'_>> = columns.iter().map(Column::value).collect();
        self.0.client.execute_typed(&sql, &values).await.map(drop).map_err(failure)
    }

    /// Lets numbers that are given to new rows go on behind those that were copied.
    pub(super) async fn finish(&self) -> Result<(), StoreError> {
        for table in [
            "shops",
            "products",
            "carts",
            "operators",
            "activity",
            "orders",
            "events",
            "deliveries",
            "discounts",
            "prices",
        ] {
            let sql = format!(
                "SELECT setval(pg_get_serial_sequence('{table}', 'id'), greatest(max(id), 1),
                     max(id) IS NOT NULL) FROM {table}"
            );
            self.0.client.query_typed(&sql, &[]).await.map_err(failure)?;
        }
        Ok(())
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it stands behind `map_err`")]
fn failure(error: Error) -> StoreError {
    postgres::failure(&error).given_up()
}

/// One column of many rows: the driver takes lists of one kind.
enum Column<'a> {
    Numbers(Vec<Option<i64>>),
    Texts(Vec<Option<&'a str>>),
    Bytes(Vec<Option<&'a [u8]>>),
}

impl Column<'_> {
    fn value(&self) -> Param<'_> {
        match self {
            Self::Numbers(list) => (list, Type::INT8_ARRAY),
            Self::Texts(list) => (list, Type::TEXT_ARRAY),
            Self::Bytes(list) => (list, Type::BYTEA_ARRAY),
        }
    }
}

fn column(rows: &[Row], at: usize, kind: Kind) -> Column<'_> {
    let values = rows.iter().map(|row| &row[at]);
    match kind {
        Kind::Number => Column::Numbers(
            values
                .map(|value| if let Value::Number(it) = value { Some(*it) } else { None })
                .collect(),
        ),
        Kind::Text => Column::Texts(
            values
                .map(|value| if let Value::Text(it) = value { Some(&**it) } else { None })
                .collect(),
        ),
        Kind::Bytes => Column::Bytes(
            values
                .map(|value| if let Value::Bytes(it) = value { Some(&**it) } else { None })
                .collect(),
        ),
    }
}
