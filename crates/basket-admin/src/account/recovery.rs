//! Recovery codes on paper, for operators who have lost their phone.

use super::{ADDRESS, Remark, owner, show};
use crate::{
    parts::copyable_lines,
    refusal::Refusal,
    reply::redirect,
    session::{SignedIn, Visit},
    state::AdminState,
};
use axum::{
    extract::{Request, State},
    response::Response,
};
use basket_model::operator::RecoveryCodes;
use maud::{Markup, html};

/// `POST /admin/account/recovery`. The codes are shown here and never again.
pub async fn new_recovery_codes(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (visit, signed_in, _) = owner(request, &state).await?;
    make(&state, &visit, &signed_in).await
}

/// After a second factor was added: with the first one come codes for the day that it is lost.
pub(super) async fn after_adding(
    state: &AdminState,
    visit: &Visit,
    signed_in: &SignedIn,
) -> Result<Response, Refusal> {
    if state.store.second_factors().recovery_codes(signed_in.operator.id).await? > 0 {
        return Ok(redirect(ADDRESS));
    }
    make(state, visit, signed_in).await
}

async fn make(
    state: &AdminState,
    visit: &Visit,
    signed_in: &SignedIn,
) -> Result<Response, Refusal> {
    let codes = RecoveryCodes::random()?;
    state.store.second_factors().set_recovery_codes(signed_in.operator.id, &codes).await?;
    show(state, visit, signed_in, &Remark { codes: Some(&codes), ..Remark::default() }).await
}

pub(super) fn shown(codes: &[String]) -> Markup {
    html! {
        section.card.notice aria-labelledby="codes-title" {
            h2 #codes-title { "New recovery codes" }
            p { "Print these codes or save them in your password manager. Each code replaces your app or passkey once. They are not shown again." }
            (copyable_lines("codes", "Codes", &codes.join("\n")))
        }
    }
}

pub(super) async fn section(state: &AdminState, signed_in: &SignedIn) -> Result<Markup, Refusal> {
    let left = state.store.second_factors().recovery_codes(signed_in.operator.id).await?;
    Ok(html! {
        section.card aria-labelledby="recovery-title" {
            h2 #recovery-title { "Recovery codes" }
            p.muted { "Use one to sign in if you lose your phone. Unused codes: " (left) "." }
            form method="post" action="/admin/account/recovery" {
                (signed_in.csrf_field())
                button.button.quiet type="submit" { "Create new codes" }
            }
        }
    })
}
