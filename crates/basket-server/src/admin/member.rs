//! Somebody who is signed in and runs the shop that the address names.

use super::{Refusal, SignedIn};
use crate::{
    api::Api,
    operator::{Operator, Role},
    shop::Shop,
    store::Membership,
};
use axum::{
    extract::{FromRequestParts, RawPathParams},
    http::request::Parts,
};
use maud::{Markup, html};

/// A member of a shop, at work in it.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(super) signed_in: SignedIn,
    pub(super) shop: Shop,
    pub(super) role: Role,
    /// All the shops that they run.
    pub(super) memberships: Vec<Membership>,
}

impl FromRequestParts<Api> for Member {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Refusal> {
        let signed_in = SignedIn::from_request_parts(parts, api).await?;
        let memberships = api.store.memberships(signed_in.operator.id).await?;
        let named = RawPathParams::from_request_parts(parts, api).await;
        let named = named.map_err(|_| Refusal::not_found())?;
        let number = named.iter().find(|(name, _)| *name == "shop").map(|(_, number)| number);
        let number: i64 = number.and_then(|it| it.parse().ok()).ok_or_else(Refusal::not_found)?;
        // Who is no member learns no more than that there is nothing here.
        let found = memberships.iter().find(|membership| membership.shop == number);
        let role = found.ok_or_else(Refusal::not_found)?.role;
        let shop = api.store.shop(number).await?.ok_or_else(Refusal::not_found)?;
        Ok(Self { signed_in, shop, role, memberships })
    }
}

impl Member {
    pub(super) fn operator(&self) -> &Operator {
        &self.signed_in.operator
    }

    pub(super) fn is_owner(&self) -> bool {
        self.role == Role::Owner
    }

    /// Refuses everybody but owners.
    pub(super) fn only_owner(&self) -> Result<(), Refusal> {
        if self.is_owner() { Ok(()) } else { Err(Refusal::forbidden()) }
    }

    /// What every form must contain.
    pub(super) fn token(&self) -> Markup {
        self.signed_in.token()
    }
}

impl SignedIn {
    /// What every form must contain.
    pub(super) fn token(&self) -> Markup {
        html! { input type="hidden" name="proof" value=(self.proof); }
    }
}
