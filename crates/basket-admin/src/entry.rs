//! The last step of every way of signing in.

use crate::{
    refusal::{Refusal, is_inside},
    reply::redirect,
    session::Visit,
    state::AdminState,
};
use axum::{
    http::{HeaderValue, header::SET_COOKIE},
    response::Response,
};
use basket_model::operator::{Account, DEMO_PASSWORD};
use basket_store::Whence;

/// Signs an operator in who has proved who they are, and redirects them.
pub(crate) async fn enter(
    state: &AdminState,
    visit: &Visit,
    operator: i64,
    next: &str,
) -> Result<Response, Refusal> {
    let Visit { token: before, whence, .. } = visit;
    let token = state.store.sessions().open(operator, before.as_deref(), whence).await?;
    tracing::info!(operator, from = whence.address, "operator signed in");
    note(state, operator, "session.opened", visit).await?;
    Ok(with_cookie(redirect(next), &visit.cookie(Some(&token))))
}

/// Records a failed sign-in in the activity of the account's shops; at most once an hour.
pub(crate) async fn note_failure(
    state: &AdminState,
    account: &Account,
    visit: &Visit,
) -> Result<(), Refusal> {
    let email = account.operator.email.clone();
    if state.noted_failures.take(email, state.store.ticks()).is_err() {
        return Ok(());
    }
    note(state, account.operator.id, "session.refused", visit).await
}

async fn note(
    state: &AdminState,
    operator: i64,
    action: &str,
    visit: &Visit,
) -> Result<(), Refusal> {
    let Whence { browser, address } = &visit.whence;
    let subject = format!("{browser}, {address}");
    Ok(state.store.activity().record_in_all_shops(operator, action, &subject).await?)
}

pub(crate) fn with_cookie(mut response: Response, cookie: &str) -> Response {
    if let Ok(cookie) = HeaderValue::try_from(cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// Whether it is that password; the demo's is worth nothing outside of the demo.
pub(crate) async fn is_right(
    state: &AdminState,
    password: &str,
    kept: Option<String>,
) -> Result<bool, Refusal> {
    let is_refused = password == DEMO_PASSWORD && !state.settings.demo;
    Ok(state.passwords.verify(password.to_owned(), kept).await? && !is_refused)
}

/// Where to go after it; never to another site.
pub(crate) fn inside(next: Option<&str>) -> String {
    next.filter(|next| is_inside(next)).unwrap_or("/admin").to_owned()
}
