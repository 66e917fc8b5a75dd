//! What happened on which day. Carts are counted now and then, not when they are made: a shopper should
//! not wait for a figure that an operator may look at. Those not counted yet are added when a figure is
//! asked for, so that it is always true; they are few.

use crate::{
    Store, StoreError,
    lifetime::{DAY, SETTLED},
    query::Query,
    row::values,
    transaction::{Rollback, Tx},
};

/// How many carts are counted at once, so that shoppers never wait for it.
const BATCH: i64 = 10_000;

/// What happened in shops, day by day.
#[derive(Debug, Clone, Copy)]
pub struct Days<'a>(pub(crate) &'a Store);

/// What happened on one day, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Day {
    /// The day, counted from 1970.
    pub day: i64,
    /// How many carts were made.
    pub carts: i64,
    /// How many orders were placed.
    pub orders: i64,
    /// For how much, in minor units.
    pub revenue: i64,
}

/// Counts orders placed at a time, in the transaction that places them; less than none takes them back.
pub(super) async fn count_orders(
    tx: &Tx<'_>,
    shop: i64,
    placed_at: i64,
    orders: i64,
    revenue: i64,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO days (shop_id, day, orders, revenue) VALUES ($1, $2, $3, $4)
               ON CONFLICT (shop_id, day) DO UPDATE SET orders = days.orders + excluded.orders,
                   revenue = days.revenue + excluded.revenue";
    tx.execute(sql, values![shop, placed_at.div_euclid(DAY), orders, revenue]).await.map(drop)
}

impl Days<'_> {
    /// The day that it is now.
    pub fn today(self) -> i64 {
        self.0.now().div_euclid(DAY)
    }

    /// What happened in a shop on each day from one on, until today.
    pub async fn since(self, shop: i64, from: i64) -> Result<Vec<Day>, StoreError> {
        let sql = "SELECT day, CAST(sum(carts) AS bigint) AS carts, CAST(sum(orders) AS bigint) AS orders,
                       CAST(sum(revenue) AS bigint) AS revenue
                   FROM (
                       SELECT day, carts, orders, revenue FROM days WHERE shop_id = $1 AND day >= $2
                       UNION ALL
                       SELECT created_at / 86400000, count(*), 0, 0 FROM carts
                       WHERE shop_id = $1
                           AND id > coalesce((SELECT last_row FROM counted WHERE name = 'carts'), 0)
                       GROUP BY created_at / 86400000
                   ) AS parts WHERE day >= $2 GROUP BY day";
        let rows = self.0.rows(sql, values![shop, from]).await?;
        let mut days: Vec<Day> =
            (from..=self.today()).map(|day| Day { day, ..Day::default() }).collect();
        for row in &rows {
            let day = row.get("day")?;
            if let Some(found) = days.iter_mut().find(|known| known.day == day) {
                *found = Day {
                    day,
                    carts: row.get("carts")?,
                    orders: row.get("orders")?,
                    revenue: row.get("revenue")?,
                };
            }
        }
        Ok(days)
    }

    /// Counts some of the carts that have not been counted; whether there are more.
    ///
    /// Carts are numbered before they are there for others to see, so a number below may still come up.
    /// Only what lies before every cart of the last minutes is counted.
    pub(super) async fn count_carts(self) -> Result<bool, StoreError> {
        let sql = "SELECT last_row FROM counted WHERE name = 'carts'";
        let counted = self.0.row(sql, values![]).await?;
        let last: i64 = counted.map_or(Ok(0), |row| row.get("last_row"))?;
        let window = "SELECT max(id) AS last, count(*) AS carts,
                          min(CASE WHEN created_at BETWEEN $1 AND $2 THEN id END) AS fresh
                      FROM (SELECT id, created_at FROM carts WHERE id > $3 ORDER BY id LIMIT $4)
                          AS next";
        let (from, to) = (self.0.now() - SETTLED, self.0.now() + SETTLED);
        let Some(row) = self.0.row(window, values![from, to, last, BATCH]).await? else {
            return Ok(false);
        };
        let fresh = row.get::<Option<i64>>("fresh")?.map(|fresh| fresh - 1);
        let Some(until) = fresh.or(row.get("last")?).filter(|until| *until > last) else {
            return Ok(false);
        };
        let count = async move |tx: &Tx<'_>| {
            let open =
                "INSERT INTO counted (name, last_row) VALUES ('carts', 0) ON CONFLICT DO NOTHING";
            tx.execute(open, values![]).await?;
            // Of several processes that count the same carts, one gets through.
            let advance = "UPDATE counted SET last_row = $1 WHERE name = 'carts' AND last_row = $2";
            tx.require(advance, values![until, last]).await?;
            let count = "INSERT INTO days (shop_id, day, carts, first_cart)
                         SELECT shop_id, created_at / 86400000, count(*), min(id) FROM carts
                         WHERE id > $1 AND id <= $2 GROUP BY shop_id, created_at / 86400000
                         ON CONFLICT (shop_id, day) DO UPDATE SET carts = days.carts + excluded.carts,
                             first_cart = coalesce(days.first_cart, excluded.first_cart)";
            tx.execute(count, values![last, until]).await?;
            Ok::<_, Rollback>(())
        };
        self.0.attempt(count).await?;
        Ok(fresh.is_none() && row.get::<i64>("carts")? == BATCH)
    }
}
