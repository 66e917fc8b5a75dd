//! The account of the signed-in operator: password, second factors and sessions.

mod app;
mod passkeys;
mod recovery;
mod sessions;

pub use app::{add_app, read_new_app, remove_app};
pub use passkeys::{add_passkey, read_new_passkey, remove_passkey};
pub use recovery::new_recovery_codes;
pub use sessions::{end_session, sign_out_everywhere};

mod deletion;

pub use deletion::{delete_account, keep_account, read_account_deletion};

use crate::{
    ask_again::ask_again,
    entry,
    form::Form,
    parts::{Field, account_field},
    query::Query,
    refusal::Refusal,
    reply::with_form_status,
    session::{SignedIn, Visit},
    shell::bare_page,
    state::AdminState,
};
use axum::{
    extract::{FromRequest as _, FromRequestParts as _, Request, State},
    response::Response,
};
use basket_model::operator;
use maud::html;

/// Where it is.
const ADDRESS: &str = "/admin/account";

/// What there is to say on top of what is kept.
#[derive(Debug, Default)]
struct Remark<'a> {
    /// What is wrong with the password that was typed as the current one.
    current: Option<&'a str>,
    /// What is wrong with the new one.
    new: Option<&'a str>,
    /// Recovery codes that are shown this once.
    codes: Option<&'a [String]>,
    /// Whether a shop asks for more than a password.
    is_factor_needed: bool,
}

/// `GET /admin/account`.
pub async fn read_account(
    State(state): State<AdminState>,
    visit: Visit,
    signed_in: SignedIn,
    query: Query,
) -> Result<Response, Refusal> {
    let is_factor_needed = query.get("second_factor").is_some();
    show(&state, &visit, &signed_in, &Remark { is_factor_needed, ..Remark::default() }).await
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
    let kept = state.store.operators().find(email).await?.map(|account| account.password);
    if !entry::is_right(&state, form.raw("current"), kept).await? {
        tracing::warn!(account = email, from = visit.whence.address, "wrong password");
        let remark = Remark { current: Some("Wrong password."), ..Remark::default() };
        return show(&state, &visit, &signed_in, &remark).await;
    }
    let words = words_of(&state, signed_in.operator.id, email).await?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let Some(problem) = operator::password_problem(form.raw("password"), &words) {
        let remark = Remark { new: Some(problem), ..Remark::default() };
        return show(&state, &visit, &signed_in, &remark).await;
    }
    let kept = state.passwords.hash(form.raw("password").to_owned()).await?;
    state.store.operators().set_password(signed_in.operator.id, &kept).await?;
    entry::enter(&state, &visit, signed_in.operator.id, ADDRESS).await
}

/// What a stranger knows of an operator, so that their password must not consist of it: the address, and the names of
/// their shops.
pub(crate) async fn words_of(
    state: &AdminState,
    operator: i64,
    email: &str,
) -> Result<Vec<String>, Refusal> {
    let shops = state.store.operators().memberships(operator).await?;
    let names = shops.into_iter().map(|shop| shop.name);
    Ok(names.chain([email.to_owned()]).collect())
}

/// A signed-in operator with a form, who has entered the password recently.
async fn owner(request: Request, state: &AdminState) -> Result<(Visit, SignedIn, Form), Refusal> {
    let (mut parts, body) = request.into_parts();
    let visit = Visit::from_request(&parts, state);
    let signed_in = SignedIn::from_request_parts(&mut parts, state).await?;
    let path = parts.uri.path().to_owned();
    let form = Form::from_request(Request::from_parts(parts, body), state).await?;
    ask_again(state, &signed_in, &path, &form).await?;
    Ok((visit, signed_in, form))
}

async fn show(
    state: &AdminState,
    visit: &Visit,
    signed_in: &SignedIn,
    remark: &Remark<'_>,
) -> Result<Response, Refusal> {
    let Remark { current, new, codes, is_factor_needed } = *remark;
    let found = state.store.operators().account(signed_in.operator.id).await?;
    let found = found.ok_or_else(Refusal::not_found)?;
    let body = html! {
        @if let Some(codes) = codes { (recovery::shown(codes)) }
        @if is_factor_needed && !found.has_second_factor() {
            p.notice.bad role="alert" { "One of your shops requires a second factor. Add an authenticator app or a passkey to open it." }
        }
        section.card aria-labelledby="password-title" {
            h2 #password-title { "Password" }
            form method="post" action="/admin/account/password" {
                (signed_in.csrf_field())
                (account_field(&signed_in.operator.email))
                (Field { name: "current", label: "Current password", kind: "password", autocomplete: "current-password", problem: current, required: true, ..Field::default() }.markup())
                (Field { name: "password", label: "New password", kind: "password", autocomplete: "new-password", hint: "At least 10 characters. All other browsers are signed out.", problem: new, required: true, ..Field::default() }.markup())
                button.button type="submit" { "Change password" }
            }
        }
        (app::section(signed_in, found.has_app))
        (passkeys::section(state, visit, signed_in).await?)
        @if found.has_second_factor() { (recovery::section(state, signed_in).await?) }
        (sessions::section(state, signed_in).await?)
        div.row {
            a.button.quiet href="/admin/shops" { "Your shops" }
            a.button.quiet.danger href=(deletion::ADDRESS) { "Delete account…" }
        }
    };
    Ok(with_form_status(bare_page("Your account", &body), current.or(new).is_some()))
}
