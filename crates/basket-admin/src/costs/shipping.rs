//! `/admin/settings/shipping`: the shop's country, its minimum order value, and where it delivers to.

mod draft;
mod fields;

use super::{
    example::Example,
    kept_rules, outcome,
    problems::{Problems, Typed},
};
use crate::{
    activity::record_activity,
    form::Form,
    frame::page,
    member::Member,
    navigation::NavItem,
    query::Query,
    refusal::Refusal,
    reply::{redirect, with_form_status},
    state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_web::fields::with_query;
use draft::Draft;
use maud::html;

/// `GET /admin/settings/shipping`.
pub async fn read_shipping(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
) -> Result<Response, Refusal> {
    let draft = Draft::from_rules(&kept_rules(&member), member.shop.currency);
    show(&state, &member, &query, &draft, &Problems::default()).await
}

/// `POST /admin/settings/shipping`.
pub async fn change_shipping(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
    form: Form,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    let draft = Draft::sent(&Typed::new(&form));
    let rules = match draft.read(kept_rules(&member), member.shop.currency) {
        Ok(rules) => rules,
        Err(problems) => return show(&state, &member, &query, &draft, &problems).await,
    };
    state.store.shops().set_rules(member.shop.id, &rules).await?;
    let zones = format!("{} zones", rules.zones.len());
    record_activity(&state, &member, "settings.shipping", &zones).await?;
    Ok(redirect(&with_query(NavItem::Shipping.address(), &[("saved", "yes")])))
}

async fn show(
    state: &AdminState,
    member: &Member,
    query: &Query,
    draft: &Draft,
    problems: &Problems,
) -> Result<Response, Refusal> {
    let place = NavItem::Shipping;
    let example = Example::compute(state, member, query).await?;
    let body = html! {
        (outcome(!problems.is_empty(), !query.text("saved").is_empty()))
        (fields::form(member, draft, problems))
        (example.markup(place.address()))
    };
    Ok(with_form_status(page(member, place, "Shipping", &body), !problems.is_empty()))
}
