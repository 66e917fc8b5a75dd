//! Signing in and out.

use super::{
    Form, OpenForm, Refusal, asked, bare_page,
    parts::Field,
    refusal::{is_inside, sign_in_address},
    session::Visit,
    to,
};
use crate::{
    api::{Api, caller_address},
    demo, operator,
};
use axum::{
    extract::{FromRequest as _, RawQuery, Request, State},
    http::{HeaderValue, header::SET_COOKIE},
    response::Response,
};
use maud::{Markup, html};

/// `GET /admin/sign-in`.
pub(crate) async fn read_sign_in(
    State(api): State<Api>,
    visit: Visit,
    RawQuery(query): RawQuery,
) -> Result<Response, Refusal> {
    let next = next(&query.unwrap_or_default());
    if let Some(token) = &visit.token
        && api.store.session(token).await?.is_some()
    {
        return Ok(to(&next));
    }
    Ok(form(&api, &next, "", None))
}

/// `POST /admin/sign-in`.
pub(crate) async fn sign_in(
    State(api): State<Api>,
    visit: Visit,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, body) = request.into_parts();
    let next = next(parts.uri.query().unwrap_or_default());
    let household = caller_address(&parts, &api);
    let request = Request::from_parts(parts, body);
    let OpenForm(fields) = OpenForm::from_request(request, &api).await?;
    let email = operator::read_email(fields.text("email"));
    let now = api.store.now();
    if let Some(household) = household {
        api.desk.by_address.take(household, now).map_err(Refusal::wait)?;
    }
    let email = email.unwrap_or_default();
    api.desk.by_email.take(email.clone(), now).map_err(Refusal::wait)?;
    let found = api.store.operator(&email).await?;
    let (found, kept) = found.map_or((None, None), |(found, kept)| (Some(found), Some(kept)));
    let is_right = is_right(&api, fields.raw("password"), kept).await?;
    let Some(operator) = found.filter(|_| is_right) else {
        let problem = "Address and password do not belong together.";
        return Ok(form(&api, &next, fields.text("email"), Some(problem)));
    };
    enter(&api, &visit, operator.id, &next).await
}

/// `POST /admin/sign-out`.
pub(crate) async fn sign_out(
    State(api): State<Api>,
    visit: Visit,
    _: Form,
) -> Result<Response, Refusal> {
    if let Some(token) = &visit.token {
        api.store.close_session(token).await?;
    }
    Ok(with_cookie(to("/admin/sign-in"), &visit.cookie(None)))
}

/// Signs somebody in and sends them on.
pub(super) async fn enter(
    api: &Api,
    visit: &Visit,
    operator: i64,
    next: &str,
) -> Result<Response, Refusal> {
    let token = api.store.open_session(operator, visit.token.as_deref()).await?;
    Ok(with_cookie(to(next), &visit.cookie(Some(&token))))
}

pub(super) fn with_cookie(mut response: Response, cookie: &str) -> Response {
    if let Ok(cookie) = HeaderValue::try_from(cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// Whether it is that password; the demo's is worth nothing outside of the demo.
pub(super) async fn is_right(
    api: &Api,
    password: &str,
    kept: Option<String>,
) -> Result<bool, Refusal> {
    let is_refused = password == demo::PASSWORD && !api.desk.demo;
    Ok(operator::verify(password.to_owned(), kept).await? && !is_refused)
}

/// Where to go after it; never to another site.
fn next(query: &str) -> String {
    let found = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "next");
    let found = found.map(|(_, next)| next.into_owned()).filter(|next| is_inside(next));
    found.unwrap_or_else(|| "/admin".to_owned())
}

fn form(api: &Api, next: &str, email: &str, problem: Option<&str>) -> Response {
    let body = html! {
        @if let Some(problem) = problem { p.notice.bad role="alert" { (problem) } }
        form method="post" action=(sign_in_address(next)) {
            (Field { name: "email", label: "E-mail", kind: "email", value: email, autocomplete: "username", required: true, ..Field::default() }.markup())
            (Field { name: "password", label: "Password", kind: "password", autocomplete: "current-password", required: true, ..Field::default() }.markup())
            button.button.wide type="submit" { "Sign in" }
        }
        @if api.desk.demo { (demo_hint()) }
    };
    asked(bare_page("Sign in", &body), problem.is_some())
}

fn demo_hint() -> Markup {
    html! {
        p.hint { "The demo’s operator is " code { (demo::EMAIL) } " with the password " code { (demo::PASSWORD) } "." }
    }
}
