//! Who calls for a shop itself: one of its own servers, with a secret key.

use super::{Api, Problem, address::Address, caller};
use crate::shop::Shop;
use axum::{extract::FromRequestParts, http::request::Parts};
use basket_core::diagnostic::Code;

/// A caller that may do what is the shop's own.
#[derive(Debug)]
pub(crate) struct Owner {
    /// The shop.
    pub(super) shop: Shop,
    /// Where the caller reached the service.
    pub(super) address: Address,
}

impl FromRequestParts<Api> for Owner {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Problem> {
        caller::take_from_address(parts, api)?;
        // Never from the address of the request: a secret there ends up in logs and histories.
        let Some(key) = caller::bearer(parts) else {
            let detail = "Send one of the shop's secret keys as `Authorization: Bearer sk_…`.";
            return Err(Problem::new(Code::KeyMissing, detail));
        };
        let shop = api.store.shop_of_secret(key).await?;
        let shop = shop.ok_or_else(|| Problem::plain(Code::KeyUnknown))?;
        Ok(Self { shop, address: Address::of(parts) })
    }
}
