//! The first operator of an empty service, by the link that it printed.

use crate::{
    entry,
    form::OpenForm,
    navigation::NavItem,
    parts::Field,
    refusal::Refusal,
    reply::with_form_status,
    session::Visit,
    shell::bare_page,
    shops::{self, Wanted},
    state::AdminState,
};
use axum::{
    extract::{Path, State},
    response::Response,
};
use basket_model::operator::{self, LinkPurpose};
use maud::html;

/// `GET /admin/setup/{token}`.
pub async fn read_setup(
    State(state): State<AdminState>,
    Path(token): Path<String>,
) -> Result<Response, Refusal> {
    check(&state, &token).await?;
    let has_shop = !state.store.shops().all().await?.is_empty();
    Ok(form(has_shop, &Typed::default()))
}

/// `POST /admin/setup/{token}`.
pub async fn set_up(
    State(state): State<AdminState>,
    Path(token): Path<String>,
    visit: Visit,
    OpenForm(fields): OpenForm,
) -> Result<Response, Refusal> {
    check(&state, &token).await?;
    let has_shop = !state.store.shops().all().await?.is_empty();
    let wanted = if has_shop { None } else { Some(shops::read(&fields)) };
    let email = operator::read_email(fields.text("email"));
    let password = fields.raw("password");
    let typed = Typed {
        name: fields.text("name"),
        currency: fields.text("currency"),
        email: fields.text("email"),
        problems: Problems {
            shop: wanted.as_ref().and_then(|wanted| wanted.as_ref().err()).copied(),
            email: email
                .is_none()
                .then_some("Enter a full e-mail address, such as ann@shop.example."),
            password: operator::password_problem(
                password,
                &[fields.text("name"), fields.text("email")],
            ),
        },
    };
    let (Some(email), None, None) = (email, typed.problems.shop, typed.problems.password) else {
        return Ok(form(has_shop, &typed));
    };
    let kept = state.passwords.hash(password.to_owned()).await?;
    if !state.store.links().set_up(&token, &email, &kept).await? {
        return Err(Refusal::link_used());
    }
    let found = state.store.operators().find(&email).await?;
    let operator = found.ok_or_else(Refusal::not_found)?.operator;
    state.store.operators().adopt_shops(operator.id).await?;
    let next = match wanted {
        Some(Ok(wanted)) => {
            shops::open(&state, &operator, wanted).await?;
            NavItem::Start.address()
        }
        _ => "/admin",
    };
    entry::enter(&state, &visit, operator.id, next).await
}

async fn check(state: &AdminState, token: &str) -> Result<(), Refusal> {
    let is_open = !state.store.operators().exist().await?
        && state.store.links().find(LinkPurpose::Setup, token).await?.is_some();
    if is_open { Ok(()) } else { Err(Refusal::link_used()) }
}

#[derive(Debug, Default)]
struct Typed<'a> {
    name: &'a str,
    currency: &'a str,
    email: &'a str,
    problems: Problems,
}

#[derive(Debug, Default)]
struct Problems {
    shop: Option<Wanted>,
    email: Option<&'static str>,
    password: Option<&'static str>,
}

fn form(has_shop: bool, typed: &Typed<'_>) -> Response {
    let Typed { name, currency, email, problems } = typed;
    let body = html! {
        p.lead { "Create your shop and your account. The next page shows how to add the basket to your site." }
        form method="post" {
            @if !has_shop { (shops::fields(name, currency, problems.shop)) }
            (Field { name: "email", label: "Your e-mail address", kind: "email", value: email, autocomplete: "username", hint: "You sign in with it. No e-mail is sent to it.", problem: problems.email, required: true, ..Field::default() }.markup())
            (Field { name: "password", label: "Password", kind: "password", autocomplete: "new-password", hint: "At least 10 characters.", problem: problems.password, required: true, ..Field::default() }.markup())
            button.button.wide type="submit" { "Create account" }
        }
    };
    let Problems { shop, email, password } = problems;
    let is_wrong = shop.is_some() || email.is_some() || password.is_some();
    with_form_status(bare_page("Welcome", &body), is_wrong)
}
