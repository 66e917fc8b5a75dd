//! Discount codes of shops, and which orders have used them. It must never know what a code takes off.

use crate::{
    Store, StoreError,
    query::Query,
    recent,
    row::{Row, values},
    transaction::{Rollback, Tx},
};
use basket_core::cart::CodeProblem;
use basket_model::{
    order::NotPlaced,
    pricing::{Discount, DiscountKind, Scope},
};
use sha2::{Digest, Sha256};

/// How many codes a shop may have.
pub(crate) const MOST: i64 = 10_000;

/// The discount codes of shops.
#[derive(Debug, Clone, Copy)]
pub struct Discounts<'a>(pub(crate) &'a Store);

/// Some of a shop's codes, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiscountPage {
    /// The codes.
    pub discounts: Vec<Discount>,
    /// Where the next page starts; `None` behind the oldest code.
    pub next: Option<i64>,
}

/// Reads discounts.
macro_rules! discounts {
    ($which:literal) => {
        concat!(
            "SELECT id, code, kind, value, scope, minimum, skus, starts_at, ends_at, max_uses, max_per_person, uses
             FROM discounts WHERE ",
            $which
        )
    };
}

impl Discounts<'_> {
    /// The discount of a code.
    pub async fn find(self, shop: i64, code: &str) -> Result<Option<Discount>, StoreError> {
        let sql = discounts!("shop_id = $1 AND code = $2");
        self.0.row(sql, values![shop, code]).await?.as_ref().map(read).transpose()
    }

    /// The discount that a shopper can use now by a code, or why not. What depends on a cart or a person is not looked at.
    pub async fn usable(
        self,
        shop: i64,
        code: &str,
    ) -> Result<Result<Discount, CodeProblem>, StoreError> {
        let Some(discount) = self.find(shop, code).await? else {
            return Ok(Err(CodeProblem::Unknown));
        };
        Ok(match discount.problem_at(self.0.now()) {
            Some(problem) => Err(problem),
            None => Ok(discount),
        })
    }

    /// Whether a person may not use a code once more.
    pub async fn is_used_up(self, shop: i64, code: &str, email: &str) -> Result<bool, StoreError> {
        if email.is_empty() {
            return Ok(false);
        }
        let sql = "SELECT d.id FROM discounts d WHERE d.shop_id = $1 AND d.code = $2
                       AND d.max_per_person <= (SELECT count(*) FROM discount_uses u
                           WHERE u.discount_id = d.id AND u.person = $3)";
        Ok(self.0.row(sql, values![shop, code, person(email)]).await?.is_some())
    }

    /// At most `limit` codes of the shop behind the place `after`.
    pub async fn page(
        self,
        shop: i64,
        after: Option<i64>,
        limit: u32,
    ) -> Result<DiscountPage, StoreError> {
        let sql = discounts!("shop_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3");
        let values = values![shop, after.unwrap_or(i64::MAX), i64::from(limit) + 1];
        let rows = self.0.rows(sql, values).await?;
        let rows = rows.iter().map(|row| Ok((row.get("id")?, read(row)?)));
        let (discounts, next) = crate::page(rows.collect::<Result<_, StoreError>>()?, limit);
        Ok(DiscountPage { discounts, next })
    }

    /// Keeps codes that were checked, all or none. A code that is there already gets its new rules and keeps its number of
    /// uses. Whether there is room for all.
    pub async fn put(self, shop: i64, discounts: Vec<Discount>) -> Result<bool, StoreError> {
        let now = self.0.now();
        let put = async move |tx: &Tx<'_>| {
            for discount in &discounts {
                put_one(tx, shop, discount, now).await?;
            }
            let count = "SELECT count(*) AS codes FROM discounts WHERE shop_id = $1";
            let row = tx.row(count, values![shop]).await?;
            let codes = row.map_or(Ok(0), |row| row.get::<i64>("codes"))?;
            if codes > MOST {
                return Err(Rollback::Refused);
            }
            recent::count_change(tx).await?;
            Ok::<_, Rollback>(())
        };
        let is_kept = self.0.attempt(put).await?;
        self.0.recent.forget();
        Ok(is_kept)
    }

    /// Forgets a code; whether there was one. Orders keep what they had of it.
    pub async fn remove(self, shop: i64, code: &str) -> Result<bool, StoreError> {
        let code = code.to_owned();
        let remove = async move |tx: &Tx<'_>| {
            let sql = "DELETE FROM discounts WHERE shop_id = $1 AND code = $2";
            tx.require(sql, values![shop, code]).await?;
            recent::count_change(tx).await?;
            Ok::<_, Rollback>(())
        };
        let is_removed = self.0.attempt(remove).await?;
        self.0.recent.forget();
        Ok(is_removed)
    }
}

async fn put_one(tx: &Tx<'_>, shop: i64, discount: &Discount, now: i64) -> Result<(), StoreError> {
    let Discount {
        code,
        kind,
        scope,
        minimum,
        skus,
        starts_at,
        ends_at,
        max_uses,
        max_per_person,
        uses: _,
    } = discount;
    let sql = "INSERT INTO discounts (shop_id, code, kind, value, scope, minimum, skus, starts_at, ends_at,
                   max_uses, max_per_person, created_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
               ON CONFLICT (shop_id, code) DO UPDATE SET
                   kind = excluded.kind, value = excluded.value, scope = excluded.scope,
                   minimum = excluded.minimum, skus = excluded.skus,
                   starts_at = excluded.starts_at, ends_at = excluded.ends_at,
                   max_uses = excluded.max_uses, max_per_person = excluded.max_per_person";
    let skus = (!skus.is_empty()).then(|| skus.join("\n"));
    let values = values![
        shop,
        code,
        kind.name(),
        kind.value(),
        scope.name(),
        *minimum,
        skus,
        *starts_at,
        *ends_at,
        *max_uses,
        *max_per_person,
        now,
    ];
    tx.execute(sql, values).await.map(drop)
}

fn read(row: &Row) -> Result<Discount, StoreError> {
    let value = row.get("value")?;
    let skus: Option<String> = row.get("skus")?;
    Ok(Discount {
        code: row.get("code")?,
        kind: row.parse("kind", |name| DiscountKind::parse(name, value))?,
        scope: row.parse("scope", Scope::parse)?,
        minimum: row.get("minimum")?,
        skus: skus.iter().flat_map(|skus| skus.lines()).map(str::to_owned).collect(),
        starts_at: row.get("starts_at")?,
        ends_at: row.get("ends_at")?,
        max_uses: row.get("max_uses")?,
        max_per_person: row.get("max_per_person")?,
        uses: row.get("uses")?,
    })
}

/// A use of a code that an order is about to make.
pub(super) struct Use {
    discount: i64,
    person: Vec<u8>,
}

/// Counts a use of a code, if it may be used once more, by that person too. Of two shoppers with the last use, the second
/// waits here for the first, and is refused.
pub(super) async fn count_use(
    tx: &Tx<'_>,
    shop: i64,
    code: &str,
    email: &str,
    now: i64,
) -> Result<Result<Use, NotPlaced>, StoreError> {
    let refused = |problem| Ok(Err(NotPlaced::Code(problem)));
    let count = "UPDATE discounts SET uses = uses + 1
                 WHERE shop_id = $1 AND code = $2 AND (max_uses IS NULL OR uses < max_uses)
                     AND (starts_at IS NULL OR starts_at <= $3)
                     AND (ends_at IS NULL OR ends_at > $3)
                 RETURNING id, max_per_person";
    let Some(row) = tx.row(count, values![shop, code, now]).await? else {
        let found = tx.row(discounts!("shop_id = $1 AND code = $2"), values![shop, code]).await?;
        let found = found.as_ref().map(read).transpose()?;
        let problem = found.map_or(CodeProblem::Unknown, |discount| {
            discount.problem_at(now).unwrap_or(CodeProblem::UsedUp)
        });
        return refused(problem);
    };
    let discount: i64 = row.get("id")?;
    let person = person(email);
    if let Some(most) = row.get::<Option<i64>>("max_per_person")? {
        let sql =
            "SELECT count(*) AS uses FROM discount_uses WHERE discount_id = $1 AND person = $2";
        let row = tx.row(sql, values![discount, person.clone()]).await?;
        if row.map_or(Ok(0), |row| row.get::<i64>("uses"))? >= most {
            return refused(CodeProblem::UsedUp);
        }
    }
    Ok(Ok(Use { discount, person }))
}

/// Notes which order has used a code.
pub(super) async fn note_use(tx: &Tx<'_>, order: i64, used: Use) -> Result<(), StoreError> {
    let Use { discount, person } = used;
    let sql = "INSERT INTO discount_uses (discount_id, order_id, person) VALUES ($1, $2, $3)";
    tx.execute(sql, values![discount, order, person]).await.map(drop)
}

/// Gives the use of a cancelled order back.
pub(super) async fn give_back(tx: &Tx<'_>, order: i64) -> Result<(), StoreError> {
    let sql = "DELETE FROM discount_uses WHERE order_id = $1 RETURNING discount_id";
    for row in tx.rows(sql, values![order]).await? {
        let sql = "UPDATE discounts SET uses = uses - 1 WHERE id = $1 AND uses > 0";
        tx.execute(sql, values![row.get::<i64>("discount_id")?]).await?;
    }
    Ok(())
}

/// Forgets who has used a code with an order.
pub(super) async fn forget_person(tx: &Tx<'_>, order: i64) -> Result<(), StoreError> {
    let sql = "UPDATE discount_uses SET person = NULL WHERE order_id = $1";
    tx.execute(sql, values![order]).await.map(drop)
}

/// By what a person is recognised: a digest, because a code has no business with an address.
fn person(email: &str) -> Vec<u8> {
    Sha256::digest(email.trim().to_lowercase()).to_vec()
}
