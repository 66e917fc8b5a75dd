//! Unguessable names. Anyone who knows a cart's id can change the cart, so an id is pure chance.

use thiserror::Error;

/// The operating system has no randomness to give.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no randomness: {0}")]
pub struct NoRandomness(String);

/// A random number of 53 bits, which every program that reads JSON can hold.
pub fn number() -> Result<i64, NoRandomness> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| NoRandomness(error.to_string()))?;
    Ok(i64::from_le_bytes(bytes) & ((1 << 53) - 1))
}

/// 160 random bits, as 40 hexadecimal digits.
pub fn random() -> Result<String, NoRandomness> {
    let mut bytes = [0; 20];
    getrandom::fill(&mut bytes).map_err(|error| NoRandomness(error.to_string()))?;
    Ok(hex::encode(bytes))
}
