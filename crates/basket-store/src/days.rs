//! What happened on which day. Carts are counted now and then, not when they are made: a shopper should
//! not wait for a figure that an operator may look at. Those not counted yet are added when a figure is
//! asked for, so that it is always true; they are few.

use super::{
    Store, StoreError,
    lifetime::{DAY, SETTLED},
    sql::Step,
};

/// How many carts are counted at once, so that shoppers never wait for it.
const BATCH: i64 = 10_000;

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
pub(super) fn ordered(shop: i64, placed_at: i64, orders: i64, revenue: i64) -> Step {
    let sql = "INSERT INTO days (shop_id, day, orders, revenue) VALUES ($1, $2, $3, $4)
               ON CONFLICT (shop_id, day) DO UPDATE SET orders = days.orders + excluded.orders,
                   revenue = days.revenue + excluded.revenue";
    let day = placed_at.div_euclid(DAY);
    Step::new(sql, [shop.into(), day.into(), orders.into(), revenue.into()])
}

impl Store {
    /// The day that it is now.
    pub fn today(&self) -> i64 {
        self.now().div_euclid(DAY)
    }

    /// What happened in a shop on each day from one on, until today.
    pub async fn days(&self, shop: i64, from: i64) -> Result<Vec<Day>, StoreError> {
        let sql = "SELECT day, CAST(sum(carts) AS bigint), CAST(sum(orders) AS bigint),
                       CAST(sum(revenue) AS bigint)
                   FROM (
                       SELECT day, carts, orders, revenue FROM days WHERE shop_id = $1 AND day >= $2
                       UNION ALL
                       SELECT created_at / 86400000, count(*), 0, 0 FROM carts
                       WHERE shop_id = $1
                           AND id > coalesce((SELECT last_row FROM counted WHERE name = 'carts'), 0)
                       GROUP BY created_at / 86400000
                   ) AS parts WHERE day >= $2 GROUP BY day";
        let rows = self.ask(sql, [shop.into(), from.into()]).await?;
        let mut days: Vec<Day> =
            (from..=self.today()).map(|day| Day { day, ..Day::default() }).collect();
        for row in &rows {
            let day = row.number(0)?;
            if let Some(found) = days.iter_mut().find(|known| known.day == day) {
                let (carts, orders, revenue) = (row.number(1)?, row.number(2)?, row.number(3)?);
                *found = Day { day, carts, orders, revenue };
            }
        }
        Ok(days)
    }

    /// Counts some of the carts that have not been counted; whether there are more.
    ///
    /// Carts are numbered before they are there for others to see, so a number below may still come up.
    /// Only what lies before every cart of the last minutes is counted.
    pub(super) async fn count_carts(&self) -> Result<bool, StoreError> {
        let counted = "SELECT last_row FROM counted WHERE name = 'carts'";
        let last = match &self.ask(counted, []).await?[..] {
            [row, ..] => row.number(0)?,
            [] => 0,
        };
        let window =
            "SELECT max(id), min(CASE WHEN created_at BETWEEN $1 AND $2 THEN id END), count(*)
                      FROM (SELECT id, created_at FROM carts WHERE id > $3 ORDER BY id LIMIT $4)
                          AS next";
        let (from, to) = (self.now() - SETTLED, self.now() + SETTLED);
        let values = [from.into(), to.into(), last.into(), BATCH.into()];
        let rows = self.ask(window, values).await?;
        let Some(row) = rows.first() else { return Ok(false) };
        let fresh = row.maybe_number(1)?.map(|fresh| fresh - 1);
        let Some(until) = fresh.or(row.maybe_number(0)?).filter(|until| *until > last) else {
            return Ok(false);
        };
        let open =
            "INSERT INTO counted (name, last_row) VALUES ('carts', 0) ON CONFLICT DO NOTHING";
        // Of several processes that count the same carts, one gets through.
        let advance = "UPDATE counted SET last_row = $1 WHERE name = 'carts' AND last_row = $2";
        let count = "INSERT INTO days (shop_id, day, carts, first_cart)
                     SELECT shop_id, created_at / 86400000, count(*), min(id) FROM carts
                     WHERE id > $1 AND id <= $2 GROUP BY shop_id, created_at / 86400000
                     ON CONFLICT (shop_id, day) DO UPDATE SET carts = days.carts + excluded.carts,
                         first_cart = coalesce(days.first_cart, excluded.first_cart)";
        let steps = vec![
            Step::new(open, []),
            Step::must(advance, [until.into(), last.into()]),
            Step::new(count, [last.into(), until.into()]),
        ];
        self.write(steps).await?;
        Ok(fresh.is_none() && row.number(2)? == BATCH)
    }
}
