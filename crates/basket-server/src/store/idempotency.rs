//! Remembers what became of a change, so that a repeated request changes nothing twice and is
//! answered as the first was. It must never keep whole answers.

use super::StoreError;
use crate::change::{Idempotency, Refused};
use rusqlite::{Connection, OptionalExtension, params};

/// What became of a change: a cart, or a refusal that the cart's rules decided.
pub(super) type Outcome = Result<String, Refused>;

/// What became of the first request with this key; `None` when this is the first.
pub(super) fn recall(
    connection: &Connection,
    shop: i64,
    idempotency: &Idempotency,
) -> Result<Option<Outcome>, StoreError> {
    let sql = "SELECT request, outcome FROM idempotency WHERE shop_id = ?1 AND key = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row(params![shop, idempotency.key], |row| {
        Ok((row.get::<_, Vec<u8>>(0)?, row.get::<_, String>(1)?))
    });
    let Some((request, outcome)) = found.optional()? else { return Ok(None) };
    if request != idempotency.request {
        return Ok(Some(Err(Refused::IdempotencyMismatch)));
    }
    let odd = || StoreError::Internal(format!("odd outcome {outcome:?}"));
    Ok(Some(read(&outcome).ok_or_else(odd)?))
}

/// Notes what became of a change, in the transaction that made it.
pub(super) fn note(
    connection: &Connection,
    shop: i64,
    idempotency: &Idempotency,
    outcome: &Outcome,
    now: i64,
) -> Result<(), StoreError> {
    // Other failures are of the moment: the caller may well succeed with the same key later.
    let Some(text) = write(outcome) else { return Ok(()) };
    let sql = "INSERT INTO idempotency (shop_id, key, request, outcome, created_at)
               VALUES (?1, ?2, ?3, ?4, ?5)";
    let mut statement = connection.prepare_cached(sql)?;
    statement.execute(params![shop, idempotency.key, &idempotency.request[..], text, now])?;
    Ok(())
}

fn write(outcome: &Outcome) -> Option<String> {
    let refused = match outcome {
        Ok(cart) => return Some(format!("cart {cart}")),
        Err(refused) => refused,
    };
    Some(match refused {
        Refused::LineUnknown => "line-unknown".to_owned(),
        Refused::SkuUnknown(sku) => format!("sku-unknown {sku}"),
        Refused::OfferUnknown(sku) => format!("offer-unknown {sku}"),
        Refused::OutOfStock { available } => format!("out-of-stock {available}"),
        Refused::TooManyLines => "too-many-lines".to_owned(),
        Refused::TooManyItems => "too-many-items".to_owned(),
        Refused::CartUnknown
        | Refused::CartExpired
        | Refused::VersionMismatch
        | Refused::IdempotencyMismatch
        | Refused::Store(_) => return None,
    })
}

fn read(text: &str) -> Option<Outcome> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    Some(Err(match word {
        "cart" => return Some(Ok(rest.to_owned())),
        "line-unknown" => Refused::LineUnknown,
        "sku-unknown" => Refused::SkuUnknown(rest.to_owned()),
        "offer-unknown" => Refused::OfferUnknown(rest.to_owned()),
        "out-of-stock" => Refused::OutOfStock { available: rest.parse().ok()? },
        "too-many-lines" => Refused::TooManyLines,
        "too-many-items" => Refused::TooManyItems,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_read_back_as_they_were_written() {
        for outcome in [
            Ok("c0ffee".to_owned()),
            Err(Refused::LineUnknown),
            Err(Refused::SkuUnknown("A sku with spaces".to_owned())),
            Err(Refused::OfferUnknown("MUG".to_owned())),
            Err(Refused::OutOfStock { available: 3 }),
            Err(Refused::TooManyLines),
            Err(Refused::TooManyItems),
        ] {
            let text = write(&outcome).expect("decided by the cart's rules");
            assert_eq!(read(&text), Some(outcome));
        }
    }

    #[test]
    fn failures_of_the_moment_are_not_remembered() {
        assert_eq!(write(&Err(Refused::VersionMismatch)), None);
        assert_eq!(write(&Err(Refused::Store(StoreError::Full))), None);
    }
}
