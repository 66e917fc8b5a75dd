//! Somebody who is signed in, at work in a shop that they run.

use super::{Refusal, SignedIn};
use crate::{
    api::Api,
    operator::{Operator, Role},
    shop::Shop,
    store::Membership,
};
use axum::{extract::FromRequestParts, http::request::Parts};
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
        // By no other shop than the one that forms of theirs are bound to.
        let found = memberships.iter().find(|place| Some(place.shop) == signed_in.shop);
        let Some(place) = found else {
            return Err(Refusal::to("/admin/shops"));
        };
        let role = place.role;
        let shop = api.store.shop(place.shop).await?.ok_or_else(Refusal::not_found)?;
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
