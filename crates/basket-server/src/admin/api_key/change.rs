//! What can be done on the page. Each is an owner's, and is noted.

use super::{Remark, show};
use crate::{
    admin::{Form, Member, Place, Refusal, note, to},
    api::Api,
    key::{KeyKind, NewKey},
    shop::{Checkout, ShopChange, read_address, read_origin},
};
use axum::{
    extract::{FromRequest as _, FromRequestParts as _, Request, State},
    http::request::Parts,
    response::Response,
};
use std::time::Duration;

/// How many origins a shop may have.
const MOST_ORIGINS: usize = 100;

/// An owner with a form of theirs.
async fn owner(request: Request, api: &Api) -> Result<(Parts, Member, Form), Refusal> {
    let (mut parts, body) = request.into_parts();
    let member = Member::from_request_parts(&mut parts, api).await?;
    let form = Form::from_request(Request::from_parts(parts.clone(), body), api).await?;
    member.only_owner()?;
    Ok((parts, member, form))
}

fn back() -> Response {
    to(Place::ApiKey.address())
}

/// `POST …/api-key/create`. A secret key is shown here and never again.
pub(crate) async fn create_key(
    State(api): State<Api>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, member, form) = owner(request, &api).await?;
    let kind = kind(form.text("kind"));
    let key = NewKey::random(kind)?;
    api.store.create_key(member.shop.id, key.clone()).await?;
    note(&api, &member, "key.created", &key.name).await?;
    answer(&api, &parts, &member, kind, &key).await
}

/// `POST …/api-key/rotate`: a successor, and an end for the key.
pub(crate) async fn rotate_key(
    State(api): State<Api>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, member, form) = owner(request, &api).await?;
    let name = form.text("key");
    let keys = api.store.keys(member.shop.id).await?;
    let found = keys.iter().find(|key| key.name == name).ok_or_else(Refusal::not_found)?;
    let key = NewKey::random(found.kind)?;
    let overlap = days(form.text("days"));
    if !api.store.rotate_key(member.shop.id, name, key.clone(), overlap).await? {
        return Err(Refusal::not_found());
    }
    note(&api, &member, "key.rotated", name).await?;
    answer(&api, &parts, &member, found.kind, &key).await
}

async fn answer(
    api: &Api,
    parts: &Parts,
    member: &Member,
    kind: KeyKind,
    key: &NewKey,
) -> Result<Response, Refusal> {
    if kind == KeyKind::Publishable {
        return Ok(back());
    }
    show(api, parts, member, &Remark { secret: Some(key.text()), ..Remark::default() }).await
}

/// `POST …/api-key/revoke`.
pub(crate) async fn revoke_key(
    State(api): State<Api>,
    request: Request,
) -> Result<Response, Refusal> {
    let (_, member, form) = owner(request, &api).await?;
    let name = form.text("key");
    if !api.store.revoke_key(member.shop.id, name).await? {
        return Err(Refusal::not_found());
    }
    note(&api, &member, "key.revoked", name).await?;
    Ok(back())
}

/// `POST …/api-key/origins`.
pub(crate) async fn change_origins(
    State(api): State<Api>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, member, form) = owner(request, &api).await?;
    let typed = form.raw("origins");
    let lines: Vec<&str> = typed.split_whitespace().collect();
    let read: Vec<_> = lines.iter().map(|line| (line, read_origin(line))).collect();
    let problem = match read.iter().find(|(_, origin)| origin.is_none()) {
        Some((line, _)) => Some(format!("{line} is no origin. Write https://shop.example.")),
        None if read.len() > MOST_ORIGINS => Some("Use at most 100 origins.".to_owned()),
        None => None,
    };
    if let Some(problem) = problem {
        let remark = Remark { origins: Some((typed, problem)), ..Remark::default() };
        return show(&api, &parts, &member, &remark).await;
    }
    let origins: Vec<String> = read.into_iter().filter_map(|(_, origin)| origin).collect();
    let subject = origins.join(" ");
    let change = ShopChange { origins: Some(origins), ..ShopChange::default() };
    api.store.change_shop(member.shop.id, change).await?;
    note(&api, &member, "origins.changed", &subject).await?;
    Ok(back())
}

/// `POST …/api-key/checkout`.
pub(crate) async fn change_checkout(
    State(api): State<Api>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, member, form) = owner(request, &api).await?;
    let checkout = Checkout::parse(form.text("checkout")).unwrap_or_default();
    let typed = form.text("address");
    let address = read_address(typed);
    let is_wrong = address.is_none() && (checkout == Checkout::External || !typed.is_empty());
    if is_wrong {
        let problem = "Write the address in full, such as https://shop.example/checkout.";
        let remark = Remark { checkout: Some((typed, problem)), ..Remark::default() };
        return show(&api, &parts, &member, &remark).await;
    }
    let terms = form.text("terms");
    let read_terms = read_address(terms);
    if read_terms.is_none() && !terms.is_empty() {
        let problem = "Write the address in full, such as https://shop.example/terms.";
        let remark = Remark { terms: Some((terms, problem)), ..Remark::default() };
        return show(&api, &parts, &member, &remark).await;
    }
    let designs = api.store.designs(member.shop.id).await?;
    let design = designs.iter().map(|design| &*design.name).find(|it| *it == form.raw("design"));
    api.store.set_checkout(member.shop.id, checkout, address.as_deref()).await?;
    api.store.set_hosted_checkout(member.shop.id, read_terms.as_deref(), design).await?;
    note(&api, &member, "checkout.changed", checkout.name()).await?;
    Ok(back())
}

/// `POST …/api-key/webhook`.
pub(crate) async fn change_webhook(
    State(api): State<Api>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, member, form) = owner(request, &api).await?;
    let typed = form.text("webhook");
    let address = read_address(typed);
    if address.is_none() && !typed.is_empty() {
        let problem = "Write the address in full, such as https://shop.example/hooks.";
        let remark = Remark { webhook: Some((typed, problem)), ..Remark::default() };
        return show(&api, &parts, &member, &remark).await;
    }
    api.store.set_webhook(member.shop.id, address.as_deref()).await?;
    note(&api, &member, "webhook.changed", address.as_deref().unwrap_or_default()).await?;
    Ok(back())
}

/// `POST …/api-key/webhook-secret`.
pub(crate) async fn rotate_webhook_secret(
    State(api): State<Api>,
    request: Request,
) -> Result<Response, Refusal> {
    let (_, member, form) = owner(request, &api).await?;
    if !api.store.rotate_webhook_secret(member.shop.id, days(form.text("days"))).await? {
        return Err(Refusal::not_found());
    }
    note(&api, &member, "webhook.secret_rotated", "").await?;
    Ok(back())
}

fn kind(name: &str) -> KeyKind {
    if name == "secret" { KeyKind::Secret } else { KeyKind::Publishable }
}

/// How long the old one stays good; a week where nothing sensible was said.
fn days(text: &str) -> Duration {
    let days = text.parse::<u64>().unwrap_or(7).min(365);
    Duration::from_hours(24 * days)
}
