//! Changes to carts, correct under any number of processes without a lock that outlives a statement.
//!
//! What must be known is read in one round trip. What was decided is written in one statement that
//! finds the cart only at the version that was read. If somebody else was quicker, everything is
//! read and decided again, this time holding the cart, so that a crowd on one cart gets on too.

use super::{carts, execute, failure, get, products, query};
use crate::{
    change::{Change, Idempotency, Refused},
    shop::Shop,
    store::{
        StoreError,
        decision::{self, Decision, Known, Write, number},
        lifetime,
        outcome::{self, Outcome},
    },
};
use basket_core::cart::{Cart, Line};
use deadpool_postgres::{GenericClient, Object};
use tokio_postgres::{error::SqlState, types::ToSql};

/// Once without holding the cart, then holding it. Only another request with the same idempotency
/// key can be quicker then, and that has an answer to give once it is done.
const ATTEMPTS: [bool; 4] = [false, true, true, true];

/// What is written beside the cart itself, in the statement that writes the cart. It hangs on the
/// row that this finds or makes: without it nothing of this happens.
macro_rules! with_lines {
    ($cart:literal) => {
        concat!(
            "WITH cart AS (",
            $cart,
            " RETURNING id), line AS (
                INSERT INTO lines (cart_id, number, sku, frequency, interval, quantity, name, type,
                    unit_price)
                SELECT cart.id, new.* FROM cart, unnest($2::bigint[], $3::text[], $4::text[],
                    $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::bigint[]) AS new
                ON CONFLICT (cart_id, number) DO UPDATE SET
                    quantity = excluded.quantity, name = excluded.name,
                    type = excluded.type, unit_price = excluded.unit_price
            ), gone AS (
                DELETE FROM lines USING cart
                WHERE lines.cart_id = cart.id AND lines.number = ANY($10::bigint[])
            ), note AS (
                INSERT INTO idempotency (shop_id, key, request, outcome, created_at)
                SELECT $11::bigint, $12::text, $13::bytea, $14::text, $1::bigint FROM cart
                WHERE $12 IS NOT NULL
            ) SELECT id FROM cart"
        )
    };
}

const INSERT: &str = with_lines!(
    "INSERT INTO carts (token, shop_id, version, next_line, catalogue, created_at, touched_at)
     VALUES ($15, $11, $16, $17, $18, $1, $1)"
);

const UPDATE: &str = with_lines!(
    "UPDATE carts SET version = $16, next_line = $17, catalogue = $18,
         touched_at = greatest(touched_at, $1)
     WHERE id = $15 AND version + 1 = $16"
);

/// Makes a change; the cart as it is then.
pub(super) async fn change(
    client: &mut Object,
    shop: &Shop,
    change: &Change,
    now: i64,
) -> Result<Cart, Refused> {
    for hold in ATTEMPTS {
        let answer = if hold {
            let transaction = client.transaction().await.map_err(failure)?;
            if let Some(cart) = change.action.cart() {
                let sql = "SELECT FROM carts WHERE token = $1 AND shop_id = $2 FOR NO KEY UPDATE";
                execute(&transaction, sql, &[&cart, &shop.id]).await?;
            }
            let answer = Attempt { client: &transaction, shop, now }.answer(change).await?;
            transaction.commit().await.map_err(failure)?;
            answer
        } else {
            Attempt { client: &*client, shop, now }.answer(change).await?
        };
        if let Some(answer) = answer {
            return answer;
        }
    }
    Err(StoreError::Unavailable("the cart changes too quickly".to_owned()).into())
}

struct Attempt<'a, C> {
    client: &'a C,
    shop: &'a Shop,
    now: i64,
}

impl<C: GenericClient> Attempt<'_, C> {
    /// The answer; `None` when somebody else was quicker.
    async fn answer(&self, change: &Change) -> Result<Option<Result<Cart, Refused>>, StoreError> {
        let idempotency = change.idempotency.as_ref();
        let find = async {
            match change.action.cart() {
                Some(cart) => carts::find(self.client, self.shop, cart).await,
                None => Ok(None),
            }
        };
        let skus = change.action.skus();
        // Sent together. The catalogue's count comes first: if a product changes in between, the
        // cart seems older than it is, which costs a repeated answer and never shows an old price.
        let ((catalogue, outcome), cart, products) = tokio::try_join!(
            self.recall(idempotency),
            find,
            products::named(self.client, self.shop.id, &skus)
        )?;
        if let Some(outcome) = outcome {
            return self.repeat(outcome).await.map(Some);
        }
        let known = Known { cart, products, currency: self.shop.currency, now: self.now };
        let (cart, write) = match decision::decide(change, known) {
            Ok(Decision { cart, write }) => (Ok(cart), write),
            Err(Refused::Store(error)) => return Err(error),
            Err(refused) => (Err(refused), None),
        };
        let note = idempotency.zip(outcome::note(&cart));
        let done = match (&cart, &write) {
            (Ok(cart), Some(write)) => self.write(cart, write, catalogue, note).await?,
            _ => self.note(note).await?,
        };
        Ok(done.then_some(cart))
    }

    /// How often the catalogue has changed, and what became of the first request with this key.
    async fn recall(
        &self,
        idempotency: Option<&Idempotency>,
    ) -> Result<(i64, Option<Outcome>), StoreError> {
        let sql = "SELECT s.catalogue, i.request, i.outcome, i.created_at < $3
                   FROM shops s LEFT JOIN idempotency i ON i.shop_id = s.id AND i.key = $2
                   WHERE s.id = $1";
        let key = idempotency.map(|idempotency| &idempotency.key);
        let oldest = lifetime::oldest_replay(self.now);
        let rows = query(self.client, sql, &[&self.shop.id, &key, &oldest]).await?;
        let gone = || StoreError::Internal(format!("shop {} is gone", self.shop.id));
        let row = rows.first().ok_or_else(gone)?;
        let catalogue = get(row, 0)?;
        let (Some(idempotency), Some(text)) = (idempotency, get::<Option<&str>>(row, 2)?) else {
            return Ok((catalogue, None));
        };
        if get(row, 3)? {
            // Rarely is a key used again after a day, and then it must be free.
            let sql = "DELETE FROM idempotency
                       WHERE shop_id = $1 AND key = $2 AND created_at < $3";
            execute(self.client, sql, &[&self.shop.id, &key, &oldest]).await?;
            return Ok((catalogue, None));
        }
        let outcome = outcome::recall(idempotency, get(row, 1)?, text)?;
        Ok((catalogue, Some(outcome)))
    }

    async fn repeat(&self, outcome: Outcome) -> Result<Result<Cart, Refused>, StoreError> {
        let cart = match outcome {
            Ok(cart) => cart,
            Err(refused) => return Ok(Err(refused)),
        };
        let found = carts::find(self.client, self.shop, &cart).await?;
        Ok(decision::live(found, self.now).map(|stored| stored.cart))
    }

    /// Writes what was decided; whether nobody else was quicker.
    async fn write(
        &self,
        cart: &Cart,
        write: &Write,
        catalogue: i64,
        note: Option<(&Idempotency, String)>,
    ) -> Result<bool, StoreError> {
        let column = Columns::of(&write.lines)?;
        let (key, request, text) = columns(note.as_ref());
        let (sql, name): (_, &(dyn ToSql + Sync)) = match &write.row {
            Some(row) => (UPDATE, row),
            None => (INSERT, &cart.id),
        };
        let values: [&(dyn ToSql + Sync); 18] = [
            &self.now,
            &column.numbers,
            &column.skus,
            &column.frequencies,
            &column.intervals,
            &column.quantities,
            &column.names,
            &column.types,
            &column.prices,
            &write.removed,
            &self.shop.id,
            &key,
            &request,
            &text,
            name,
            &cart.version,
            &write.next_line,
            &catalogue,
        ];
        let statement = self.client.prepare_cached(sql).await.map_err(failure)?;
        match self.client.query(&statement, &values).await {
            Ok(rows) => Ok(!rows.is_empty()),
            Err(error) if is_conflict(error.code()) => Ok(false),
            Err(error) => Err(failure(error)),
        }
    }

    /// Notes what became of a change that changed nothing; whether nobody else was quicker.
    async fn note(&self, note: Option<(&Idempotency, String)>) -> Result<bool, StoreError> {
        let Some((Idempotency { key, request }, text)) = note else { return Ok(true) };
        let sql = "INSERT INTO idempotency (shop_id, key, request, outcome, created_at)
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
        let values: [&(dyn ToSql + Sync); 5] =
            [&self.shop.id, key, &&request[..], &text, &self.now];
        Ok(execute(self.client, sql, &values).await? > 0)
    }
}

/// Whether a failure only says that somebody else was quicker: with the same idempotency key, or
/// with the same cart where the server is set up to be stricter than it has to.
fn is_conflict(state: Option<&SqlState>) -> bool {
    matches!(state, Some(&SqlState::UNIQUE_VIOLATION | &SqlState::T_R_SERIALIZATION_FAILURE))
}

type Note<'a> = (Option<&'a str>, Option<&'a [u8]>, Option<&'a str>);

fn columns<'a>(note: Option<&'a (&Idempotency, String)>) -> Note<'a> {
    match note {
        Some((Idempotency { key, request }, text)) => (Some(key), Some(request), Some(text)),
        None => (None, None, None),
    }
}

/// Lines, column by column.
struct Columns<'a> {
    numbers: Vec<i64>,
    skus: Vec<&'a str>,
    frequencies: Vec<Option<&'static str>>,
    intervals: Vec<Option<i64>>,
    quantities: Vec<i64>,
    names: Vec<&'a str>,
    types: Vec<&'static str>,
    prices: Vec<i64>,
}

impl<'a> Columns<'a> {
    fn of(lines: &'a [Line]) -> Result<Self, StoreError> {
        let period = || lines.iter().map(|line| line.period);
        Ok(Self {
            numbers: lines.iter().map(number).collect::<Result<_, _>>()?,
            skus: lines.iter().map(|line| &*line.sku).collect(),
            frequencies: period().map(|period| period.map(|it| it.frequency.name())).collect(),
            intervals: period().map(|period| period.map(|it| it.interval.into())).collect(),
            quantities: lines.iter().map(|line| line.quantity.into()).collect(),
            names: lines.iter().map(|line| &*line.name).collect(),
            types: lines.iter().map(|line| line.product_type.name()).collect(),
            prices: lines.iter().map(|line| line.unit_price).collect(),
        })
    }
}
