//! Discount codes that shoppers type, in the basket or at the checkout.

use crate::state::AppState;
use basket_core::cart::CodeProblem;
use basket_model::pricing::Discount;
use basket_store::StoreError;
use std::{net::IpAddr, time::Duration};

/// The discount that a shopper can use now by a code, or why not. Wrong codes are taken off the allowance of their network,
/// so that nobody finds codes by trying.
pub(crate) async fn guess(
    state: &AppState,
    shop: i64,
    code: &str,
    network: Option<IpAddr>,
) -> Result<Result<Discount, CodeProblem>, CodeError> {
    let guesses = &state.limits.guesses;
    if let Some(network) = network {
        guesses.take(network, state.store.ticks()).map_err(CodeError::Wait)?;
    }
    let usable = state.store.discounts().usable(shop, code).await.map_err(CodeError::Store)?;
    if let Some(network) = &network
        && usable != Err(CodeProblem::Unknown)
    {
        guesses.give_back(network);
    }
    Ok(usable)
}

/// Why nobody knows whether a code can be used.
#[derive(Debug)]
pub(crate) enum CodeError {
    /// The network has tried too many.
    Wait(Duration),
    /// The database failed.
    Store(StoreError),
}
