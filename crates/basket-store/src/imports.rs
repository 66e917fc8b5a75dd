//! How far files of products are on their way into the catalogue, for whichever process is asked. What
//! they hold is with the one that imports them.

use crate::{Store, StoreError, lifetime::DAY, query::Query, row::values, transaction::Tx};
use basket_model::token;

/// For so many days one can look at an import that is done.
const KEPT_DAYS: i64 = 30;
/// After so long without a step its process has gone.
const SILENCE: i64 = 60 * 1000;

/// Files of products on their way into catalogues.
#[derive(Debug, Clone, Copy)]
pub struct Imports<'a>(pub(crate) &'a Store);

/// A file on its way into the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// How many products it has.
    pub products: i64,
    /// How many of them are in the catalogue.
    pub done: i64,
    /// How many rows are left out.
    pub left_out: i64,
    /// A sentence on some of those.
    pub problems: Vec<String>,
    /// Whether it has ended before its end.
    pub is_broken: bool,
}

impl Import {
    /// Whether all of it is in the catalogue.
    pub fn is_done(&self) -> bool {
        self.done >= self.products
    }
}

impl Imports<'_> {
    /// Notes that an import begins; the name by which to ask for it.
    pub async fn begin(
        self,
        shop: i64,
        products: i64,
        left_out: i64,
        problems: &[String],
    ) -> Result<String, StoreError> {
        let (id, now) = (token::random()?, self.0.now());
        let values = values![&id, shop, now, products, left_out, problems.join("\n")];
        let begin = async move |tx: &Tx<'_>| {
            let forget = "DELETE FROM imports WHERE shop_id = $1 AND started_at < $2";
            tx.execute(forget, values![shop, now - KEPT_DAYS * DAY]).await?;
            let begin = "INSERT INTO imports
                             (id, shop_id, started_at, moved_at, products, left_out, problems)
                         VALUES ($1, $2, $3, $3, $4, $5, $6)";
            tx.execute(begin, values).await
        };
        self.0.transaction(begin).await?;
        Ok(id)
    }

    /// Notes how much of an import is done, and how many products of its last step were left out.
    pub async fn advance(self, id: &str, done: i64, left_out: i64) -> Result<(), StoreError> {
        let sql = "UPDATE imports SET moved_at = $1, done = $2, left_out = left_out + $3
                   WHERE id = $4";
        self.0.execute(sql, values![self.0.now(), done, left_out, id]).await.map(drop)
    }

    /// Notes that an import failed.
    pub async fn fail(self, id: &str) -> Result<(), StoreError> {
        let sql = "UPDATE imports SET moved_at = $1, failed = 1 WHERE id = $2";
        self.0.execute(sql, values![self.0.now(), id]).await.map(drop)
    }

    /// How far an import of the shop is.
    pub async fn find(self, shop: i64, id: &str) -> Result<Option<Import>, StoreError> {
        let sql = "SELECT products, done, left_out, problems, failed, moved_at FROM imports
                   WHERE shop_id = $1 AND id = $2";
        let Some(row) = self.0.row(sql, values![shop, id]).await? else { return Ok(None) };
        let (products, done): (i64, i64) = (row.get("products")?, row.get("done")?);
        let is_silent = done < products && self.0.now() - row.get::<i64>("moved_at")? > SILENCE;
        Ok(Some(Import {
            products,
            done,
            left_out: row.get("left_out")?,
            problems: row.get::<String>("problems")?.lines().map(str::to_owned).collect(),
            is_broken: row.get::<i64>("failed")? != 0 || is_silent,
        }))
    }
}
