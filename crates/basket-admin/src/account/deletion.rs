//! Deletion of the own account: requested by the operator, and cancellable for two weeks.

use crate::{
    form::Form,
    parts::{Field, moment},
    refusal::Refusal,
    reply::{redirect, with_form_status},
    session::SignedIn,
    shell::bare_page,
    state::AdminState,
};
use axum::{
    extract::{Request, State},
    response::Response,
};
use basket_model::{operator::read_email, privacy::DELETION_DAYS};
use maud::{Markup, html};

/// Where it is.
pub(super) const ADDRESS: &str = "/admin/account/delete";

/// `GET /admin/account/delete`.
pub async fn read_account_deletion(
    State(state): State<AdminState>,
    signed_in: SignedIn,
) -> Result<Response, Refusal> {
    show(&state, &signed_in, None).await
}

/// `POST /admin/account/delete`.
pub async fn delete_account(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (_, signed_in, form) = super::owner(request, &state).await?;
    let operator = &signed_in.operator;
    if read_email(form.text("email")).as_ref() != Some(&operator.email) {
        return show(
            &state,
            &signed_in,
            Some("Wrong e-mail address. Enter the address that you sign in with."),
        )
        .await;
    }
    match state.store.operators().request_deletion(operator.id, false).await? {
        Some(_) => Ok(redirect(ADDRESS)),
        None => Err(Refusal::last_owner()),
    }
}

/// `POST /admin/account/keep`.
pub async fn keep_account(
    State(state): State<AdminState>,
    signed_in: SignedIn,
    _: Form,
) -> Result<Response, Refusal> {
    state.store.operators().cancel_deletion(signed_in.operator.id).await?;
    Ok(redirect(ADDRESS))
}

async fn show(
    state: &AdminState,
    signed_in: &SignedIn,
    problem: Option<&str>,
) -> Result<Response, Refusal> {
    let operators = state.store.operators();
    let owned_alone = operators.shops_owned_alone(signed_in.operator.id).await?;
    let body = html! {
        section.card {
            @if let Some(at) = operators.deletion(signed_in.operator.id).await? {
                p { "The account " strong { (signed_in.operator.email) } " will be deleted on " strong { (moment(at)) } "." }
                @if !owned_alone.is_empty() { (owned(&owned_alone, "Until then, your account is not deleted.")) }
                form method="post" action="/admin/account/keep" {
                    (signed_in.csrf_field())
                    button.button type="submit" { "Cancel deletion" }
                }
            } @else if !owned_alone.is_empty() {
                (owned(&owned_alone, "Then you can delete your account."))
            } @else {
                p {
                    "Your account, your memberships and your sessions are deleted " (DELETION_DAYS)
                    " days after your request. Until then you can cancel the deletion. Activity logs keep your actions without \
                     your e-mail address."
                }
                form method="post" action=(ADDRESS) {
                    (signed_in.csrf_field())
                    (Field { name: "email", label: "Enter your e-mail address to confirm", kind: "email", problem, required: true, ..Field::default() }.markup())
                    button.button.danger type="submit" { "Delete account" }
                }
            }
        }
        div.row { a.button.quiet href="/admin/account" { "Your account" } }
    };
    Ok(with_form_status(bare_page("Delete your account", &body), problem.is_some()))
}

fn owned(shops: &[String], then: &str) -> Markup {
    html! {
        p { "You are the only owner of " strong { (shops.join(", ")) } ". Make another member an owner, or delete the shop. " (then) }
    }
}
