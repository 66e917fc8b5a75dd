//! The values that go into a statement and the rows that come out, the same for both engines. It must never know what
//! a statement is for.
//!
//! Placeholders are `$1`, `$2` and so on. Every number is a bigint.

use crate::StoreError;
use bytes::BytesMut;
use rusqlite::types::{ToSqlOutput, ValueRef};
use std::{error::Error, sync::Arc};
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

/// The types that columns have with PostgreSQL.
const COLUMNS: [Type; 4] = [Type::INT8, Type::TEXT, Type::BYTEA, Type::JSON];

/// A value in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Null,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// The values of a statement, in the order of its placeholders.
macro_rules! values {
    ($($value:expr),* $(,)?) => { vec![$($crate::row::Value::from($value)),*] };
}
pub(super) use values;

/// The rows that a statement yielded.
pub(super) struct Rows {
    /// The statement, to say in an error which table it reads.
    pub(super) sql: &'static str,
    pub(super) columns: Vec<String>,
    pub(super) values: Vec<Vec<Value>>,
}

impl Rows {
    /// Each row, with the names of its columns.
    pub(super) fn named(self) -> Vec<Row> {
        let columns: Arc<[String]> = self.columns.into();
        let row = |values| Row { sql: self.sql, columns: Arc::clone(&columns), values };
        self.values.into_iter().map(row).collect()
    }
}

/// A row whose values are read by the names of their columns.
#[derive(Debug)]
pub(super) struct Row {
    sql: &'static str,
    columns: Arc<[String]>,
    values: Vec<Value>,
}

impl Row {
    /// The value in a column.
    pub(super) fn get<T: FromValue>(&self, column: &str) -> Result<T, StoreError> {
        let position = self.columns.iter().position(|name| name == column);
        let value = position.and_then(|position| self.values.get(position));
        let value = value.ok_or_else(|| self.corrupt(column, "is missing"))?;
        T::from_value(value).ok_or_else(|| self.corrupt(column, "holds a value of another type"))
    }

    /// The value in a column of text that only certain words may stand in.
    pub(super) fn parse<T>(
        &self,
        column: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, StoreError> {
        let text: String = self.get(column)?;
        parse(&text).ok_or_else(|| self.corrupt(column, &format!("holds {text:?}")))
    }

    /// The error that a value in a column is not what this program writes there.
    pub(super) fn corrupt(&self, column: &str, what: &str) -> StoreError {
        StoreError::Internal(format!("column {column} of table {} {what}", table(self.sql)))
    }
}

/// The first table that a statement names.
fn table(sql: &str) -> &str {
    let mut words = sql.split_whitespace();
    words.find(|word| ["FROM", "INTO", "UPDATE"].contains(word));
    // A subquery begins with a bracket; the table comes later.
    let name = |word: &&str| !word.starts_with('(') && !["SELECT", "*", "FROM"].contains(word);
    words.find(name).unwrap_or("?")
}

/// A type that a column can be read as.
pub(super) trait FromValue: Sized {
    /// The value, if it is of this type.
    fn from_value(value: &Value) -> Option<Self>;
}

impl FromValue for i64 {
    fn from_value(value: &Value) -> Option<Self> {
        if let Value::Number(number) = value { Some(*number) } else { None }
    }
}

impl FromValue for u32 {
    fn from_value(value: &Value) -> Option<Self> {
        i64::from_value(value).and_then(|number| number.try_into().ok())
    }
}

impl FromValue for u16 {
    fn from_value(value: &Value) -> Option<Self> {
        i64::from_value(value).and_then(|number| number.try_into().ok())
    }
}

impl FromValue for String {
    fn from_value(value: &Value) -> Option<Self> {
        if let Value::Text(text) = value { Some(text.clone()) } else { None }
    }
}

impl FromValue for Vec<u8> {
    fn from_value(value: &Value) -> Option<Self> {
        if let Value::Bytes(bytes) = value { Some(bytes.clone()) } else { None }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: &Value) -> Option<Self> {
        if *value == Value::Null { Some(None) } else { T::from_value(value).map(Some) }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u16> for Value {
    fn from(number: u16) -> Self {
        Self::Number(number.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Self {
        Self::Bytes(bytes.to_vec())
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl Value {
    /// What SQLite holds. The tables are strict, so text is valid and no column holds a floating-point number.
    pub(super) fn from_sqlite(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null | ValueRef::Real(_) => Self::Null,
            ValueRef::Integer(number) => Self::Number(number),
            ValueRef::Text(text) => Self::Text(String::from_utf8_lossy(text).into_owned()),
            ValueRef::Blob(bytes) => Self::Bytes(bytes.to_vec()),
        }
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Number(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Number(number) => number.to_sql(kind, out),
            // PostgreSQL's texts hold no zero, so nothing there has a name with one.
            Self::Text(text) if text.contains('\0') => {
                text.replace('\0', "\u{fffd}").to_sql(kind, out)
            }
            Self::Text(text) => text.to_sql(kind, out),
            Self::Bytes(bytes) => bytes.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        COLUMNS.contains(kind) || *kind == Type::UNKNOWN
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(match *kind {
            Type::INT8 => Self::Number(i64::from_sql(kind, raw)?),
            Type::TEXT => Self::Text(String::from_sql(kind, raw)?),
            _ => Self::Bytes(Vec::from_sql(kind, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self::Null)
    }

    fn accepts(kind: &Type) -> bool {
        COLUMNS.contains(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(sql: &'static str, value: Value) -> Row {
        let rows = Rows { sql, columns: vec!["state".to_owned()], values: vec![vec![value]] };
        rows.named().remove(0)
    }

    #[test]
    fn an_error_names_table_and_column() {
        let message = |error| match error {
            StoreError::Internal(message) => message,
            error => panic!("{error}"),
        };
        let order = row("SELECT state FROM orders WHERE id = $1", Value::from("lost"));
        assert_eq!(order.get("state"), Ok("lost".to_owned()));
        assert_eq!(
            message(order.get::<i64>("state").unwrap_err()),
            "column state of table orders holds a value of another type"
        );
        assert_eq!(
            message(order.get::<i64>("number").unwrap_err()),
            "column number of table orders is missing"
        );
        assert_eq!(
            message(order.parse("state", |_| None::<()>).unwrap_err()),
            "column state of table orders holds \"lost\""
        );
    }

    #[test]
    fn the_table_of_a_statement_is_the_first_that_it_names() {
        for (sql, expected) in [
            ("INSERT INTO orders (id) VALUES ($1) RETURNING id", "orders"),
            ("UPDATE shops SET name = $1 RETURNING id", "shops"),
            ("SELECT p.id FROM (SELECT * FROM products WHERE id = $1) p", "products"),
            ("SELECT 1", "?"),
        ] {
            assert_eq!(table(sql), expected, "{sql}");
        }
    }

    #[test]
    fn null_is_no_number() {
        let empty = row("SELECT state FROM orders", Value::Null);
        assert_eq!(empty.get::<Option<i64>>("state"), Ok(None));
        assert!(empty.get::<i64>("state").is_err());
    }
}
