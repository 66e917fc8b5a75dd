//! The second step of signing in: a code of an app, a code on paper, or a passkey.

use crate::{
    entry, form::OpenForm, parts::Field, passkey, refusal::Refusal, reply::with_form_status,
    session::Visit, shell::bare_page, state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_model::operator::{Account, AuthenticatorApp, RecoveryCodes};
use basket_store::ChallengePurpose;
use maud::html;

/// Continues after a correct password: to the second step, if there is one, or else in.
pub(crate) async fn go_on(
    state: &AdminState,
    visit: &Visit,
    account: &Account,
    next: &str,
) -> Result<Response, Refusal> {
    if account.is_disabled {
        return Err(Refusal::disabled());
    }
    if !account.has_second_factor() {
        return entry::enter(state, visit, account.operator.id, next).await;
    }
    let (purpose, operator) = (ChallengePurpose::SecondStep, Some(account.operator.id));
    let challenge = state.store.challenges().begin(purpose, operator, "").await?;
    Ok(page(visit, account, &challenge, next, None))
}

/// `POST /admin/sign-in/code`.
pub async fn check_code(
    State(state): State<AdminState>,
    visit: Visit,
    OpenForm(form): OpenForm,
) -> Result<Response, Refusal> {
    let (challenge, next) = (form.text("challenge"), entry::inside(form.get("next")));
    let found = state.store.challenges().find(ChallengePurpose::SecondStep, challenge).await?;
    let operator = found.and_then(|found| found.operator).ok_or_else(Refusal::sign_in_expired)?;
    let account = state.store.operators().account(operator).await?;
    let account = account.filter(|account| !account.is_disabled);
    let account = account.ok_or_else(Refusal::sign_in_expired)?;
    let email = &account.operator.email;
    state.guesses_by_email.take(email.clone(), state.store.ticks()).map_err(Refusal::wait)?;
    if !is_right(&state, operator, form.text("code")).await? {
        tracing::warn!(account = email, from = visit.whence.address, "wrong code");
        entry::note_failure(&state, &account, &visit).await?;
        let problem = "Wrong code, or already used. Wait for the next code and enter it.";
        return Ok(page(&visit, &account, challenge, &next, Some(problem)));
    }
    state.guesses_by_email.give_back(email);
    let finished = state.store.challenges().finish(ChallengePurpose::SecondStep, challenge).await?;
    finished.ok_or_else(Refusal::sign_in_expired)?;
    entry::enter(&state, &visit, operator, &next).await
}

/// Whether it is a code of the operator's app, or one of their recovery codes; either is valid once.
async fn is_right(state: &AdminState, operator: i64, typed: &str) -> Result<bool, Refusal> {
    let factors = state.store.second_factors();
    if let Some(code) = RecoveryCodes::read(typed) {
        return Ok(factors.use_recovery_code(operator, &code).await?);
    }
    let app = factors.app_secret(operator).await?.and_then(|it| AuthenticatorApp::parse(&it));
    match app.and_then(|app| app.check(typed, state.store.now())) {
        Some(step) => Ok(factors.use_app(operator, step).await?),
        None => Ok(false),
    }
}

fn page(
    visit: &Visit,
    account: &Account,
    challenge: &str,
    next: &str,
    problem: Option<&str>,
) -> Response {
    let (label, hint) = if account.has_app {
        ("Code", "Six digits from your authenticator app, or one of your recovery codes.")
    } else {
        ("Recovery code", "One of the recovery codes that you saved.")
    };
    let body = html! {
        p.lead { "Confirm your identity with a second factor." }
        @if account.has_passkey { (passkey::sign_in_form(visit, next)) }
        form method="post" action="/admin/sign-in/code" {
            input type="hidden" name="challenge" value=(challenge);
            input type="hidden" name="next" value=(next);
            (Field { name: "code", label, autocomplete: "one-time-code", hint, problem, required: true, ..Field::default() }.markup())
            button.button.wide type="submit" { "Sign in" }
        }
        p { a href="/admin/sign-in" { "Back to sign-in" } }
    };
    with_form_status(bare_page("Sign in", &body), problem.is_some())
}
