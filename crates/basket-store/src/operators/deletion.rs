//! The end of an account: asked for, cancelled, and done. The activity log keeps what they did, without their address.

use super::Operators;
use crate::{
    StoreError,
    lifetime::{DAY, SWEEP},
    query::Query,
    row::values,
    transaction::{Rollback, Tx},
};
use basket_model::privacy::DELETION_DAYS;

/// Who did it, when the account is gone.
const FORMER: &str = "former operator";

/// The shops that have an operator as their only owner.
macro_rules! owned_alone {
    ($operator:literal) => {
        concat!(
            "SELECT s.name, s.delete_at FROM members m JOIN shops s ON s.id = m.shop_id
             WHERE m.operator_id = ",
            $operator,
            " AND m.role = 'owner' AND NOT EXISTS (SELECT 1 FROM members o
                 WHERE o.shop_id = m.shop_id AND o.role = 'owner' AND o.operator_id <> m.operator_id)"
        )
    };
}

impl Operators<'_> {
    /// When an account is deleted, if its deletion was requested.
    pub async fn deletion(self, operator: i64) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT delete_at FROM operators WHERE id = $1";
        let row = self.0.row(sql, values![operator]).await?;
        row.map_or(Ok(None), |row| row.get("delete_at"))
    }

    /// The names of the shops that would have no owner without this operator, and are not about to be deleted themselves.
    pub async fn shops_owned_alone(self, operator: i64) -> Result<Vec<String>, StoreError> {
        let sql = concat!(owned_alone!("$1"), " AND s.delete_at IS NULL ORDER BY s.name");
        let rows = self.0.rows(sql, values![operator]).await?;
        rows.iter().map(|row| row.get("name")).collect()
    }

    /// Has an account deleted after the waiting time, or as soon as may be; an earlier date stays. When that is; `None`
    /// if a shop would have no owner.
    pub async fn request_deletion(
        self,
        operator: i64,
        at_once: bool,
    ) -> Result<Option<i64>, StoreError> {
        if !self.shops_owned_alone(operator).await?.is_empty() {
            return Ok(None);
        }
        let wait = if at_once { 0 } else { DELETION_DAYS * DAY };
        let at = self.0.now() + wait;
        let sql = "UPDATE operators
                   SET delete_at = CASE WHEN delete_at < $2 THEN delete_at ELSE $2 END
                   WHERE id = $1";
        self.0.execute(sql, values![operator, at]).await?;
        Ok(Some(self.deletion(operator).await?.unwrap_or(at)))
    }

    /// Keeps an account that was to be deleted; whether it was.
    pub async fn cancel_deletion(self, operator: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE operators SET delete_at = NULL WHERE id = $1 AND delete_at IS NOT NULL";
        Ok(self.0.execute(sql, values![operator]).await? > 0)
    }

    /// Deletes an account whose time has come, with a part of what names it; whether anything is left. It stays while a
    /// shop would have no owner.
    pub async fn delete_some(self, operator: i64, email: &str) -> Result<bool, StoreError> {
        self.delete_some_at(operator, email, self.0.now()).await
    }

    async fn delete_some_at(
        self,
        operator: i64,
        email: &str,
        now: i64,
    ) -> Result<bool, StoreError> {
        let email = email.to_owned();
        let delete = async move |tx: &Tx<'_>| {
            // Other changes to who runs these shops wait until this one is done.
            let lock = "UPDATE shops SET name = name
                        WHERE id IN (SELECT shop_id FROM members WHERE operator_id = $1)";
            tx.execute(lock, values![operator]).await?;
            if tx.row(owned_alone!("$1"), values![operator]).await?.is_some() {
                return Err(Rollback::Refused);
            }
            // The details of a sign-in identify the operator, too.
            let did = "UPDATE activity SET email = $2,
                           subject = CASE WHEN action IN ('session.opened', 'session.refused')
                               THEN '' ELSE subject END
                       WHERE id IN (SELECT id FROM activity WHERE email = $1 LIMIT $3)";
            if tx.execute(did, values![&email, FORMER, SWEEP]).await? == u64::from(SWEEP) {
                return Ok(());
            }
            let done_to = "UPDATE activity SET subject = $4
                           WHERE action IN ('person.role_changed', 'person.removed', 'session.ended',
                               'account.disabled', 'account.enabled')
                               AND subject IN ($1, $2, $3)";
            let [owner, staff] = ["owner", "staff"].map(|role| format!("{email} {role}"));
            tx.execute(done_to, values![&email, owner, staff, FORMER]).await?;
            let end = "DELETE FROM operators WHERE id = $1 AND delete_at <= $2";
            tx.require(end, values![operator, now]).await
        };
        let is_done = self.0.attempt(delete).await?;
        let is_there = "SELECT id FROM operators WHERE id = $1";
        Ok(is_done && self.0.row(is_there, values![operator]).await?.is_some())
    }

    /// Deletes a part of an account whose time has come, if there is one; whether there was.
    pub(crate) async fn delete_due(self, now: i64) -> Result<bool, StoreError> {
        let sql = concat!(
            "SELECT id, email FROM operators p WHERE delete_at <= $1 AND NOT EXISTS (",
            owned_alone!("p.id"),
            ") ORDER BY id LIMIT 1"
        );
        let Some(row) = self.0.row(sql, values![now]).await? else { return Ok(false) };
        let email: String = row.get("email")?;
        self.delete_some_at(row.get("id")?, &email, now).await?;
        Ok(true)
    }
}
