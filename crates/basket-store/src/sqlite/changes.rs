//! Changes to carts. One transaction recognises a repetition, reads what must be known, writes the
//! lines that changed and notes the outcome. Nothing is written before all is decided, so a refusal
//! leaves no trace but its note.

use super::{carts, lines, products};
use crate::{
    ChangeError, StoreError,
    decision::{self, Known},
    lifetime,
    outcome::{self, Outcome},
};
use basket_core::{cart::Cart, money::Currency};
use basket_model::change::{Change, Idempotency, Refused};
use rusqlite::{Connection, OptionalExtension, params};

pub(super) struct Job<'a> {
    pub(super) connection: &'a Connection,
    pub(super) shop: i64,
    pub(super) currency: Currency,
    pub(super) now: i64,
}

impl Job<'_> {
    /// The inner result is the answer; the outer one fails only when the database does, because what
    /// was noted about a refusal must stay.
    pub(super) fn answer(&self, change: &Change) -> Result<Result<Cart, Refused>, StoreError> {
        let Some(idempotency) = &change.idempotency else { return split(self.make(change)) };
        if let Some(outcome) = self.recall(idempotency)? {
            let cart = match outcome {
                Ok(cart) => cart,
                Err(refused) => return Ok(Err(refused)),
            };
            let found = carts::find(self.connection, self.shop, self.currency, &cart)?;
            return Ok(decision::live(found, self.now).map(|stored| stored.cart));
        }
        let answer = split(self.make(change))?;
        if let Some(text) = outcome::note(&answer) {
            self.note(idempotency, &text)?;
        }
        Ok(answer)
    }

    fn make(&self, change: &Change) -> Result<Cart, ChangeError> {
        let find = |id| carts::find(self.connection, self.shop, self.currency, id);
        let cart = change.action.cart().map(find).transpose()?.flatten();
        let products = products::named(self.connection, self.shop, &change.action.skus())?;
        let known = Known { cart, products, currency: self.currency, now: self.now };
        let decision = decision::decide(change, known)?;
        if let Some(write) = &decision.write {
            lines::write(self.connection, self.shop, &decision.cart, write, self.now)?;
        }
        Ok(decision.cart)
    }

    /// What became of the first request with this key; `None` when this is the first.
    fn recall(&self, idempotency: &Idempotency) -> Result<Option<Outcome>, StoreError> {
        let sql = "SELECT request, outcome FROM idempotency
                   WHERE shop_id = ?1 AND key = ?2 AND created_at >= ?3";
        let mut statement = self.connection.prepare_cached(sql)?;
        let oldest = lifetime::oldest_replay(self.now);
        let found = statement.query_row(params![self.shop, idempotency.key, oldest], |row| {
            Ok((row.get::<_, Vec<u8>>(0)?, row.get::<_, String>(1)?))
        });
        let Some((request, text)) = found.optional()? else { return Ok(None) };
        outcome::recall(idempotency, &request, &text).map(Some)
    }

    /// Notes what became of a change, in the transaction that made it. What stands there already is
    /// too old to be recalled.
    fn note(&self, idempotency: &Idempotency, text: &str) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO idempotency (shop_id, key, request, outcome, created_at)
                   VALUES (?1, ?2, ?3, ?4, ?5)";
        let Idempotency { key, request } = idempotency;
        let mut statement = self.connection.prepare_cached(sql)?;
        statement.execute(params![self.shop, key, &request[..], text, self.now])?;
        Ok(())
    }
}

/// Tells a failure of the database, which undoes the job, from a refusal, which does not.
fn split(result: Result<Cart, ChangeError>) -> Result<Result<Cart, Refused>, StoreError> {
    match result {
        Ok(cart) => Ok(Ok(cart)),
        Err(ChangeError::Refused(refused)) => Ok(Err(refused)),
        Err(ChangeError::Store(error)) => Err(error),
    }
}
