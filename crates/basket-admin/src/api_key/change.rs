//! What can be done on the page. Each is an owner's, and is noted.

use super::{Remark, show};
use crate::{
    activity::record_activity, ask_again::owner, member::Member, navigation::NavItem,
    refusal::Refusal, reply::redirect, state::AdminState,
};
use axum::{
    extract::{Request, State},
    http::request::Parts,
    response::Response,
};
use basket_model::{
    key::{KeyKind, NewKey, Rights, Scope},
    shop::{Checkout, ShopChange, read_address, read_origin},
};
use basket_store::CheckoutChoice;
use std::time::Duration;

/// How many origins a shop may have.
const MOST_ORIGINS: usize = 100;

pub(super) fn back() -> Response {
    redirect(NavItem::ApiKey.address())
}

/// `POST …/api-key/create`. A secret key is shown here and never again.
pub async fn create_key(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, member, form) = owner(request, &state).await?;
    let kind = kind(form.text("kind"));
    let scopes = form.all("scope").filter_map(Scope::parse).collect();
    let key = NewKey::random(kind)?.with_rights(Rights::new(scopes));
    state.store.keys().create(member.shop.id, key.clone()).await?;
    record_activity(&state, &member, "key.created", &key.name).await?;
    answer(&state, &parts, &member, kind, &key).await
}

/// `POST …/api-key/rotate`: a successor, and an end for the key.
pub async fn rotate_key(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, member, form) = owner(request, &state).await?;
    let name = form.text("key");
    let keys = state.store.keys().all(member.shop.id).await?;
    let found = keys.iter().find(|key| key.name == name).ok_or_else(Refusal::not_found)?;
    let key = NewKey::random(found.kind)?.with_rights(found.rights.clone());
    let overlap = days(form.text("days"));
    if !state.store.keys().rotate(member.shop.id, name, key.clone(), overlap).await? {
        return Err(Refusal::not_found());
    }
    record_activity(&state, &member, "key.rotated", name).await?;
    answer(&state, &parts, &member, found.kind, &key).await
}

async fn answer(
    state: &AdminState,
    parts: &Parts,
    member: &Member,
    kind: KeyKind,
    key: &NewKey,
) -> Result<Response, Refusal> {
    if kind == KeyKind::Publishable {
        return Ok(back());
    }
    show(state, parts, member, &Remark { secret: Some(key.text()), ..Remark::default() }).await
}

/// `POST …/api-key/revoke`.
pub async fn revoke_key(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (_, member, form) = owner(request, &state).await?;
    let name = form.text("key");
    if !state.store.keys().revoke(member.shop.id, name).await? {
        return Err(Refusal::not_found());
    }
    record_activity(&state, &member, "key.revoked", name).await?;
    Ok(back())
}

/// `POST …/api-key/origins`.
pub async fn change_origins(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, member, form) = owner(request, &state).await?;
    let typed = form.raw("origins");
    let lines: Vec<&str> = typed.split_whitespace().collect();
    let read: Vec<_> = lines.iter().map(|line| (line, read_origin(line))).collect();
    let problem = match read.iter().find(|(_, origin)| origin.is_none()) {
        Some((line, _)) => Some(format!(
            "{line} is not an origin. Enter scheme and host, such as https://shop.example."
        )),
        None if read.len() > MOST_ORIGINS => Some("Enter at most 100 origins.".to_owned()),
        None => None,
    };
    if let Some(problem) = problem {
        let remark = Remark { origins: Some((typed, problem)), ..Remark::default() };
        return show(&state, &parts, &member, &remark).await;
    }
    let origins: Vec<String> = read.into_iter().filter_map(|(_, origin)| origin).collect();
    let subject = origins.join(" ");
    let change = ShopChange { origins: Some(origins), ..ShopChange::default() };
    state.store.shops().change(member.shop.id, change).await?;
    record_activity(&state, &member, "origins.changed", &subject).await?;
    Ok(back())
}

/// `POST …/api-key/checkout`.
pub async fn change_checkout(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, member, form) = owner(request, &state).await?;
    let checkout = Checkout::parse(form.text("checkout")).unwrap_or_default();
    let typed = form.text("address");
    let address = read_address(typed);
    let is_wrong = address.is_none() && (checkout == Checkout::External || !typed.is_empty());
    if is_wrong {
        let problem = "Enter the full address, such as https://shop.example/checkout.";
        let remark = Remark { checkout: Some((typed, problem)), ..Remark::default() };
        return show(&state, &parts, &member, &remark).await;
    }
    let terms = form.text("terms");
    let read_terms = read_address(terms);
    if read_terms.is_none() && !terms.is_empty() {
        let problem = "Enter the full address, such as https://shop.example/terms.";
        let remark = Remark { terms: Some((terms, problem)), ..Remark::default() };
        return show(&state, &parts, &member, &remark).await;
    }
    let designs = state.store.designs().all(member.shop.id).await?;
    let design = designs.iter().map(|design| &*design.name).find(|it| *it == form.raw("design"));
    let choice = CheckoutChoice {
        checkout,
        address: address.as_deref(),
        terms: read_terms.as_deref(),
        design,
    };
    state.store.shops().set_checkout(member.shop.id, &choice).await?;
    record_activity(&state, &member, "checkout.changed", checkout.name()).await?;
    Ok(back())
}

/// `POST …/api-key/handover-secret`.
pub async fn rotate_handover_secret(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (_, member, form) = owner(request, &state).await?;
    let overlap = days(form.text("days"));
    state.store.shops().rotate_handover_secret(member.shop.id, overlap).await?;
    record_activity(&state, &member, "checkout.secret_rotated", "").await?;
    Ok(back())
}

/// `POST …/api-key/webhook`.
pub async fn change_webhook(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, member, form) = owner(request, &state).await?;
    let typed = form.text("webhook");
    let address = read_address(typed);
    if address.is_none() && !typed.is_empty() {
        let problem = "Enter the full address, such as https://shop.example/hooks.";
        let remark = Remark { webhook: Some((typed, problem)), ..Remark::default() };
        return show(&state, &parts, &member, &remark).await;
    }
    state.store.shops().set_webhook(member.shop.id, address.as_deref()).await?;
    record_activity(&state, &member, "webhook.changed", address.as_deref().unwrap_or_default())
        .await?;
    Ok(back())
}

/// `POST …/api-key/webhook-secret`.
pub async fn rotate_webhook_secret(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (_, member, form) = owner(request, &state).await?;
    if !state.store.shops().rotate_webhook_secret(member.shop.id, days(form.text("days"))).await? {
        return Err(Refusal::not_found());
    }
    record_activity(&state, &member, "webhook.secret_rotated", "").await?;
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
