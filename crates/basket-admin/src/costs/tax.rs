//! `/admin/settings/tax`: whether prices contain tax, classes, and the rates by country.

mod draft;
mod fields;
mod files;
mod standard;

pub use files::{export_rates, import_rates};
pub use standard::add_standard_rates;

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
use basket_model::pricing::Rules;
use basket_web::fields::with_query;
use draft::Draft;
use maud::{Markup, html};

/// `GET /admin/settings/tax`.
pub async fn read_tax(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
) -> Result<Response, Refusal> {
    let draft = Draft::from_rules(&kept_rules(&member));
    let notice = outcome(false, !query.text("saved").is_empty());
    show(&state, &member, &query, Shown { draft, problems: Problems::default(), notice }).await
}

/// `POST /admin/settings/tax`.
pub async fn change_tax(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
    form: Form,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    let draft = Draft::sent(&Typed::new(&form));
    match draft.read(kept_rules(&member)) {
        Ok(rules) => keep(&state, &member, &rules).await,
        Err(problems) => {
            let notice = outcome(true, false);
            show(&state, &member, &query, Shown { draft, problems, notice }).await
        }
    }
}

/// Keeps checked rules, and shows them.
async fn keep(state: &AdminState, member: &Member, rules: &Rules) -> Result<Response, Refusal> {
    state.store.shops().set_rules(member.shop.id, rules).await?;
    let subject = match &rules.tax {
        None => "off".to_owned(),
        Some(tax) => {
            let mode = if tax.is_included { "included" } else { "added" };
            format!("{mode}, {} rates", tax.rates.len())
        }
    };
    record_activity(state, member, "settings.tax", &subject).await?;
    Ok(redirect(&with_query(NavItem::Tax.address(), &[("saved", "yes")])))
}

/// An address below the page.
fn address(name: &str) -> String {
    format!("{}/{name}", NavItem::Tax.address())
}

/// The page after something was refused that has no field in the form.
async fn refuse(
    state: &AdminState,
    member: &Member,
    query: &Query,
    notice: Markup,
) -> Result<Response, Refusal> {
    let draft = Draft::from_rules(&kept_rules(member));
    let shown = Shown { draft, problems: Problems::default(), notice };
    Ok(with_form_status(show(state, member, query, shown).await?, true))
}

struct Shown {
    draft: Draft,
    problems: Problems,
    notice: Markup,
}

async fn show(
    state: &AdminState,
    member: &Member,
    query: &Query,
    Shown { draft, problems, notice }: Shown,
) -> Result<Response, Refusal> {
    let place = NavItem::Tax;
    let example = Example::compute(state, member, query).await?;
    let has_rates = member.shop.rules.as_ref().is_some_and(|rules| rules.tax.is_some());
    let body = html! {
        (notice)
        (fields::form(member, &draft, &problems))
        @if has_rates && member.is_owner() {
            (standard::section(member))
            (files::section(member))
        }
        (example.markup(place.address()))
    };
    Ok(with_form_status(page(member, place, "Tax", &body), !problems.is_empty()))
}
