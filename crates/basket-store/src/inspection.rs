//! Looks at a database without changing it: no table is created, no migration is applied, and no file appears. It must
//! never know what to do about what it finds.

use crate::{
    Location, SchemaState, SchemaVersion, SecretKeys, StoreError,
    copy::TABLES,
    postgres,
    query::Query,
    row::{Row, values},
    secrets::{check_secrets, of_shop},
    sqlite::{self, schema},
};
use basket_model::payment::PaymentMethod;
use rusqlite::Connection;
use std::{
    sync::Mutex,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// What is wrong with the rights of a PostgreSQL role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MissingRight {
    /// It must not create tables, which it has to.
    CreateTables,
    /// It must not change the table, which an update has to.
    OwnTable(String),
    /// It must not read or write the table.
    UseTable(String),
    /// The server answers queries and takes no changes.
    Write,
}

/// What a shop needs of other servers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InspectedShop {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Where it wants to hear what happens.
    pub webhook: Option<String>,
    /// Whether its orders are paid at Stripe.
    pub uses_stripe: bool,
    /// The API key of its Stripe account.
    pub stripe_key: Option<String>,
    /// What signs Stripe's messages to the service.
    pub stripe_webhook_secret: Option<String>,
}

/// A database that is only read.
#[derive(Debug)]
pub struct Inspection {
    engine: Engine,
}

#[derive(Debug)]
enum Engine {
    Sqlite(Mutex<Connection>),
    Postgres(Box<postgres::Connection>),
}

impl Inspection {
    /// Opens a database that exists.
    pub async fn open(location: &Location) -> Result<Self, StoreError> {
        let engine = match location {
            Location::Sqlite(path) => Engine::Sqlite(Mutex::new(schema::open_unchanged(path)?)),
            Location::Postgres(address) => {
                Engine::Postgres(Box::new(postgres::connect_once(address).await?))
            }
        };
        if let Engine::Postgres(client) = &engine {
            client.refuse_changes().await.map_err(StoreError::given_up)?;
        }
        Ok(Self { engine })
    }

    /// The version of its tables.
    pub async fn schema(&self) -> Result<SchemaVersion, StoreError> {
        match &self.engine {
            Engine::Sqlite(connection) => schema::inspect(&sqlite::lock(connection)),
            Engine::Postgres(client) => {
                postgres::inspect(client).await.map_err(StoreError::given_up)
            }
        }
    }

    /// The version of PostgreSQL's server; `None` for a file.
    pub async fn server(&self) -> Result<Option<String>, StoreError> {
        if matches!(self.engine, Engine::Sqlite(_)) {
            return Ok(None);
        }
        let row =
            self.row("SELECT current_setting('server_version') AS version", values![]).await?;
        row.map(|row| row.get("version")).transpose()
    }

    /// How far the clock of PostgreSQL's server is ahead of this machine's, in milliseconds; `None` for a file.
    pub async fn clock_offset(&self) -> Result<Option<i64>, StoreError> {
        if matches!(self.engine, Engine::Sqlite(_)) {
            return Ok(None);
        }
        let sql = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) AS now";
        let asked = Instant::now();
        let Some(row) = self.row(sql, values![]).await? else { return Ok(None) };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        // The answer was made about halfway between the question and now.
        let halfway = millis(now.saturating_sub(asked.elapsed() / 2));
        Ok(Some(row.get::<i64>("now")? - halfway))
    }

    /// What PostgreSQL's role lacks to run the service; nothing for a file, whose rights are those of the file.
    pub async fn missing_rights(
        &self,
        schema: SchemaVersion,
    ) -> Result<Vec<MissingRight>, StoreError> {
        let Engine::Postgres(client) = &self.engine else { return Ok(Vec::new()) };
        let mut missing = Vec::new();
        let sql = "SELECT pg_is_in_recovery(),
                       coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)";
        let row = postgres::one(client, sql).await.map_err(StoreError::given_up)?;
        if postgres::get(&row, 0)? {
            missing.push(MissingRight::Write);
        }
        let may_create: bool = postgres::get(&row, 1)?;
        if matches!(schema.state, SchemaState::Empty | SchemaState::Older) && !may_create {
            missing.push(MissingRight::CreateTables);
        }
        let sql = "SELECT relname::text,
                       has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
                           AND has_table_privilege(oid, 'UPDATE')
                           AND has_table_privilege(oid, 'DELETE'),
                       pg_has_role(relowner, 'USAGE')
                   FROM pg_class
                   WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
                   ORDER BY relname";
        for row in client.query(sql, &[]).await.map_err(StoreError::given_up)? {
            let name: String = postgres::get(&row, 0)?;
            if !TABLES.iter().any(|table| table.name == name) {
                continue;
            }
            if !postgres::get(&row, 1)? {
                missing.push(MissingRight::UseTable(name));
            } else if schema.state == SchemaState::Older && !postgres::get(&row, 2)? {
                missing.push(MissingRight::OwnTable(name));
            }
        }
        Ok(missing)
    }

    /// Opens every secret once. Needs tables of this version.
    pub async fn check_secrets(&self, keys: &SecretKeys) -> Result<(), StoreError> {
        check_secrets(self, keys).await
    }

    /// What the shops need of other servers. Needs tables of this version, and every secret's key.
    pub async fn shops(&self, keys: &SecretKeys) -> Result<Vec<InspectedShop>, StoreError> {
        let sql = "SELECT id, name, webhook_address, payment, stripe_key, stripe_webhook_secret
                   FROM shops ORDER BY id";
        let shop = |row: &Row| {
            let id = row.get("id")?;
            let secret = |column| {
                let kept: Option<String> = row.get(column)?;
                kept.map(|kept| keys.open(&of_shop(id), &kept)).transpose()
            };
            Ok(InspectedShop {
                id,
                name: row.get("name")?,
                webhook: row.get("webhook_address")?,
                uses_stripe: row.parse("payment", PaymentMethod::parse)? == PaymentMethod::Stripe,
                stripe_key: secret("stripe_key")?,
                stripe_webhook_secret: secret("stripe_webhook_secret")?,
            })
        };
        self.rows(sql, values![]).await?.iter().map(shop).collect()
    }
}

impl Query for Inspection {
    async fn rows(
        &self,
        sql: &'static str,
        values: Vec<crate::row::Value>,
    ) -> Result<Vec<Row>, StoreError> {
        let rows = match &self.engine {
            Engine::Sqlite(connection) => sqlite::rows(&sqlite::lock(connection), sql, &values),
            Engine::Postgres(client) => {
                postgres::rows(client, sql, &values).await.map_err(StoreError::given_up)
            }
        };
        Ok(rows?.named())
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
