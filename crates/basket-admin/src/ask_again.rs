//! Asks for the password again before keys, payments and people are changed: a browser may have been left open.

use crate::{
    entry,
    form::Form,
    member::Member,
    parts::{Field, account_field},
    refusal::Refusal,
    session::SignedIn,
    state::AdminState,
};
use axum::{
    extract::{FromRequest as _, FromRequestParts as _, Request},
    http::request::Parts,
};
use maud::{Markup, html};

/// For how long nobody is asked again, in milliseconds.
const FRESH: i64 = 30 * 60 * 1000;
/// The field with the password.
const PASSWORD: &str = "password_again";

/// Lets a form pass whose sender has proved lately who they are, or does so with it. Everybody else is asked, and what
/// they sent is kept in the page that asks.
pub(crate) async fn ask_again(
    state: &AdminState,
    signed_in: &SignedIn,
    path: &str,
    form: &Form,
) -> Result<(), Refusal> {
    let now = state.store.now();
    if (now - FRESH..=now).contains(&signed_in.confirmed_at) {
        return Ok(());
    }
    let question = |problem| Refusal::Question(page(signed_in, path, form, problem));
    let Some(password) = form.get(PASSWORD) else { return Err(question(None)) };
    let email = &signed_in.operator.email;
    state.guesses_by_email.take(email.clone(), state.store.ticks()).map_err(Refusal::wait)?;
    let kept = state.store.operators().find(email).await?.map(|account| account.password);
    if !entry::is_right(state, password, kept).await? {
        tracing::warn!(account = email, "wrong password");
        return Err(question(Some("Wrong password.")));
    }
    state.guesses_by_email.give_back(email);
    state.store.sessions().confirm(&signed_in.token).await?;
    Ok(())
}

/// An owner with a form of theirs, who has proved lately who they are.
pub(crate) async fn owner(
    request: Request,
    state: &AdminState,
) -> Result<(Parts, Member, Form), Refusal> {
    let (mut parts, body) = request.into_parts();
    let member = Member::from_request_parts(&mut parts, state).await?;
    let form = Form::from_request(Request::from_parts(parts.clone(), body), state).await?;
    member.only_owner()?;
    ask_again(state, &member.signed_in, parts.uri.path(), &form).await?;
    Ok((parts, member, form))
}

fn page(signed_in: &SignedIn, path: &str, form: &Form, problem: Option<&str>) -> Markup {
    html! {
        p.lead { "Enter your password to change keys, payments or people. Nothing has been changed yet." }
        form method="post" action=(path) {
            @for (name, value) in form.iter().filter(|(name, _)| *name != PASSWORD) {
                input type="hidden" name=(name) value=(value);
            }
            (account_field(&signed_in.operator.email))
            (Field { name: PASSWORD, label: "Password", kind: "password", autocomplete: "current-password", problem, required: true, ..Field::default() }.markup())
            button.button.wide type="submit" { "Continue" }
        }
        p { a.button.quiet href="/admin" { "Cancel" } }
    }
}
