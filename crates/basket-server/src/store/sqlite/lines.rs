//! Writes carts line by line, never as a whole, so that two tabs cannot overwrite each other.

use crate::store::{
    StoreError,
    decision::{Write, number},
};
use basket_core::cart::{Cart, Line};
use rusqlite::{Connection, params};

/// Writes what was decided about a cart.
pub(super) fn write(
    connection: &Connection,
    shop: i64,
    cart: &Cart,
    write: &Write,
    now: i64,
) -> Result<(), StoreError> {
    let row = match write.row {
        Some(row) => stamp_cart(connection, row, cart.version, write, now).map(|()| row),
        None => insert_cart(connection, shop, cart, write.next_line, now),
    }?;
    for line in &write.lines {
        write_line(connection, row, line)?;
    }
    for number in &write.removed {
        let sql = "DELETE FROM lines WHERE cart_id = ?1 AND number = ?2";
        connection.prepare_cached(sql)?.execute([row, *number])?;
    }
    Ok(())
}

/// Adds a cart without its lines; the row's number.
fn insert_cart(
    connection: &Connection,
    shop: i64,
    cart: &Cart,
    next_line: i64,
    now: i64,
) -> Result<i64, StoreError> {
    let sql = "INSERT INTO carts
                   (token, shop_id, version, next_line, catalogue, created_at, touched_at)
               SELECT ?1, id, ?3, ?4, catalogue, ?5, ?5 FROM shops WHERE id = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    Ok(statement.insert(params![cart.id, shop, cart.version, next_line, now])?)
}

/// Writes the new version of a cart that changed.
fn stamp_cart(
    connection: &Connection,
    row: i64,
    version: i64,
    write: &Write,
    now: i64,
) -> Result<(), StoreError> {
    let sql = "UPDATE carts SET version = ?2, next_line = ?3,
                   catalogue = (SELECT catalogue FROM shops WHERE shops.id = carts.shop_id)
               WHERE id = ?1";
    connection.prepare_cached(sql)?.execute(params![row, version, write.next_line])?;
    if write.touch {
        let sql = "UPDATE carts SET touched_at = ?2 WHERE id = ?1";
        connection.prepare_cached(sql)?.execute([row, now])?;
    }
    Ok(())
}

/// Writes one line, new or changed, with what is known of its product now.
fn write_line(connection: &Connection, row: i64, line: &Line) -> Result<(), StoreError> {
    let sql = "INSERT INTO lines
                   (cart_id, number, sku, frequency, interval, quantity, name, type, unit_price)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
               ON CONFLICT (cart_id, number) DO UPDATE SET
                   quantity = excluded.quantity, name = excluded.name,
                   type = excluded.type, unit_price = excluded.unit_price";
    let frequency = line.period.map(|period| period.frequency.name());
    let interval = line.period.map(|period| period.interval);
    connection.prepare_cached(sql)?.execute(params![
        row,
        number(line)?,
        line.sku,
        frequency,
        interval,
        line.quantity,
        line.name,
        line.product_type.name(),
        line.unit_price,
    ])?;
    Ok(())
}
