//! Password reset: a link by mail.

use crate::{
    form::OpenForm,
    parts::Field,
    refusal::Refusal,
    shell::bare_page,
    state::{AdminState, OperatorMail, SendMail},
};
use axum::{extract::State, response::Response};
use basket_model::operator::{self, LinkPurpose};
use maud::html;
use std::time::Duration;

/// How long the link is good.
const LIFETIME: Duration = Duration::from_hours(1);

/// `GET /admin/password`.
pub async fn read_reset(State(state): State<AdminState>) -> Result<Response, Refusal> {
    mailer(&state)?;
    let body = html! {
        p.lead { "Enter the e-mail address that you sign in with. If it has an account, you get a link to choose a new password." }
        form method="post" action="/admin/password" {
            (Field { name: "email", label: "E-mail address", kind: "email", autocomplete: "username", required: true, ..Field::default() }.markup())
            button.button.wide type="submit" { "Send link" }
        }
        p { a href="/admin/sign-in" { "Back to sign-in" } }
    };
    Ok(bare_page("Forgot your password?", &body))
}

/// `POST /admin/password`. Nobody learns by it who has an account: the answer is the same, and as quick.
pub async fn ask_for_reset(
    State(state): State<AdminState>,
    OpenForm(form): OpenForm,
) -> Result<Response, Refusal> {
    let mailer = mailer(&state)?;
    let now = state.store.ticks();
    let email = operator::read_email(form.text("email")).unwrap_or_default();
    if state.resets.take(email.clone(), now).is_ok() {
        let state = state.clone();
        tokio::spawn(async move {
            if let Err(refusal) = send(&state, &mailer, &email).await {
                tracing::warn!(?refusal, "cannot create password link");
            }
        });
    }
    let body = html! {
        p { "If this address has an account, we have sent it a link. The link works once and expires after an hour." }
        p { "No e-mail? Check the address and your spam folder. After several attempts, wait an hour." }
        p { a href="/admin/sign-in" { "Back to sign-in" } }
    };
    Ok(bare_page("Check your e-mail", &body))
}

/// Whether a link can be sent: only where the host has said by which address people reach the service. A request may
/// name any host, and the link would lead there.
pub(crate) fn is_possible(state: &AdminState) -> bool {
    state.settings.send_mail.is_some() && state.public().is_some()
}

fn mailer(state: &AdminState) -> Result<SendMail, Refusal> {
    let mailer = state.settings.send_mail.clone().filter(|_| is_possible(state));
    mailer.ok_or_else(Refusal::not_found)
}

async fn send(state: &AdminState, mailer: &SendMail, email: &str) -> Result<(), Refusal> {
    let account = state.store.operators().find(email).await?;
    let Some(account) = account.filter(|account| !account.is_disabled) else { return Ok(()) };
    let (purpose, operator) = (LinkPurpose::Password, Some(account.operator.id));
    let token = state.store.links().create(purpose, None, operator, LIFETIME).await?;
    let link = format!("{}/admin/password/{token}", state.public().unwrap_or_default());
    let text = format!(
        "A new password was requested for {email}, most likely by you.\n\n\
         Choose it within an hour:\n{link}\n\n\
         If it was not you, ignore this e-mail. Your password stays the same.\n"
    );
    let subject = "Choose a new password".to_owned();
    mailer.0(OperatorMail { to: account.operator.email, subject, text });
    Ok(())
}
