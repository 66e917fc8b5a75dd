//! Who calls for a shop itself: one of its own servers, with a secret key.

use super::{Problem, caller};
use crate::state::AppState;
use axum::{extract::FromRequestParts, http::request::Parts};
use basket_core::diagnostic::Code;
use basket_model::shop::Shop;
use basket_web::address::Address;

/// A caller that may do what is the shop's own.
#[derive(Debug)]
pub(crate) struct Owner {
    /// The shop.
    pub(super) shop: Shop,
    /// Where the caller reached the service.
    pub(super) address: Address,
}

impl FromRequestParts<AppState> for Owner {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        caller::take_from_network(parts, state)?;
        // Never from the address of the request: a secret there ends up in logs and histories.
        let Some(key) = caller::bearer(parts) else {
            let detail = "Send one of the shop's secret keys as `Authorization: Bearer sk_…`.";
            return Err(Problem::new(Code::KeyMissing, detail));
        };
        let shop = state.store.shops().of_secret(key).await?;
        let shop = shop.ok_or_else(|| Problem::plain(Code::KeyUnknown))?;
        Ok(Self { shop, address: Address::of_service(parts, state.public()) })
    }
}
