//! The sessions of an operator.

use super::ADDRESS;
use crate::{
    entry,
    form::Form,
    parts::moment,
    refusal::Refusal,
    reply::redirect,
    session::{SignedIn, Visit},
    state::AdminState,
};
use axum::{extract::State, response::Response};
use maud::{Markup, html};

/// `POST /admin/account/sessions/end`: one browser.
pub async fn end_session(
    State(state): State<AdminState>,
    signed_in: SignedIn,
    form: Form,
) -> Result<Response, Refusal> {
    let digest = hex::decode(form.text("session")).unwrap_or_default();
    if !state.store.sessions().end(signed_in.operator.id, &digest).await? {
        return Err(Refusal::not_found());
    }
    Ok(redirect(ADDRESS))
}

/// `POST /admin/account/sign-out`: every browser.
pub async fn sign_out_everywhere(
    State(state): State<AdminState>,
    visit: Visit,
    signed_in: SignedIn,
    _: Form,
) -> Result<Response, Refusal> {
    state.store.sessions().close_all(signed_in.operator.id).await?;
    Ok(entry::with_cookie(redirect("/admin/sign-in"), &visit.cookie(None)))
}

pub(super) async fn section(state: &AdminState, signed_in: &SignedIn) -> Result<Markup, Refusal> {
    let sessions = state.store.sessions().all(signed_in.operator.id).await?;
    let own = state.store.sessions().digest(&signed_in.token);
    Ok(html! {
        section.card aria-labelledby="sessions-title" {
            h2 #sessions-title { "Sessions" }
            ul.keys {
                @for session in &sessions {
                    li {
                        div {
                            strong { (session.whence.browser) }
                            @if session.digest == own { span.muted { " (this browser)" } }
                            p.muted {
                                @if !session.whence.address.is_empty() { (session.whence.address) ", " }
                                "signed in " (moment(session.created_at)) ", last active " (moment(session.used_at))
                            }
                        }
                        @if session.digest != own {
                            form method="post" action="/admin/account/sessions/end" {
                                (signed_in.csrf_field())
                                input type="hidden" name="session" value=(hex::encode(&session.digest));
                                button.button.quiet type="submit" aria-label={ "Sign out " (session.whence.browser) } { "Sign out" }
                            }
                        }
                    }
                }
            }
            div.row {
                form method="post" action="/admin/sign-out" {
                    (signed_in.csrf_field())
                    button.button.quiet type="submit" { "Sign out here" }
                }
                form method="post" action="/admin/account/sign-out" {
                    (signed_in.csrf_field())
                    button.button.quiet type="submit" { "Sign out everywhere" }
                }
            }
        }
    })
}
