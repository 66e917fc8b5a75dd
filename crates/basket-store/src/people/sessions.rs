//! The browsers that somebody is signed in with.

use super::{digest, operator};
use crate::{Store, StoreError, sql::Step};
use basket_model::{operator::Operator, token};

/// How long somebody stays signed in without doing anything, and at most, in milliseconds.
pub(super) const IDLE: i64 = 12 * 60 * 60 * 1000;
const MOST: i64 = 30 * 24 * 60 * 60 * 1000;
/// How often the use of a session is noted; each time is a write.
const NOTE: i64 = 60 * 1000;

/// A browser that somebody is signed in with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Who.
    pub operator: Operator,
    /// The shop that they are at work in: the one that they have chosen, while it is theirs, or else their
    /// first.
    pub shop: Option<i64>,
    /// Whether they have chosen it.
    pub has_chosen: bool,
}

const CLOSE: &str = "DELETE FROM sessions WHERE digest = $1";
pub(super) const CLOSE_ALL: &str = "DELETE FROM sessions WHERE operator_id = $1";
/// Who has chosen a password needs no link to choose one, and nobody else may.
pub(super) const END_LINKS: &str = "DELETE FROM links WHERE operator_id = $1";
pub(super) const SET_PASSWORD: &str = "UPDATE operators SET password = $2 WHERE id = $1";

impl Store {
    /// Signs somebody in; what their browser has to carry. What it carried before is worth nothing
    /// from then on, so nobody can prepare a browser for somebody else.
    pub async fn open_session(
        &self,
        operator: i64,
        before: Option<&str>,
    ) -> Result<String, StoreError> {
        let token = token::random()?;
        let now = self.now();
        let sql = "INSERT INTO sessions (digest, operator_id, created_at, used_at)
                   VALUES ($1, $2, $3, $3)";
        let open = Step::new(sql, [digest(&token), operator.into(), now.into()]);
        let steps = before.map(|before| Step::new(CLOSE, [digest(before)])).into_iter();
        self.write(steps.chain([open]).collect()).await?;
        Ok(token)
    }

    /// Who is signed in with that, and in which shop they are at work.
    pub async fn session(&self, token: &str) -> Result<Option<Session>, StoreError> {
        let now = self.now();
        let sql = "SELECT o.id, o.email, s.used_at, c.shop_id,
                       coalesce(c.shop_id, (SELECT min(m.shop_id) FROM members m
                                            WHERE m.operator_id = o.id))
                   FROM sessions s JOIN operators o ON o.id = s.operator_id
                   LEFT JOIN members c ON c.operator_id = o.id AND c.shop_id = s.shop_id
                   WHERE s.digest = $1 AND s.used_at > $2 AND s.created_at > $3";
        let values = [digest(token), (now - IDLE).into(), (now - MOST).into()];
        let rows = self.ask(sql, values).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        if row.number(2)? < now - NOTE {
            let note = "UPDATE sessions SET used_at = $2 WHERE digest = $1";
            self.write(vec![Step::new(note, [digest(token), now.into()])]).await?;
        }
        Ok(Some(Session {
            operator: operator(row, 0)?,
            shop: row.maybe_number(4)?,
            has_chosen: row.maybe_number(3)?.is_some(),
        }))
    }

    /// Lets somebody go to work in another shop of theirs; whether it is one.
    pub async fn enter_shop(&self, token: &str, shop: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE sessions SET shop_id = $2 WHERE digest = $1 AND EXISTS
                   (SELECT 1 FROM members m WHERE m.shop_id = $2
                        AND m.operator_id = sessions.operator_id)";
        self.write(vec![Step::must(sql, [digest(token), shop.into()])]).await
    }

    /// Signs a browser out.
    pub async fn close_session(&self, token: &str) -> Result<(), StoreError> {
        self.write(vec![Step::new(CLOSE, [digest(token)])]).await.map(drop)
    }

    /// Signs every browser of somebody out.
    pub async fn close_sessions(&self, operator: i64) -> Result<(), StoreError> {
        self.write(vec![Step::new(CLOSE_ALL, [operator.into()])]).await.map(drop)
    }

    /// Gives somebody a new password, signs every browser of theirs out, and ends every link to another
    /// password.
    pub async fn set_password(&self, operator: i64, password: &str) -> Result<(), StoreError> {
        let steps = vec![
            Step::new(SET_PASSWORD, [operator.into(), password.into()]),
            Step::new(CLOSE_ALL, [operator.into()]),
            Step::new(END_LINKS, [operator.into()]),
        ];
        self.write(steps).await.map(drop)
    }
}
