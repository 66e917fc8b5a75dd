//! Finds a shop's carts: by what is in them, by day, by the beginning of their ids. Only some thousands
//! are looked at for a page, however many there are, and who asks is told how far that was.

use super::Carts;
use crate::{
    StoreError,
    lifetime::{DAY, IDLE_DAYS, SETTLED},
    query::Query,
    row::{Row, values},
};

/// How many carts are looked at for a page.
const LOOKED_AT: i64 = 2000;
/// Carts of one day may stand behind the first one of the next: processes number them at their own pace.
const SLACK: i64 = 1000;

/// What is to be in a cart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Contents {
    /// Whatever.
    #[default]
    Any,
    /// Something.
    Filled,
    /// Something, and nobody has looked at it since a day ago; it was not ordered, nor has it expired.
    Abandoned,
    /// Nothing.
    Empty,
}

/// Which carts are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CartFilter {
    /// With what in them.
    pub contents: Contents,
    /// Made on which day, counted from 1970.
    pub day: Option<i64>,
    /// With ids that begin so; then nothing else counts.
    pub id: String,
}

/// A cart that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CartRow {
    /// Its id.
    pub id: String,
    /// How many items are in it.
    pub items: i64,
    /// What is due for them at checkout, as its shopper sees it.
    pub total: i64,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// When the shopper last used it, within a day.
    pub touched_at: i64,
    /// Whether it was ordered then.
    pub is_ordered: bool,
}

/// Some of a shop's carts, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCarts {
    /// The carts.
    pub carts: Vec<CartRow>,
    /// Where to look on; `None` behind the oldest cart.
    pub next: Option<i64>,
    /// When the page is not full though there may be more: the carts made since then were looked at.
    pub looked_since: Option<i64>,
}

/// A page of carts, with what they come to: the prices of now, or the last ones of what is not sold any
/// more. A limit in the innermost one has the items of each cart counted once.
macro_rules! rows {
    ($carts:literal) => {
        concat!(
            "SELECT c.id, c.token, c.items, c.created_at, c.touched_at, c.ordered_at,
                 (SELECT CAST(coalesce(sum(l.quantity * coalesce(
                      CASE WHEN l.frequency IS NULL THEN p.price ELSE o.price END, l.unit_price)), 0)
                      AS bigint)
                  FROM lines l
                  LEFT JOIN products p ON p.shop_id = $1 AND p.sku = l.sku
                  LEFT JOIN offers o ON o.product_id = p.id
                      AND o.frequency = l.frequency AND o.interval = l.interval
                  WHERE l.cart_id = c.id) AS total
             FROM (SELECT * FROM (
                 SELECT c.id, c.token, c.created_at, c.touched_at, c.ordered_at,
                     c.shop_id,
                     (SELECT CAST(coalesce(sum(l.quantity), 0) AS bigint) FROM lines l
                      WHERE l.cart_id = c.id) AS items
                 FROM carts c ",
            $carts,
        )
    };
}

/// Those before a place: of so many, those of some days, with so many items; if wanted, only those not ordered and
/// last touched in some time.
const BEFORE: &str = rows!(
    "WHERE c.shop_id = $1 AND c.id < $2 ORDER BY c.id DESC LIMIT $3) AS c
     WHERE created_at >= $4 AND created_at < $5
         AND (CAST($6 AS bigint) = 0 OR ordered_at IS NULL AND touched_at >= $7 AND touched_at < $8)
         AND items >= $9 AND items <= $10
     ORDER BY id DESC LIMIT $11) AS c ORDER BY c.id DESC"
);

/// Those whose ids stand between two. Ids are found among those of all shops, so the shop comes second.
const NAMED: &str = rows!(
    "WHERE c.token >= $2 AND c.token < $3 ORDER BY c.token LIMIT $4) AS c
     WHERE shop_id = $1 ORDER BY id DESC LIMIT $5) AS c ORDER BY c.id DESC"
);

impl Carts<'_> {
    /// At most `limit` carts of the shop behind the place `before`; `None` is the newest.
    pub async fn search(
        self,
        shop: i64,
        filter: &CartFilter,
        before: Option<i64>,
        limit: u32,
    ) -> Result<FoundCarts, StoreError> {
        if !filter.id.is_empty() {
            return self.carts_named(shop, &filter.id, limit).await;
        }
        let wanted = i64::from(limit) + 1;
        let is_picky = filter.day.is_some() || filter.contents != Contents::Any;
        let looked_at = if is_picky { LOOKED_AT } else { wanted };
        let start = match before {
            Some(before) => before,
            None => self.end_of_day(shop, filter.day).await?,
        };
        let (since, until) =
            filter.day.map_or((i64::MIN, i64::MAX), |day| (day * DAY, (day + 1) * DAY));
        let now = self.0.now();
        let is_abandoned = filter.contents == Contents::Abandoned;
        let (least, most): (i64, i64) = match filter.contents {
            Contents::Any => (0, i64::MAX),
            Contents::Filled | Contents::Abandoned => (1, i64::MAX),
            Contents::Empty => (0, 0),
        };
        let values = values![
            shop,
            start,
            looked_at,
            since,
            until,
            i64::from(is_abandoned),
            now - IDLE_DAYS * DAY,
            now - DAY,
            least,
            most,
            wanted,
        ];
        let rows = self.0.rows(BEFORE, values).await?;
        let rows = rows.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let (carts, next) = crate::page(rows, limit);
        if next.is_some() || !is_picky {
            return Ok(FoundCarts { carts, next, looked_since: None });
        }
        let end = "SELECT id, created_at FROM carts WHERE shop_id = $1 AND id < $2
                   ORDER BY id DESC LIMIT 1 OFFSET $3";
        let Some(end) = self.0.row(end, values![shop, start, looked_at - 1]).await? else {
            return Ok(FoundCarts { carts, next: None, looked_since: None });
        };
        let (place, made_at): (i64, i64) = (end.get("id")?, end.get("created_at")?);
        // Behind the day there is nothing more of it.
        let more = made_at >= since.saturating_sub(SETTLED);
        Ok(FoundCarts { carts, next: more.then_some(place), looked_since: more.then_some(made_at) })
    }

    async fn carts_named(
        self,
        shop: i64,
        start: &str,
        limit: u32,
    ) -> Result<FoundCarts, StoreError> {
        let end = format!("{start}\u{10ffff}");
        let rows = self.0.rows(NAMED, values![shop, start, end, LOOKED_AT, limit]).await?;
        let carts = rows.iter().map(|row| Ok(read(row)?.1)).collect::<Result<_, StoreError>>()?;
        Ok(FoundCarts { carts, next: None, looked_since: None })
    }

    /// A place behind the carts of a day, and not far.
    async fn end_of_day(self, shop: i64, day: Option<i64>) -> Result<i64, StoreError> {
        let Some(day) = day else { return Ok(i64::MAX) };
        let sql = "SELECT min(first_cart) AS first FROM days WHERE shop_id = $1 AND day > $2";
        let row = self.0.row(sql, values![shop, day]).await?;
        let first: Option<i64> = row.map(|row| row.get("first")).transpose()?.flatten();
        Ok(first.map_or(i64::MAX, |first| first.saturating_add(SLACK)))
    }
}

fn read(row: &Row) -> Result<(i64, CartRow), StoreError> {
    let ordered_at: Option<i64> = row.get("ordered_at")?;
    let cart = CartRow {
        id: row.get("token")?,
        items: row.get("items")?,
        created_at: row.get("created_at")?,
        touched_at: ordered_at.map_or_else(|| row.get("touched_at"), Ok)?,
        is_ordered: ordered_at.is_some(),
        total: row.get("total")?,
    };
    Ok((row.get("id")?, cart))
}
