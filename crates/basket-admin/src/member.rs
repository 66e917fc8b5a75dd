//! A signed-in operator in one of their shops.

use crate::{refusal::Refusal, session::SignedIn, state::AdminState};
use axum::{extract::FromRequestParts, http::request::Parts};
use basket_model::{
    operator::{Operator, Role},
    shop::Shop,
};
use basket_store::Membership;
use maud::{Markup, html};

/// A member of a shop, at work in it.
#[derive(Debug, Clone)]
pub struct Member {
    pub(crate) signed_in: SignedIn,
    pub(crate) shop: Shop,
    pub(crate) role: Role,
    /// Whether everybody there needs more than a password.
    pub(crate) needs_second_factor: bool,
    /// When the shop is deleted, if its deletion was requested.
    pub(crate) delete_at: Option<i64>,
    /// All the shops that they run.
    pub(crate) memberships: Vec<Membership>,
}

impl FromRequestParts<AdminState> for Member {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AdminState) -> Result<Self, Refusal> {
        let signed_in = SignedIn::from_request_parts(parts, state).await?;
        let memberships = state.store.operators().memberships(signed_in.operator.id).await?;
        // By no other shop than the one that forms of theirs are bound to.
        let found = memberships.iter().find(|place| Some(place.shop) == signed_in.shop);
        let Some(place) = found else {
            return Err(Refusal::redirect("/admin/shops"));
        };
        if place.needs_second_factor && !has_second_factor(state, &signed_in).await? {
            return Err(Refusal::redirect("/admin/account?second_factor=needed"));
        }
        let Membership { role, needs_second_factor, delete_at, .. } = *place;
        let shop = state.store.shops().find(place.shop).await?.ok_or_else(Refusal::not_found)?;
        Ok(Self { signed_in, shop, role, needs_second_factor, delete_at, memberships })
    }
}

async fn has_second_factor(state: &AdminState, signed_in: &SignedIn) -> Result<bool, Refusal> {
    let account = state.store.operators().account(signed_in.operator.id).await?;
    Ok(account.is_some_and(|account| account.has_second_factor()))
}

impl Member {
    pub(crate) fn operator(&self) -> &Operator {
        &self.signed_in.operator
    }

    pub(crate) fn is_owner(&self) -> bool {
        self.role == Role::Owner
    }

    /// Refuses everybody but owners.
    pub(crate) fn only_owner(&self) -> Result<(), Refusal> {
        if self.is_owner() { Ok(()) } else { Err(Refusal::forbidden()) }
    }

    /// What every form must contain.
    pub(crate) fn csrf_field(&self) -> Markup {
        self.signed_in.csrf_field()
    }
}

impl SignedIn {
    /// What every form must contain.
    pub(crate) fn csrf_field(&self) -> Markup {
        html! { input type="hidden" name="csrf_token" value=(self.csrf_token); }
    }
}
