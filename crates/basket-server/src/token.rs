//! Unguessable names. Who knows a cart's id may change the cart, so it must be pure chance.

use crate::store::StoreError;
use std::fmt::Write;

/// 160 random bits, as 40 hexadecimal digits.
pub(crate) fn random() -> Result<String, StoreError> {
    let mut bytes = [0; 20];
    let failed = |error| StoreError::Unavailable(format!("no randomness: {error}"));
    getrandom::fill(&mut bytes).map_err(failed)?;
    Ok(hex(&bytes))
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
