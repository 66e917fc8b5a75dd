//! The sessions of operators.

use super::{digest, read as read_operator};
use crate::{Store, StoreError, query::Query, row::values, transaction::Tx};
use basket_model::{operator::Operator, token};

/// How long an operator stays signed in without doing anything, and at most, in milliseconds.
const IDLE: i64 = 12 * 60 * 60 * 1000;
const MOST: i64 = 30 * 24 * 60 * 60 * 1000;
/// How often the use of a session is noted; each time is a write.
const NOTE: i64 = 60 * 1000;

/// The browsers that operators are signed in with.
#[derive(Debug, Clone, Copy)]
pub struct Sessions<'a>(pub(crate) &'a Store);

/// A session of an operator in a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Who.
    pub operator: Operator,
    /// The shop that they are at work in: the one that they have chosen, while it is theirs, or else their
    /// first.
    pub shop: Option<i64>,
    /// Whether they have chosen it.
    pub has_chosen: bool,
    /// When they last proved who they are, in milliseconds since 1970.
    pub confirmed_at: i64,
}

/// Where a request comes from, as far as that helps operators to recognise their own browsers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Whence {
    /// The browser and the system, in words.
    pub browser: String,
    /// The address.
    pub address: String,
}

/// A session among others of the same person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenSession {
    /// By what it is kept; no secret.
    pub digest: Vec<u8>,
    /// Where it was begun.
    pub whence: Whence,
    /// When it was begun, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was last used, to the minute.
    pub used_at: i64,
}

const CLOSE: &str = "DELETE FROM sessions WHERE digest = $1";

impl Sessions<'_> {
    /// Signs an operator in; what their browser has to carry. What it carried before is worth nothing
    /// from then on, so nobody can prepare a browser for someone else.
    pub async fn open(
        self,
        operator: i64,
        before: Option<&str>,
        whence: &Whence,
    ) -> Result<String, StoreError> {
        let token = token::random()?;
        let before = before.map(digest);
        let Whence { browser, address } = whence;
        let values = values![digest(&token), operator, self.0.now(), browser, address];
        let open = async move |tx: &Tx<'_>| {
            if let Some(before) = before {
                tx.execute(CLOSE, values![before]).await?;
            }
            let sql = "INSERT INTO sessions (digest, operator_id, created_at, used_at,
                           confirmed_at, browser, address)
                       VALUES ($1, $2, $3, $3, $3, $4, $5)";
            tx.execute(sql, values).await
        };
        self.0.transaction(open).await?;
        Ok(token)
    }

    /// Who is signed in with that, and in which shop they are at work.
    pub async fn find(self, token: &str) -> Result<Option<Session>, StoreError> {
        let now = self.0.now();
        let sql = "SELECT o.id, o.email, s.used_at, s.confirmed_at, c.shop_id AS chosen,
                       coalesce(c.shop_id, (SELECT min(m.shop_id) FROM members m
                                            WHERE m.operator_id = o.id)) AS shop
                   FROM sessions s JOIN operators o ON o.id = s.operator_id
                   LEFT JOIN members c ON c.operator_id = o.id AND c.shop_id = s.shop_id
                   WHERE s.digest = $1 AND s.used_at > $2 AND s.created_at > $3
                       AND o.disabled_at IS NULL";
        let row = self.0.row(sql, values![digest(token), now - IDLE, now - MOST]).await?;
        let Some(row) = row else { return Ok(None) };
        if row.get::<i64>("used_at")? < now - NOTE {
            let note = "UPDATE sessions SET used_at = $2 WHERE digest = $1";
            // Pages show also while nothing can be written; the next visit notes its time.
            if let Err(error) = self.0.execute(note, values![digest(token), now]).await {
                tracing::warn!(%error, "cannot update last activity of session");
            }
        }
        Ok(Some(Session {
            operator: read_operator(&row)?,
            shop: row.get("shop")?,
            has_chosen: row.get::<Option<i64>>("chosen")?.is_some(),
            confirmed_at: row.get("confirmed_at")?,
        }))
    }

    /// All sessions of an operator, the last used first.
    pub async fn all(self, operator: i64) -> Result<Vec<OpenSession>, StoreError> {
        let now = self.0.now();
        let sql = "SELECT digest, browser, address, created_at, used_at FROM sessions
                   WHERE operator_id = $1 AND used_at > $2 AND created_at > $3
                   ORDER BY used_at DESC, digest";
        let rows = self.0.rows(sql, values![operator, now - IDLE, now - MOST]).await?;
        let sessions = rows.iter().map(|row| {
            Ok(OpenSession {
                digest: row.get("digest")?,
                whence: Whence { browser: row.get("browser")?, address: row.get("address")? },
                created_at: row.get("created_at")?,
                used_at: row.get("used_at")?,
            })
        });
        sessions.collect()
    }

    /// By what the session of that token is kept.
    pub fn digest(self, token: &str) -> Vec<u8> {
        digest(token)
    }

    /// Notes that an operator has just proved who they are.
    pub async fn confirm(self, token: &str) -> Result<(), StoreError> {
        let sql = "UPDATE sessions SET confirmed_at = $2 WHERE digest = $1";
        self.0.execute(sql, values![digest(token), self.0.now()]).await.map(drop)
    }

    /// Ends a session of an operator; whether it was theirs.
    pub async fn end(self, operator: i64, digest: &[u8]) -> Result<bool, StoreError> {
        let sql = "DELETE FROM sessions WHERE operator_id = $1 AND digest = $2";
        Ok(self.0.execute(sql, values![operator, digest]).await? > 0)
    }

    /// Switches the session to another shop of the operator; whether it is one.
    pub async fn enter_shop(self, token: &str, shop: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE sessions SET shop_id = $2 WHERE digest = $1 AND EXISTS
                   (SELECT 1 FROM members m WHERE m.shop_id = $2
                        AND m.operator_id = sessions.operator_id)";
        Ok(self.0.execute(sql, values![digest(token), shop]).await? > 0)
    }

    /// Signs a browser out.
    pub async fn close(self, token: &str) -> Result<(), StoreError> {
        self.0.execute(CLOSE, values![digest(token)]).await.map(drop)
    }

    /// Ends all sessions of an operator.
    pub async fn close_all(self, operator: i64) -> Result<(), StoreError> {
        self.0.transaction(async move |tx| close_all(tx, operator).await).await
    }

    /// Deletes sessions that have ended.
    pub(crate) async fn sweep(self) -> Result<(), StoreError> {
        let sql = "DELETE FROM sessions WHERE used_at < $1";
        self.0.execute(sql, values![self.0.now() - IDLE]).await.map(drop)
    }
}

/// Ends all sessions of an operator.
pub(super) async fn close_all(tx: &Tx<'_>, operator: i64) -> Result<(), StoreError> {
    let sql = "DELETE FROM sessions WHERE operator_id = $1";
    tx.execute(sql, values![operator]).await.map(drop)
}
