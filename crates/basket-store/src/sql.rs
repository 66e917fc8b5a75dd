//! Statements that are written once and run on either engine, for everything that is not asked for
//! thousands of times a second: values go in and rows of values come out. It must never know what a
//! statement is for.
//!
//! Placeholders are `$1`, `$2` and so on. Every number is a bigint.

use crate::StoreError;
use rusqlite::types::{ToSqlOutput, ValueRef};
use std::error::Error;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, private::BytesMut, to_sql_checked};

/// A value in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Null,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A row of an answer.
#[derive(Debug)]
pub(super) struct Row(pub(super) Vec<Value>);

impl Row {
    fn value(&self, column: usize) -> &Value {
        self.0.get(column).unwrap_or(&Value::Null)
    }

    pub(super) fn number(&self, column: usize) -> Result<i64, StoreError> {
        self.maybe_number(column)?.ok_or_else(|| corrupt(column))
    }

    pub(super) fn maybe_number(&self, column: usize) -> Result<Option<i64>, StoreError> {
        match self.value(column) {
            Value::Number(number) => Ok(Some(*number)),
            Value::Null => Ok(None),
            _ => Err(corrupt(column)),
        }
    }

    pub(super) fn text(&self, column: usize) -> Result<String, StoreError> {
        self.maybe_text(column)?.ok_or_else(|| corrupt(column))
    }

    pub(super) fn maybe_text(&self, column: usize) -> Result<Option<String>, StoreError> {
        match self.value(column) {
            Value::Text(text) => Ok(Some(text.clone())),
            Value::Null => Ok(None),
            _ => Err(corrupt(column)),
        }
    }

    pub(super) fn bytes(&self, column: usize) -> Result<Vec<u8>, StoreError> {
        match self.value(column) {
            Value::Bytes(bytes) => Ok(bytes.clone()),
            _ => Err(corrupt(column)),
        }
    }
}

fn corrupt(column: usize) -> StoreError {
    StoreError::Internal(format!("column {column} of an answer is of another kind"))
}

/// One statement of a transaction.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) sql: &'static str,
    pub(super) values: Vec<Value>,
    /// Whether everything is given up if it touches no row.
    pub(super) must: bool,
    /// Whether it writes a message that somebody waits to send.
    pub(super) tells: bool,
}

impl Step {
    /// A statement that may touch any number of rows.
    pub(super) fn new<const N: usize>(sql: &'static str, values: [Value; N]) -> Self {
        Self { sql, values: values.into(), must: false, tells: false }
    }

    /// A statement that must touch a row, or nothing is changed at all.
    pub(super) fn must<const N: usize>(sql: &'static str, values: [Value; N]) -> Self {
        Self { must: true, ..Self::new(sql, values) }
    }

    /// The statement, which writes a message.
    pub(super) fn telling(self) -> Self {
        Self { tells: true, ..self }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
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
    /// What SQLite holds. Text that is no text is left out of account: the tables are strict.
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
            // There, no text has a zero in it, so nothing can be named by one.
            Self::Text(text) if text.contains('\0') => {
                text.replace('\0', "\u{fffd}").to_sql(kind, out)
            }
            Self::Text(text) => text.to_sql(kind, out),
            Self::Bytes(bytes) => bytes.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::TEXT, Type::BYTEA].contains(kind)
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
        <Self as ToSql>::accepts(kind)
    }
}
