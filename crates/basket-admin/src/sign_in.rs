//! Signing in and out.

use crate::{
    entry::{inside, is_right, note_failure, with_cookie},
    form::{Form, OpenForm},
    parts::Field,
    passkey,
    query::Query,
    refusal::{Refusal, sign_in_address},
    reply::{redirect, with_form_status},
    reset,
    second_step::go_on,
    session::Visit,
    shell::bare_page,
    state::AdminState,
};
use axum::{
    extract::{FromRequest as _, Request, State},
    response::Response,
};
use basket_model::operator::{self, DEMO_EMAIL, DEMO_PASSWORD};
use basket_web::{caller::caller_network, fields::Fields};
use maud::{Markup, html};

/// `GET /admin/sign-in`.
pub async fn read_sign_in(
    State(state): State<AdminState>,
    visit: Visit,
    query: Query,
) -> Result<Response, Refusal> {
    let next = inside(query.get("next"));
    if let Some(token) = &visit.token
        && state.store.sessions().find(token).await?.is_some()
    {
        return Ok(redirect(&next));
    }
    Ok(form(&state, &visit, &next, "", None))
}

/// `POST /admin/sign-in`.
pub async fn sign_in(
    State(state): State<AdminState>,
    visit: Visit,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, body) = request.into_parts();
    let next = inside(Fields::from_query(&parts.uri).get("next"));
    let client_network = caller_network(&parts, state.settings.proxies);
    let request = Request::from_parts(parts, body);
    let OpenForm(fields) = OpenForm::from_request(request, &state).await?;
    let email = operator::read_email(fields.text("email"));
    let now = state.store.ticks();
    if let Some(client_network) = client_network {
        state.guesses_by_network.take(client_network, now).map_err(Refusal::wait)?;
    }
    let email = email.unwrap_or_default();
    state.guesses_by_email.take(email.clone(), now).map_err(Refusal::wait)?;
    let found = state.store.operators().find(&email).await?;
    let kept = found.as_ref().map(|account| account.password.clone());
    let is_right = is_right(&state, fields.raw("password"), kept).await?;
    // What is no account may be anything, a password in the wrong field too.
    let address = found.as_ref().map_or("", |account| &account.operator.email).to_owned();
    let from = &visit.whence.address;
    let Some(account) = found.as_ref().filter(|_| is_right) else {
        tracing::warn!(account = address, from, "sign-in failed");
        if let Some(account) = &found {
            note_failure(&state, account, &visit).await?;
        }
        let problem = "Wrong e-mail address or password.";
        return Ok(form(&state, &visit, &next, fields.text("email"), Some(problem)));
    };
    // Only wrong ones count: a whole office may sign in from one address.
    state.guesses_by_email.give_back(&email);
    if let Some(client_network) = client_network {
        state.guesses_by_network.give_back(&client_network);
    }
    go_on(&state, &visit, account, &next).await
}

/// `POST /admin/sign-out`.
pub async fn sign_out(
    State(state): State<AdminState>,
    visit: Visit,
    _: Form,
) -> Result<Response, Refusal> {
    if let Some(token) = &visit.token {
        state.store.sessions().close(token).await?;
    }
    Ok(with_cookie(redirect("/admin/sign-in"), &visit.cookie(None)))
}

fn form(
    state: &AdminState,
    visit: &Visit,
    next: &str,
    email: &str,
    problem: Option<&str>,
) -> Response {
    let body = html! {
        @if let Some(problem) = problem { p.notice.bad role="alert" { (problem) } }
        form method="post" action=(sign_in_address(next)) {
            (Field { name: "email", label: "E-mail address", kind: "email", value: email, autocomplete: "username", required: true, ..Field::default() }.markup())
            (Field { name: "password", label: "Password", kind: "password", autocomplete: "current-password", required: true, ..Field::default() }.markup())
            button.button.wide type="submit" { "Sign in" }
        }
        (passkey::sign_in_form(visit, next))
        @if reset::is_possible(state) {
            p { a href="/admin/password" { "Forgot your password?" } }
        }
        @if state.settings.demo { (demo_hint()) }
    };
    with_form_status(bare_page("Sign in", &body), problem.is_some())
}

fn demo_hint() -> Markup {
    html! {
        p.hint { "The demo’s operator is " code { (DEMO_EMAIL) } " with the password " code { (DEMO_PASSWORD) } "." }
    }
}
