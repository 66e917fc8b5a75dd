//! Writes what was decided about carts, all of it in one statement.

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

/// Everything about a cart hangs on its row in `cart`: a cart that is not at the version which was read,
/// or that is locked, is not there, and nothing of it is written. New carts are of version 1. Who holds a cart
/// is alone with its lines, so they stay where they were found.
pub(super) const WRITE: &str = "WITH wanted AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
            $6::bigint[], $7::bool[])
            AS w (token, shop_id, version, next_line, catalogue, now, touch)
    ), held AS (
        SELECT c.id, w.* FROM wanted w CROSS JOIN LATERAL (
            SELECT id FROM carts WHERE token = w.token AND version + 1 = w.version
            FOR NO KEY UPDATE SKIP LOCKED
        ) c WHERE w.version > 1
    ), changed AS (
        UPDATE carts c SET version = h.version, next_line = h.next_line, catalogue = h.catalogue,
            touched_at = CASE WHEN h.touch THEN h.now ELSE c.touched_at END
        FROM held h WHERE c.id = h.id RETURNING c.id, c.token
    ), made AS (
        INSERT INTO carts (token, shop_id, version, next_line, catalogue, created_at, touched_at)
        SELECT token, shop_id, version, next_line, catalogue, now, now FROM wanted WHERE version = 1
        RETURNING id, token
    ), cart AS (
        SELECT * FROM changed UNION ALL SELECT * FROM made
    ), line AS (
        INSERT INTO lines (cart_id, number, sku, frequency, interval, quantity, name, type, unit_price)
        SELECT cart.id, l.number, l.sku, l.frequency, l.interval, l.quantity, l.name, l.type, l.price
        FROM unnest($8::text[], $9::bigint[], $10::text[], $11::text[], $12::bigint[], $13::bigint[],
            $14::text[], $15::text[], $16::bigint[])
            AS l (token, number, sku, frequency, interval, quantity, name, type, price)
        JOIN cart ON cart.token = l.token
        ON CONFLICT (cart_id, number) DO UPDATE SET
            quantity = excluded.quantity, name = excluded.name,
            type = excluded.type, unit_price = excluded.unit_price
    ), gone AS (
        DELETE FROM lines WHERE ctid = ANY (ARRAY(
            SELECT l.ctid FROM unnest($17::text[], $18::bigint[]) AS g (token, number)
            JOIN cart ON cart.token = g.token CROSS JOIN LATERAL (
                SELECT ctid FROM lines WHERE cart_id = cart.id AND number = g.number OFFSET 0
            ) l
        ))
    ), note AS (
        INSERT INTO idempotency (shop_id, key, request, outcome, created_at)
        SELECT n.shop_id, n.key, n.request, n.outcome, n.now
        FROM unnest($19::text[], $20::bigint[], $21::text[], $22::bytea[], $23::text[], $24::bigint[])
            AS n (token, shop_id, key, request, outcome, now)
        JOIN cart ON cart.token = n.token
    ) SELECT token FROM cart";

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
    catalogues: Vec<i64>,
    times: Vec<i64>,
    touches: Vec<bool>,
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
        catalogue: i64,
        note: Option<(&Idempotency, String)>,
    ) -> Result<(), StoreError> {
        self.carts.tokens.push(cart.id.clone());
        self.carts.shops.push(job.shop);
        self.carts.versions.push(cart.version);
        self.carts.next_lines.push(write.next_line);
        self.carts.catalogues.push(catalogue);
        self.carts.times.push(job.now);
        self.carts.touches.push(write.touch);
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

    /// Writes; of which carts. Another transaction was quicker with the others.
    pub(super) async fn run(&self, client: &Connection) -> Result<HashSet<String>, StoreError> {
        let Self { carts, lines, gone, notes } = self;
        if carts.tokens.is_empty() {
            return Ok(HashSet::new());
        }
        let values: [Param<'_>; 24] = [
            (&carts.tokens, Type::TEXT_ARRAY),
            (&carts.shops, Type::INT8_ARRAY),
            (&carts.versions, Type::INT8_ARRAY),
            (&carts.next_lines, Type::INT8_ARRAY),
            (&carts.catalogues, Type::INT8_ARRAY),
            (&carts.times, Type::INT8_ARRAY),
            (&carts.touches, Type::BOOL_ARRAY),
            (&lines.tokens, Type::TEXT_ARRAY),
            (&lines.numbers, Type::INT8_ARRAY),
            (&lines.skus, Type::TEXT_ARRAY),
            (&lines.frequencies, Type::TEXT_ARRAY),
            (&lines.intervals, Type::INT8_ARRAY),
            (&lines.quantities, Type::INT8_ARRAY),
            (&lines.names, Type::TEXT_ARRAY),
            (&lines.types, Type::TEXT_ARRAY),
            (&lines.prices, Type::INT8_ARRAY),
            (&gone.tokens, Type::TEXT_ARRAY),
            (&gone.numbers, Type::INT8_ARRAY),
            (&notes.tokens, Type::TEXT_ARRAY),
            (&notes.shops, Type::INT8_ARRAY),
            (&notes.keys, Type::TEXT_ARRAY),
            (&notes.requests, Type::BYTEA_ARRAY),
            (&notes.outcomes, Type::TEXT_ARRAY),
            (&notes.times, Type::INT8_ARRAY),
        ];
        match client.query(WRITE, &values).await {
            Ok(rows) => rows.iter().map(|row| get(row, 0)).collect(),
            Err(StoreError::Conflict(_)) => Ok(HashSet::new()),
            Err(error) => Err(error.in_doubt()),
        }
    }
}
