//! What operators did.

use crate::{Store, StoreError, sql::Step};

/// Something that somebody did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activity {
    /// Its place in the list.
    pub id: i64,
    /// Who.
    pub email: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What, as a word for programs.
    pub action: String,
    /// To what.
    pub subject: String,
}

impl Store {
    /// Records what somebody did.
    pub async fn record_activity(
        &self,
        shop: i64,
        email: &str,
        action: &str,
        subject: &str,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO activity (shop_id, email, at, action, subject)
                   VALUES ($1, $2, $3, $4, $5)";
        let values = [shop.into(), email.into(), self.now().into(), action.into(), subject.into()];
        self.write(vec![Step::new(sql, values)]).await.map(drop)
    }

    /// What was done before that place, newest first.
    pub async fn activity(
        &self,
        shop: i64,
        before: Option<i64>,
        limit: i64,
    ) -> Result<Vec<Activity>, StoreError> {
        let sql = "SELECT id, email, at, action, subject FROM activity
                   WHERE shop_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3";
        let values = [shop.into(), before.unwrap_or(i64::MAX).into(), limit.into()];
        let rows = self.ask(sql, values).await?;
        rows.iter()
            .map(|row| {
                Ok(Activity {
                    id: row.number(0)?,
                    email: row.text(1)?,
                    at: row.number(2)?,
                    action: row.text(3)?,
                    subject: row.text(4)?,
                })
            })
            .collect()
    }
}
