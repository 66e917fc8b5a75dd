//! The account's passkeys.

use super::{ADDRESS, owner, recovery};
use crate::{
    form::Form,
    parts::{Confirm, Field, confirm, moment},
    passkey,
    refusal::Refusal,
    reply::redirect,
    session::{SignedIn, Visit},
    shell::bare_page,
    state::AdminState,
};
use axum::{
    extract::{Request, State},
    response::Response,
};
use maud::{Markup, html};

/// How many an account may have, and how long their names may be.
const MOST: usize = 20;
const NAME_MOST: usize = 60;

/// `POST /admin/account/passkeys/new`.
pub async fn read_new_passkey(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (visit, signed_in, _) = owner(request, &state).await?;
    let known = state.store.second_factors().passkeys(signed_in.operator.id).await?;
    if known.len() >= MOST {
        return Err(Refusal::passkey());
    }
    let question = passkey::begin_adding(&state, &visit, &signed_in.operator, known).await?;
    let body = html! {
        p.lead { "Your browser asks where to save the passkey: on this device, on a phone or on a security key." }
        form method="post" action="/admin/account/passkeys" hidden
            data-passkey="create" data-question=(question) {
            (signed_in.csrf_field())
            (Field { name: "name", label: "Name", hint: "To recognise it later, such as “Phone”.", ..Field::default() }.markup())
            (passkey::answer_fields())
            button.button.wide type="submit" { "Create passkey" }
        }
        noscript { p.notice.bad { "Passkeys need JavaScript. Enable it, or use an authenticator app." } }
        p { a.button.quiet href=(ADDRESS) { "Cancel" } }
    };
    Ok(bare_page("Add passkey", &body))
}

/// `POST /admin/account/passkeys`.
pub async fn add_passkey(
    State(state): State<AdminState>,
    visit: Visit,
    signed_in: SignedIn,
    form: Form,
) -> Result<Response, Refusal> {
    let operator = signed_in.operator.id;
    let (challenge, answer) = (form.text("challenge"), form.text("answer"));
    let new = passkey::finish_adding(&state, &visit, operator, challenge, answer).await?;
    let name: String = form.text("name").chars().take(NAME_MOST).collect();
    let name = if name.is_empty() { visit.whence.browser.clone() } else { name };
    let factors = state.store.second_factors();
    if !factors.add_passkey(operator, &new.id, &name, &new.credential).await? {
        return Err(Refusal::passkey());
    }
    recovery::after_adding(&state, &visit, &signed_in).await
}

/// `POST /admin/account/passkeys/remove`.
pub async fn remove_passkey(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (_, signed_in, form) = owner(request, &state).await?;
    let id = hex::decode(form.text("passkey")).unwrap_or_default();
    if !state.store.second_factors().remove_passkey(signed_in.operator.id, &id).await? {
        return Err(Refusal::not_found());
    }
    Ok(redirect(ADDRESS))
}

pub(super) async fn section(
    state: &AdminState,
    visit: &Visit,
    signed_in: &SignedIn,
) -> Result<Markup, Refusal> {
    let passkeys = state.store.second_factors().passkeys(signed_in.operator.id).await?;
    Ok(html! {
        section.card aria-labelledby="passkeys-title" {
            h2 #passkeys-title { "Passkeys" }
            p.muted { "Sign in with your device or a security key instead of a password. Passkeys cannot be phished." }
            @if !passkeys.is_empty() {
                ul.keys {
                    @for passkey in &passkeys {
                        li {
                            div {
                                strong { (passkey.name) }
                                p.muted {
                                    "Added " (moment(passkey.created_at))
                                    @if let Some(used) = passkey.used_at { ", last used " (moment(used)) }
                                }
                            }
                            (confirm("/admin/account/passkeys/remove", &signed_in.csrf_field(),
                                &html! { input type="hidden" name="passkey" value=(hex::encode(&passkey.id)); },
                                &Confirm { button: "Remove…", question: "You will no longer be able to sign in with this passkey.", yes: "Remove passkey" }))
                        }
                    }
                }
            }
            @if passkey::are_possible(visit) {
                form method="post" action="/admin/account/passkeys/new" {
                    (signed_in.csrf_field())
                    button.button.quiet type="submit" { "Add passkey" }
                }
            } @else {
                p.hint { "Passkeys need a host name and HTTPS, such as https://basket.example." }
            }
        }
    })
}
