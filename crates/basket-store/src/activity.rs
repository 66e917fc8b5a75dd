//! What operators did.

use crate::{Store, StoreError, query::Query, row::values, transaction::Tx};

/// What operators did.
#[derive(Debug, Clone, Copy)]
pub struct ActivityLog<'a>(pub(crate) &'a Store);

/// Something that an operator did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activity {
    /// Its place in the list.
    pub id: i64,
    /// Who; empty if it was no operator.
    pub email: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What, as a word for programs.
    pub action: String,
    /// To what.
    pub subject: String,
}

impl ActivityLog<'_> {
    /// Records what an operator did.
    pub async fn record(
        self,
        shop: i64,
        email: &str,
        action: &str,
        subject: &str,
    ) -> Result<(), StoreError> {
        self.0.execute(RECORD, values![shop, email, self.0.now(), action, subject]).await.map(drop)
    }

    /// Records what an operator did, in every shop that they run.
    pub async fn record_in_all_shops(
        self,
        operator: i64,
        action: &str,
        subject: &str,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO activity (shop_id, email, at, action, subject)
                   SELECT m.shop_id, o.email, $2, $3, $4
                   FROM members m JOIN operators o ON o.id = m.operator_id
                   WHERE m.operator_id = $1";
        self.0.execute(sql, values![operator, self.0.now(), action, subject]).await.map(drop)
    }

    /// What was done before that place, newest first.
    pub async fn page(
        self,
        shop: i64,
        before: Option<i64>,
        limit: i64,
    ) -> Result<Vec<Activity>, StoreError> {
        let sql = "SELECT id, email, at, action, subject FROM activity
                   WHERE shop_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3";
        let rows = self.0.rows(sql, values![shop, before.unwrap_or(i64::MAX), limit]).await?;
        let activities = rows.iter().map(|row| {
            Ok(Activity {
                id: row.get("id")?,
                email: row.get("email")?,
                at: row.get("at")?,
                action: row.get("action")?,
                subject: row.get("subject")?,
            })
        });
        activities.collect()
    }
}

const RECORD: &str = "INSERT INTO activity (shop_id, email, at, action, subject)
    VALUES ($1, $2, $3, $4, $5)";

/// Records what an operator did, in the transaction that did it.
pub(super) async fn record(
    tx: &Tx<'_>,
    shop: i64,
    email: &str,
    action: &str,
    subject: &str,
    now: i64,
) -> Result<(), StoreError> {
    tx.execute(RECORD, values![shop, email, now, action, subject]).await.map(drop)
}
