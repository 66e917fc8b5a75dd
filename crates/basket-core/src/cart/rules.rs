//! By which rules a cart may change. Quantities and stock only: what a product is and costs comes
//! from the catalogue, never from the page.

use super::Line;

/// How many lines a cart may have.
pub const MAX_LINES: usize = 100;
/// How many of one line a cart may have.
pub const MAX_QUANTITY: u32 = 999;

/// Why a change was refused. The cart stays as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// More than is in stock; says how many of the product the cart could hold.
    OutOfStock {
        /// How many are in stock.
        available: u32,
    },
    /// The cart has [`MAX_LINES`] lines already.
    TooManyLines,
    /// More than [`MAX_QUANTITY`] of one line.
    TooManyItems,
}

/// The line that an addition grows, and its new quantity; `None` is a new line.
pub fn add(
    lines: &[Line],
    mut same_offer: impl FnMut(&Line) -> bool,
    sku: &str,
    quantity: u32,
    stock: Option<u32>,
) -> Result<(Option<usize>, u32), Refusal> {
    let found = lines.iter().position(|line| line.sku == sku && same_offer(line));
    if found.is_none() && lines.len() >= MAX_LINES {
        return Err(Refusal::TooManyLines);
    }
    let before = found.map_or(0, |at| lines[at].quantity);
    let wanted = before.saturating_add(quantity);
    check(lines, sku, before, wanted, stock)?;
    Ok((found, wanted))
}

/// Whether the line at `at` may have that quantity.
pub fn set_quantity(
    lines: &[Line],
    at: usize,
    quantity: u32,
    stock: Option<u32>,
) -> Result<(), Refusal> {
    check(lines, &lines[at].sku, lines[at].quantity, quantity, stock)
}

fn check(
    lines: &[Line],
    sku: &str,
    before: u32,
    wanted: u32,
    stock: Option<u32>,
) -> Result<(), Refusal> {
    // Fewer is always allowed: a step towards the stock must not be refused.
    if wanted <= before {
        return Ok(());
    }
    if wanted > MAX_QUANTITY {
        return Err(Refusal::TooManyItems);
    }
    let Some(stock) = stock else { return Ok(()) };
    // The same product may stand in several lines, bought at different periods; stock is shared.
    let all: u32 = lines.iter().filter(|line| line.sku == sku).map(|line| line.quantity).sum();
    if wanted > stock.saturating_sub(all - before) {
        return Err(Refusal::OutOfStock { available: stock });
    }
    Ok(())
}
