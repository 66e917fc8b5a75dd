//! What became of a change, in one word and perhaps a second, so that a repeated request changes
//! nothing twice and is answered as the first was. It must never hold whole answers.

use super::StoreError;
use basket_core::cart::Cart;
use basket_model::change::{Idempotency, Refused};

/// What became of a change: a cart, or a refusal that the cart's rules decided.
pub(super) type Outcome = Result<String, Refused>;

/// What to remember of an answer; `None` when it is of the moment and the caller may well succeed
/// with the same key later.
pub(super) fn note(answer: &Result<Cart, Refused>) -> Option<String> {
    match answer {
        Ok(cart) => Some(format!("cart {}", cart.id)),
        Err(refused) => write(refused),
    }
}

/// What was remembered, if it was of this very request.
pub(super) fn recall(
    idempotency: &Idempotency,
    request: &[u8],
    text: &str,
) -> Result<Outcome, StoreError> {
    if request != idempotency.request {
        return Ok(Err(Refused::IdempotencyMismatch));
    }
    read(text).ok_or_else(|| StoreError::Internal(format!("corrupt outcome {text:?}")))
}

fn write(refused: &Refused) -> Option<String> {
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
        | Refused::IdempotencyMismatch => return None,
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
    use basket_core::money::Currency;

    #[test]
    fn refusals_read_back_as_they_were_written() {
        for refused in [
            Refused::LineUnknown,
            Refused::SkuUnknown("A sku with spaces".to_owned()),
            Refused::OfferUnknown("MUG".to_owned()),
            Refused::OutOfStock { available: 3 },
            Refused::TooManyLines,
            Refused::TooManyItems,
        ] {
            let text = write(&refused).expect("decided by the cart's rules");
            assert_eq!(read(&text), Some(Err(refused)));
        }
        assert_eq!(read("cart c0ffee"), Some(Ok("c0ffee".to_owned())));
    }

    #[test]
    fn failures_of_the_moment_are_not_remembered() {
        assert_eq!(write(&Refused::VersionMismatch), None);
        assert_eq!(note(&Err(Refused::CartExpired)), None);
    }

    #[test]
    fn a_repeated_request_is_answered_as_the_first() {
        let idempotency = Idempotency { key: "key".to_owned(), request: [1; 16] };
        let cart = Cart {
            id: "c0ffee".to_owned(),
            version: 1,
            currency: Currency::EUR,
            lines: vec![],
            costs: basket_core::cart::Costs::default(),
        };
        let noted = note(&Ok(cart)).unwrap();
        assert_eq!(recall(&idempotency, &[1; 16], &noted), Ok(Ok("c0ffee".to_owned())));
        let other = recall(&idempotency, &[2; 16], &noted);
        assert_eq!(other, Ok(Err(Refused::IdempotencyMismatch)));
        assert!(recall(&idempotency, &[1; 16], "lost").is_err());
    }
}
