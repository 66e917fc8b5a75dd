//! Writes what was decided about carts: changes of one kind in one statement.

use super::{
    changes::Job,
    connection::{Connection, Param},
    get,
};
use crate::{
    StoreError,
    decision::{Write, number},
};
use basket_core::cart::Cart;
use basket_model::change::Idempotency;
use std::collections::HashSet;
use tokio_postgres::types::Type;

/// What changes of one kind have in common: those who wait to be written together are of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// New carts.
    Create,
    /// Lines that are added or changed.
    Set,
    /// Lines that go.
    Remove,
}

/// The carts that are to be written.
macro_rules! wanted {
    () => {
        "WITH wanted AS (
            SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
                $6::bigint[], $7::bool[], $8::text[])
                AS w (token, shop_id, version, next_line, revisions, now, touch, code)
        )"
    };
}

/// Everything about a cart hangs on its row in `cart`: a cart that is not at the version which was read, or that is
/// locked, is not there, and nothing of it is written. Who holds a cart is alone with its lines.
macro_rules! changed {
    () => {
        concat!(
            wanted!(),
            ", held AS (
                SELECT c.id, w.* FROM wanted w CROSS JOIN LATERAL (
                    SELECT id FROM carts WHERE token = w.token AND version + 1 = w.version
                    FOR NO KEY UPDATE SKIP LOCKED
                ) c
            ), cart AS (
                UPDATE carts c SET version = h.version, next_line = h.next_line,
                    revisions = h.revisions, catalogue = 0, code = h.code,
                    touched_at = CASE WHEN h.touch THEN h.now ELSE c.touched_at END
                FROM held h WHERE c.id = h.id RETURNING c.id, c.token
            )"
        )
    };
}

/// What became of the requests.
macro_rules! note {
    () => {
        ", note AS (
            INSERT INTO idempotency (shop_id, key, request, outcome, created_at)
            SELECT n.shop_id, n.key, n.request, n.outcome, n.now
            FROM unnest($9::text[], $10::bigint[], $11::text[], $12::bytea[], $13::text[],
                $14::bigint[])
                AS n (token, shop_id, key, request, outcome, now)
            JOIN cart ON cart.token = n.token
        ) SELECT token FROM cart"
    };
}

/// The lines of carts.
macro_rules! lines {
    () => {
        "INSERT INTO lines (cart_id, number, sku, frequency, interval, quantity, name, type,
            unit_price)
        SELECT cart.id, l.number, l.sku, l.frequency, l.interval, l.quantity, l.name, l.type,
            l.price
        FROM unnest($15::text[], $16::bigint[], $17::text[], $18::text[], $19::bigint[],
            $20::bigint[], $21::text[], $22::text[], $23::bigint[])
            AS l (token, number, sku, frequency, interval, quantity, name, type, price)
        JOIN cart ON cart.token = l.token
        ON CONFLICT (cart_id, number) DO UPDATE SET
            quantity = excluded.quantity, name = excluded.name,
            type = excluded.type, unit_price = excluded.unit_price"
    };
}

// No statement changes a table twice: not every engine that speaks PostgreSQL's language can.

pub(super) const CREATE: &str = concat!(
    wanted!(),
    ", cart AS (
        INSERT INTO carts (token, shop_id, version, next_line, revisions, catalogue, created_at,
            touched_at, code)
        SELECT token, shop_id, version, next_line, revisions, 0, now, now, code FROM wanted
        RETURNING id, token
    ), line AS (",
    lines!(),
    ")",
    note!()
);

pub(super) const SET: &str = concat!(changed!(), ", line AS (", lines!(), ")", note!());

/// The list of carts has lines looked up by their index, whatever the server believes of the table's size.
pub(super) const REMOVE: &str = concat!(
    changed!(),
    ", gone AS (
        DELETE FROM lines WHERE cart_id = ANY (ARRAY(SELECT id FROM cart)) AND EXISTS (
            SELECT FROM unnest($15::text[], $16::bigint[]) AS g (token, number)
            JOIN cart ON cart.token = g.token
            WHERE cart.id = lines.cart_id AND g.number = lines.number
        )
    )",
    note!()
);

/// Lines of one cart that its transaction holds.
const UPDATE_LINES: &str = "UPDATE lines SET name = l.name, type = l.type, unit_price = l.price
    FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[]) AS l (number, name, type, price)
    WHERE cart_id = (SELECT id FROM carts WHERE token = $1) AND lines.number = l.number";

/// What is to be written, column by column.
#[derive(Debug, Default)]
pub(super) struct Writes {
    carts: Carts,
    lines: Lines,
    gone: Gone,
    notes: Notes,
}

#[derive(Debug, Default)]
struct Carts {
    tokens: Vec<String>,
    shops: Vec<i64>,
    versions: Vec<i64>,
    next_lines: Vec<i64>,
    revisions: Vec<i64>,
    times: Vec<i64>,
    touches: Vec<bool>,
    codes: Vec<Option<String>>,
}

#[derive(Debug, Default)]
struct Lines {
    tokens: Vec<String>,
    numbers: Vec<i64>,
    skus: Vec<String>,
    frequencies: Vec<Option<&'static str>>,
    intervals: Vec<Option<i64>>,
    quantities: Vec<i64>,
    names: Vec<String>,
    types: Vec<&'static str>,
    prices: Vec<i64>,
}

#[derive(Debug, Default)]
struct Gone {
    tokens: Vec<String>,
    numbers: Vec<i64>,
}

#[derive(Debug, Default)]
struct Notes {
    tokens: Vec<String>,
    shops: Vec<i64>,
    keys: Vec<String>,
    requests: Vec<Vec<u8>>,
    outcomes: Vec<String>,
    times: Vec<i64>,
}

impl Writes {
    /// Adds what was decided about one cart.
    pub(super) fn add(
        &mut self,
        job: &Job,
        cart: &Cart,
        write: &Write,
        note: Option<(&Idempotency, String)>,
    ) -> Result<(), StoreError> {
        self.carts.tokens.push(cart.id.clone());
        self.carts.shops.push(job.shop);
        self.carts.versions.push(cart.version);
        self.carts.next_lines.push(write.next_line);
        self.carts.revisions.push(write.revisions);
        self.carts.times.push(job.now);
        self.carts.touches.push(write.touch);
        self.carts.codes.push(write.code.clone());
        for line in &write.lines {
            self.lines.tokens.push(cart.id.clone());
            self.lines.numbers.push(number(line)?);
            self.lines.skus.push(line.sku.clone());
            self.lines.frequencies.push(line.period.map(|period| period.frequency().name()));
            self.lines.intervals.push(line.period.map(|period| period.interval().into()));
            self.lines.quantities.push(line.quantity.into());
            self.lines.names.push(line.name.clone());
            self.lines.types.push(line.product_type.name());
            self.lines.prices.push(line.unit_price);
        }
        for number in &write.removed {
            self.gone.tokens.push(cart.id.clone());
            self.gone.numbers.push(*number);
        }
        if let Some((Idempotency { key, request }, outcome)) = note {
            self.notes.tokens.push(cart.id.clone());
            self.notes.shops.push(job.shop);
            self.notes.keys.push(key.clone());
            self.notes.requests.push(request.to_vec());
            self.notes.outcomes.push(outcome);
            self.notes.times.push(job.now);
        }
        Ok(())
    }

    /// Whether something is to be written about a cart.
    pub(super) fn has(&self, token: &str) -> bool {
        self.carts.tokens.iter().any(|other| other == token)
    }

    /// Writes changes of one kind; of which carts. Another transaction was quicker with the others.
    pub(super) async fn run(
        &self,
        client: &Connection,
        kind: Kind,
    ) -> Result<HashSet<String>, StoreError> {
        let Self { carts, lines, gone, notes } = self;
        if carts.tokens.is_empty() {
            return Ok(HashSet::new());
        }
        let mut values: Vec<Param<'_>> = vec![
            (&carts.tokens, Type::TEXT_ARRAY),
            (&carts.shops, Type::INT8_ARRAY),
            (&carts.versions, Type::INT8_ARRAY),
            (&carts.next_lines, Type::INT8_ARRAY),
            (&carts.revisions, Type::INT8_ARRAY),
            (&carts.times, Type::INT8_ARRAY),
            (&carts.touches, Type::BOOL_ARRAY),
            (&carts.codes, Type::TEXT_ARRAY),
            (&notes.tokens, Type::TEXT_ARRAY),
            (&notes.shops, Type::INT8_ARRAY),
            (&notes.keys, Type::TEXT_ARRAY),
            (&notes.requests, Type::BYTEA_ARRAY),
            (&notes.outcomes, Type::TEXT_ARRAY),
            (&notes.times, Type::INT8_ARRAY),
        ];
        let lines: [Param<'_>; 9] = [
            (&lines.tokens, Type::TEXT_ARRAY),
            (&lines.numbers, Type::INT8_ARRAY),
            (&lines.skus, Type::TEXT_ARRAY),
            (&lines.frequencies, Type::TEXT_ARRAY),
            (&lines.intervals, Type::INT8_ARRAY),
            (&lines.quantities, Type::INT8_ARRAY),
            (&lines.names, Type::TEXT_ARRAY),
            (&lines.types, Type::TEXT_ARRAY),
            (&lines.prices, Type::INT8_ARRAY),
        ];
        let gone: [Param<'_>; 2] =
            [(&gone.tokens, Type::TEXT_ARRAY), (&gone.numbers, Type::INT8_ARRAY)];
        let sql = match kind {
            Kind::Create => CREATE,
            Kind::Set => SET,
            Kind::Remove => REMOVE,
        };
        values.extend(if kind == Kind::Remove { gone.to_vec() } else { lines.to_vec() });
        match client.query(sql, &values).await {
            Ok(rows) => rows.iter().map(|row| get(row, 0)).collect(),
            Err(StoreError::Conflict(_)) => Ok(HashSet::new()),
            Err(error) => Err(error.in_doubt()),
        }
    }

    /// Writes what products are now into the lines that stay of a cart whose other lines went.
    pub(super) async fn update_lines(
        &self,
        client: &Connection,
        token: &str,
    ) -> Result<(), StoreError> {
        let Lines { numbers, names, types, prices, .. } = &self.lines;
        let values: [Param<'_>; 5] = [
            (&token, Type::TEXT),
            (numbers, Type::INT8_ARRAY),
            (names, Type::TEXT_ARRAY),
            (types, Type::TEXT_ARRAY),
            (prices, Type::INT8_ARRAY),
        ];
        client.execute(UPDATE_LINES, &values).await.map(drop)
    }
}
