//! Carts. Reading and changing one is the hot path, which each engine answers in its own way.

mod costs;
mod search;

pub use search::{CartFilter, CartRow, Contents, FoundCarts};

use crate::{
    ChangeError, Engine, Store, StoreError, decision,
    engine::Engine as _,
    lifetime::{self, SWEEP},
    query::Query,
    row::values,
    transaction::Tx,
};
use basket_core::cart::Cart;
use basket_model::{change::Change, shop::Shop};

macro_rules! forget_requests {
    ($lock:literal) => {
        concat!(
            "DELETE FROM idempotency WHERE (shop_id, key) IN
                 (SELECT shop_id, key FROM idempotency WHERE created_at < $1 LIMIT $2 ",
            $lock,
            ")"
        )
    };
}

/// Deletes the oldest of the carts that a condition names, by the index on a time: one statement for each index, as one
/// for several conditions would read the whole table. What was not counted yet waits for that.
macro_rules! delete_carts {
    ($condition:literal by $time:literal, $lock:literal) => {
        concat!(
            "DELETE FROM carts WHERE id IN
                 (SELECT id FROM carts WHERE ",
            $condition,
            " AND id <= (SELECT last_row FROM counted WHERE name = 'carts') ORDER BY ",
            $time,
            " LIMIT $2 ",
            $lock,
            ")"
        )
    };
}

/// Deletes carts: abandoned, ordered, and those that never had a line.
macro_rules! delete_all_carts {
    ($lock:literal) => {
        [
            delete_carts!("touched_at >= 0 AND touched_at < $1 AND ordered_at IS NULL"
                by "touched_at", $lock),
            delete_carts!("ordered_at < $1" by "ordered_at", $lock),
            delete_carts!("next_line = 1 AND touched_at < $1 AND ordered_at IS NULL"
                by "touched_at", $lock),
        ]
    };
}

/// The carts of shops.
#[derive(Debug, Clone, Copy)]
pub struct Carts<'a>(pub(crate) &'a Store);

/// A cart as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCart {
    /// The cart.
    pub cart: Cart,
    /// Whether everything that it shows is as it was when it got its version. If not, the catalogue
    /// has moved since, and two carts of this version may differ.
    pub settled: bool,
    /// Whether it is time to note that a shopper still looks at it.
    pub fading: bool,
}

/// A cart in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedCart {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: i64,
    /// How many items are in it.
    pub items: i64,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// When the shopper last used it, within a day.
    pub touched_at: i64,
}

/// Some of a shop's carts, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CartPage {
    /// The carts.
    pub carts: Vec<ListedCart>,
    /// Where the next page starts; `None` behind the oldest cart.
    pub next: Option<i64>,
}

impl Carts<'_> {
    /// The cart of that id, if it is the shop's.
    pub async fn find(self, shop: &Shop, id: &str) -> Result<FoundCart, ChangeError> {
        let found = ask!(self.0, cart(shop, id))?;
        let now = self.0.now();
        let stored = decision::live(found, now)?;
        let fading = lifetime::is_fading(stored.touched_at, now);
        Ok(FoundCart { cart: stored.cart, settled: stored.settled, fading })
    }

    /// Makes a change; the cart as it is then.
    pub async fn change(self, shop: &Shop, change: Change) -> Result<Cart, ChangeError> {
        ask!(self.0, change(shop, change, self.0.now()))
    }

    /// Notes that a shopper looked at a cart.
    pub async fn touch(self, id: String) -> Result<(), StoreError> {
        ask!(self.0, touch_cart(id, self.0.now()))
    }

    /// At most `limit` carts of the shop behind the place `after`; `None` is the newest.
    pub async fn page(
        self,
        shop: i64,
        after: Option<i64>,
        limit: u32,
    ) -> Result<CartPage, StoreError> {
        let sql = "SELECT c.id, c.token, c.created_at, c.version,
                       coalesce(c.ordered_at, c.touched_at) AS last_used_at,
                       (SELECT CAST(coalesce(sum(l.quantity), 0) AS bigint) FROM lines l
                        WHERE l.cart_id = c.id) AS items
                   FROM carts c WHERE c.shop_id = $1 AND c.id < $2 ORDER BY c.id DESC LIMIT $3";
        let values = values![shop, after.unwrap_or(i64::MAX), i64::from(limit) + 1];
        let rows = self.0.rows(sql, values).await?;
        let rows = rows.iter().map(|row| {
            let cart = ListedCart {
                id: row.get("token")?,
                version: row.get("version")?,
                items: row.get("items")?,
                created_at: row.get("created_at")?,
                touched_at: row.get("last_used_at")?,
            };
            Ok((row.get("id")?, cart))
        });
        let (carts, next) = crate::page(rows.collect::<Result<_, StoreError>>()?, limit);
        Ok(CartPage { carts, next })
    }

    /// Deletes carts long abandoned or ordered, and what became of old requests: some at a time, so that shoppers
    /// never wait for it. Whether there is more.
    pub(super) async fn sweep(self, now: i64) -> Result<bool, StoreError> {
        // Several processes may sweep at once on PostgreSQL: each takes rows that no other holds.
        let (forget, delete) = match self.0.engine {
            Engine::Sqlite(_) => (forget_requests!(""), delete_all_carts!("")),
            Engine::Postgres(_) => (
                forget_requests!("FOR UPDATE SKIP LOCKED"),
                delete_all_carts!("FOR UPDATE SKIP LOCKED"),
            ),
        };
        let limit = u64::from(SWEEP);
        let sweep = async move |tx: &Tx<'_>| {
            let oldest = lifetime::oldest_replay(now);
            let requests = tx.execute(forget, values![oldest, SWEEP]).await?;
            let ages = [
                lifetime::oldest_cart(now),
                lifetime::oldest_order(now),
                lifetime::oldest_empty_cart(now),
            ];
            let mut most = 0;
            for (sql, age) in delete.into_iter().zip(ages) {
                most = tx.execute(sql, values![age, SWEEP]).await?.max(most);
            }
            if most > 0 {
                tx.execute(COUNT_BACK, values![]).await?;
            }
            Ok(requests.max(most) == limit)
        };
        self.0.transaction(sweep).await
    }
}

/// When the last carts are gone, their numbers may come back: in SQLite at once, in PostgreSQL in a copy. So
/// counting goes on behind the last that is there; all before it are counted.
pub(super) const COUNT_BACK: &str = "UPDATE counted
    SET last_row = (SELECT coalesce(max(id), 0) FROM carts)
    WHERE name = 'carts' AND last_row > (SELECT coalesce(max(id), 0) FROM carts)";
