//! Joining a shop, or choosing a new password, by a link that works once.

use crate::{
    account::words_of,
    entry,
    form::OpenForm,
    parts::{Field, account_field},
    refusal::Refusal,
    reply::with_form_status,
    second_step::go_on,
    session::Visit,
    shell::bare_page,
    state::AdminState,
};
use axum::{
    extract::{Path, State},
    response::Response,
};
use basket_model::operator::{self, LinkPurpose, Role};
use basket_store::Link;
use maud::html;

/// `GET /admin/join/{token}`.
pub async fn read_join(
    State(state): State<AdminState>,
    Path(token): Path<String>,
) -> Result<Response, Refusal> {
    let link = find(&state, LinkPurpose::Join, &token).await?;
    Ok(invitation(&link, "", None, None))
}

/// `POST /admin/join/{token}`: for a new account, or an existing one.
pub async fn join(
    State(state): State<AdminState>,
    Path(token): Path<String>,
    visit: Visit,
    OpenForm(form): OpenForm,
) -> Result<Response, Refusal> {
    let link = find(&state, LinkPurpose::Join, &token).await?;
    let (typed, password) = (form.text("email"), form.raw("password"));
    let Some(email) = operator::read_email(typed) else {
        let problem = "Enter a full e-mail address, such as ann@shop.example.";
        return Ok(invitation(&link, typed, Some(problem), None));
    };
    // A link shall not be good for trying out who has an account here.
    let now = state.store.ticks();
    state.guesses_by_link.take(token.clone(), now).map_err(Refusal::wait)?;
    state.guesses_by_email.take(email.clone(), now).map_err(Refusal::wait)?;
    let is_in = if let Some(found) = state.store.operators().find(&email).await? {
        if !entry::is_right(&state, password, Some(found.password)).await? {
            tracing::warn!(account = email, from = visit.whence.address, "wrong password");
            let problem = "This e-mail address already has an account. Enter its password.";
            return Ok(invitation(&link, typed, None, Some(problem)));
        }
        state.store.links().join(&token, &link, found.operator.id).await?
    } else {
        let shop = link.shop.as_ref().map_or("", |(_, name)| name);
        if let Some(problem) = operator::password_problem(password, &[&email, shop]) {
            return Ok(invitation(&link, typed, None, Some(problem)));
        }
        let kept = state.passwords.hash(password.to_owned()).await?;
        state.store.links().join_new(&token, &link, &email, &kept).await?
    };
    let found = state.store.operators().find(&email).await?.filter(|_| is_in);
    let (Some(account), Some((shop, _))) = (found, &link.shop) else {
        return Err(Refusal::link_used());
    };
    let (role, email) = (link.role.map_or("", Role::name), &account.operator.email);
    state.store.activity().record(*shop, email, "person.joined", role).await?;
    go_on(&state, &visit, &account, "/admin").await
}

/// `GET /admin/password/{token}`.
pub async fn read_password(
    State(state): State<AdminState>,
    Path(token): Path<String>,
) -> Result<Response, Refusal> {
    let link = find(&state, LinkPurpose::Password, &token).await?;
    Ok(new_password(&link, None))
}

/// `POST /admin/password/{token}`.
pub async fn set_password(
    State(state): State<AdminState>,
    Path(token): Path<String>,
    visit: Visit,
    OpenForm(form): OpenForm,
) -> Result<Response, Refusal> {
    let link = find(&state, LinkPurpose::Password, &token).await?;
    let password = form.raw("password");
    let operator = link.operator.clone().ok_or_else(Refusal::link_used)?;
    let words = words_of(&state, operator.id, &operator.email).await?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let Some(problem) = operator::password_problem(password, &words) {
        return Ok(new_password(&link, Some(problem)));
    }
    let kept = state.passwords.hash(password.to_owned()).await?;
    if !state.store.links().reset_password(&token, operator.id, &kept).await? {
        return Err(Refusal::link_used());
    }
    let account = state.store.operators().account(operator.id).await?;
    go_on(&state, &visit, &account.ok_or_else(Refusal::link_used)?, "/admin").await
}

async fn find(state: &AdminState, purpose: LinkPurpose, token: &str) -> Result<Link, Refusal> {
    state.store.links().find(purpose, token).await?.ok_or_else(Refusal::link_used)
}

fn invitation(link: &Link, typed: &str, email: Option<&str>, password: Option<&str>) -> Response {
    let shop = link.shop.as_ref().map_or("", |(_, name)| name);
    let body = html! {
        p.lead { "You are invited to join the shop " strong { (shop) } ", as " (link.role.map_or("", Role::name)) "." }
        form method="post" {
            (Field { name: "email", label: "Your e-mail address", kind: "email", value: typed, autocomplete: "username", problem: email, required: true, ..Field::default() }.markup())
            (Field { name: "password", label: "Password", kind: "password", autocomplete: "new-password", hint: "If you already have an account here, enter its password. Otherwise choose one with at least 10 characters.", problem: password, required: true, ..Field::default() }.markup())
            button.button.wide type="submit" { "Join" }
        }
    };
    with_form_status(bare_page("Join a shop", &body), email.or(password).is_some())
}

fn new_password(link: &Link, problem: Option<&str>) -> Response {
    let email = link.operator.as_ref().map_or("", |operator| &operator.email);
    let body = html! {
        form method="post" {
            (account_field(email))
            (Field { name: "password", label: "New password", kind: "password", autocomplete: "new-password", hint: "At least 10 characters.", problem, required: true, ..Field::default() }.markup())
            button.button.wide type="submit" { "Set password" }
        }
    };
    with_form_status(bare_page("New password", &body), problem.is_some())
}
