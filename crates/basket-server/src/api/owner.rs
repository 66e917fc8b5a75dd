//! Who calls for a shop itself: one of its own servers, with a secret key.

use super::{Problem, caller};
use crate::state::AppState;
use axum::{
    extract::FromRequestParts,
    http::{Method, request::Parts},
};
use basket_core::diagnostic::Code;
use basket_model::{key::Scope, shop::Shop};
use basket_web::address::Address;
use std::sync::Arc;

/// A caller that may do what is the shop's own.
#[derive(Debug)]
pub(crate) struct Owner {
    /// The shop.
    pub(super) shop: Arc<Shop>,
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
        let (subject, is_change) = needed(parts);
        if !state.store.keys().rights(key).await?.allow(subject, is_change) {
            let detail = format!(
                "The key lacks the scope `{}`{}.",
                subject.name(),
                if is_change { "" } else { " or `read`" }
            );
            return Err(Problem::new(Code::ScopeMissing, detail));
        }
        Ok(Self { shop, address: Address::of_service(parts, state.public()) })
    }
}

/// What a key has to be for, and whether to change something or only to read.
fn needed(parts: &Parts) -> (Scope, bool) {
    let is_products = parts.uri.path().starts_with("/v1/admin/products");
    let subject = if is_products { Scope::Products } else { Scope::Orders };
    (subject, !matches!(parts.method, Method::GET | Method::HEAD))
}
