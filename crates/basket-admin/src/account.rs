//! Somebody's own account.

mod deletion;

pub use deletion::{delete_account, keep_account, read_account_deletion};

use crate::{
    form::Form,
    parts::Field,
    refusal::Refusal,
    reply::{redirect, with_form_status},
    session::{SignedIn, Visit},
    shell::bare_page,
    sign_in,
    state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_model::operator;
use maud::{Markup, html};

/// `GET /admin/account`.
pub async fn read_account(signed_in: SignedIn) -> Response {
    show(&signed_in, None, None)
}

/// `POST /admin/account/password`. Every other browser is signed out by it.
pub async fn change_password(
    State(state): State<AdminState>,
    visit: Visit,
    signed_in: SignedIn,
    form: Form,
) -> Result<Response, Refusal> {
    let email = &signed_in.operator.email;
    state.guesses_by_email.take(email.clone(), state.store.ticks()).map_err(Refusal::wait)?;
    let kept = state.store.operators().find(email).await?.map(|(_, kept)| kept);
    if !sign_in::is_right(&state, form.raw("current"), kept).await? {
        return Ok(show(&signed_in, Some("This is not your password."), None));
    }
    if let Some(problem) = operator::password_problem(form.raw("password")) {
        return Ok(show(&signed_in, None, Some(problem)));
    }
    let kept = state.passwords.hash(form.raw("password").to_owned()).await?;
    state.store.operators().set_password(signed_in.operator.id, &kept).await?;
    sign_in::enter(&state, &visit, signed_in.operator.id, "/admin/account").await
}

/// `POST /admin/account/sign-out`: every browser.
pub async fn sign_out_everywhere(
    State(state): State<AdminState>,
    visit: Visit,
    signed_in: SignedIn,
    _: Form,
) -> Result<Response, Refusal> {
    state.store.sessions().close_all(signed_in.operator.id).await?;
    Ok(sign_in::with_cookie(redirect("/admin/sign-in"), &visit.cookie(None)))
}

fn show(signed_in: &SignedIn, current: Option<&str>, new: Option<&str>) -> Response {
    let body = html! {
        section.card {
            h2 { "Change the password" }
            form method="post" action="/admin/account/password" {
                (signed_in.csrf_field())
                (account(&signed_in.operator.email))
                (Field { name: "current", label: "Password now", kind: "password", autocomplete: "current-password", problem: current, required: true, ..Field::default() }.markup())
                (Field { name: "password", label: "New password", kind: "password", autocomplete: "new-password", hint: "At least 10 characters. Your other browsers are signed out.", problem: new, required: true, ..Field::default() }.markup())
                button.button type="submit" { "Change it" }
            }
        }
        div.row {
            form method="post" action="/admin/sign-out" {
                (signed_in.csrf_field())
                button.button.quiet type="submit" { "Sign out" }
            }
            form method="post" action="/admin/account/sign-out" {
                (signed_in.csrf_field())
                button.button.quiet type="submit" { "Sign out everywhere" }
            }
            a.button.quiet href="/admin/shops" { "Your shops" }
            a.button.quiet.danger href=(deletion::ADDRESS) { "Delete the account…" }
        }
    };
    with_form_status(bare_page("Your account", &body), current.or(new).is_some())
}

/// Whose password it is, for the person and for what keeps their passwords.
pub(crate) fn account(email: &str) -> Markup {
    html! {
        div.field {
            label for="account" { "Account" }
            input #account type="email" name="email" value=(email) autocomplete="username" readonly;
        }
    }
}
