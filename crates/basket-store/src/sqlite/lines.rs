//! Lines as they stand in the row of their cart, and the one place that writes them.

use crate::{
    StoreError,
    decision::{Write, number},
};
use basket_core::{
    cart::{Cart, Line},
    product::{Frequency, Period, ProductType},
};
use rusqlite::{Connection, params};

/// A line in a row, as the migration `lines_in_carts` describes it.
type Kept<T> = (i64, T, Option<T>, Option<u16>, u32, T, T, i64);

/// The lines in a row, as they were when the cart last changed: nothing yet of what the catalogue says now.
pub(super) fn read(text: &str) -> Result<Vec<Line>, StoreError> {
    let corrupt =
        |what: &dyn std::fmt::Display| StoreError::Internal(format!("corrupt lines: {what}"));
    let kept: Vec<Kept<String>> = serde_json::from_str(text).map_err(|error| corrupt(&error))?;
    let lines = kept.into_iter().map(|kept| {
        let (number, sku, frequency, interval, quantity, name, product_type, unit_price) = kept;
        let frequency = frequency
            .map(|name| Frequency::parse(&name).ok_or_else(|| corrupt(&name)))
            .transpose()?;
        Ok(Line {
            id: number.to_string(),
            sku,
            name,
            image: None,
            url: None,
            product_type: ProductType::parse(&product_type)
                .ok_or_else(|| corrupt(&product_type))?,
            quantity,
            unit_price,
            period: frequency
                .zip(interval)
                .map(|(frequency, interval)| {
                    Period::new(frequency, interval).ok_or_else(|| corrupt(&"0"))
                })
                .transpose()?,
            available: true,
            // What is no longer sold cannot be had at all.
            stock: Some(0),
            weight: None,
            tax_class: None,
        })
    });
    lines.collect()
}

/// Writes what was decided about a cart. It was read in the same transaction and nobody else writes, so nothing of
/// another tab's can get lost when the lines are written as a whole.
pub(super) fn write(
    connection: &Connection,
    shop: i64,
    cart: &Cart,
    write: &Write,
    now: i64,
) -> Result<(), StoreError> {
    let lines = text(&cart.lines)?;
    let Some(row) = write.row else {
        let sql = "INSERT INTO carts (token, shop_id, version, next_line, revisions, catalogue,
                       created_at, touched_at, lines, code)
                   VALUES (?1, ?2, ?3, ?4, ?7, 0, ?5, ?5, ?6, ?8)";
        let Write { next_line, revisions, code, .. } = write;
        let values = params![cart.id, shop, cart.version, next_line, now, lines, revisions, code];
        connection.prepare_cached(sql)?.execute(values)?;
        return Ok(());
    };
    let sql = "UPDATE carts SET version = ?2, next_line = ?3, lines = ?4, revisions = ?5, code = ?6
               WHERE id = ?1";
    let Write { next_line, revisions, code, .. } = write;
    let values = params![row, cart.version, next_line, lines, revisions, code];
    connection.prepare_cached(sql)?.execute(values)?;
    if write.touch {
        let sql = "UPDATE carts SET touched_at = ?2 WHERE id = ?1";
        connection.prepare_cached(sql)?.execute([row, now])?;
    }
    Ok(())
}

fn text(lines: &[Line]) -> Result<String, StoreError> {
    let kept = lines.iter().map(kept).collect::<Result<Vec<_>, _>>()?;
    serde_json::to_string(&kept).map_err(|error| StoreError::Internal(error.to_string()))
}

fn kept(line: &Line) -> Result<Kept<&str>, StoreError> {
    let Line { sku, quantity, name, product_type, unit_price, period, .. } = line;
    let (frequency, interval) =
        period.map(|period| (period.frequency().name(), period.interval())).unzip();
    let number = number(line)?;
    Ok((number, sku, frequency, interval, *quantity, name, product_type.name(), *unit_price))
}
