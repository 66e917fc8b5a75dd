//! How far files of products are on their way into the catalogue, for whichever process is asked. What
//! they hold is with the one that imports them.

use super::{Store, StoreError, lifetime::DAY, sql::Step};
use basket_model::token;

/// For so many days one can look at an import that is done.
const KEPT_DAYS: i64 = 30;
/// After so long without a step its process has gone.
const SILENCE: i64 = 60 * 1000;

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

impl Store {
    /// Notes that an import begins; the name by which to ask for it.
    pub async fn begin_import(
        &self,
        shop: i64,
        products: i64,
        left_out: i64,
        problems: &[String],
    ) -> Result<String, StoreError> {
        let id = token::random()?;
        let forget = "DELETE FROM imports WHERE shop_id = $1 AND started_at < $2";
        let begin = "INSERT INTO imports
                         (id, shop_id, started_at, moved_at, products, left_out, problems)
                     VALUES ($1, $2, $3, $3, $4, $5, $6)";
        let now = self.now();
        let values = [
            id.clone().into(),
            shop.into(),
            now.into(),
            products.into(),
            left_out.into(),
            problems.join("\n").into(),
        ];
        let steps = vec![
            Step::new(forget, [shop.into(), (now - KEPT_DAYS * DAY).into()]),
            Step::new(begin, values),
        ];
        self.write(steps).await?;
        Ok(id)
    }

    /// Notes how much of an import is done, or that it failed.
    pub async fn move_import(&self, id: &str, done: i64, failed: bool) -> Result<(), StoreError> {
        let sql = "UPDATE imports SET moved_at = $1, done = $2, failed = $3 WHERE id = $4";
        let values = [self.now().into(), done.into(), i64::from(failed).into(), id.into()];
        self.write(vec![Step::new(sql, values)]).await.map(drop)
    }

    /// How far an import of the shop is.
    pub async fn import(&self, shop: i64, id: &str) -> Result<Option<Import>, StoreError> {
        let sql = "SELECT products, done, left_out, problems, failed, moved_at FROM imports
                   WHERE shop_id = $1 AND id = $2";
        let rows = self.ask(sql, [shop.into(), id.into()]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let (products, done) = (row.number(0)?, row.number(1)?);
        let is_silent = done < products && self.now() - row.number(5)? > SILENCE;
        Ok(Some(Import {
            products,
            done,
            left_out: row.number(2)?,
            problems: row.text(3)?.lines().map(str::to_owned).collect(),
            is_broken: row.number(4)? != 0 || is_silent,
        }))
    }
}
