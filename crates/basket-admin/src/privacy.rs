//! `GET …/settings/privacy`: how long contact data is kept, what is kept about a person, and the end of the shop.

mod person;
mod shop;

pub(crate) use person::find_button;
pub use person::{erase_person, export_person, find_person};
pub use shop::{delete_shop, keep_shop};

use crate::{
    activity::record_activity, form::Form, frame::page, member::Member, navigation::NavItem,
    refusal::Refusal, reply::redirect, state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_model::{order::Order, privacy::Retention};
use maud::{Markup, html};
use person::PersonSection;

/// `GET …/settings/privacy`.
pub async fn read_privacy(
    State(state): State<AdminState>,
    member: Member,
) -> Result<Response, Refusal> {
    show(&state, &member, &PersonSection::default(), None).await
}

/// `POST …/settings/privacy/retention`.
pub async fn change_retention(
    State(state): State<AdminState>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    let chosen = form.number("months").and_then(Retention::from_months);
    let retention = chosen.ok_or_else(Refusal::not_found)?;
    state.store.shops().set_retention(member.shop.id, retention).await?;
    record_activity(&state, &member, "retention.changed", &retention.to_string()).await?;
    Ok(redirect(NavItem::Privacy.address()))
}

fn action(name: &str) -> String {
    format!("{}/{name}", NavItem::Privacy.address())
}

/// The page, with what was found about a person and what is wrong with the name typed to delete the shop.
async fn show(
    state: &AdminState,
    member: &Member,
    person: &PersonSection<'_>,
    name_problem: Option<&str>,
) -> Result<Response, Refusal> {
    let retention = state.store.shops().retention(member.shop.id).await?;
    let retention = retention.ok_or_else(Refusal::not_found)?;
    let oldest = state.store.orders().oldest_open(member.shop.id).await?;
    let overdue = oldest.filter(|order| retention.is_over(order.created_at, state.store.now()));
    let body = html! {
        (retention_section(member, retention, overdue.as_ref()))
        @if member.is_owner() {
            (person.markup(member))
            (shop::section(member, name_problem))
        } @else {
            p.muted { "Only owners can change this, export or erase personal data, or delete the shop." }
        }
    };
    Ok(page(member, NavItem::Privacy, "Data & Privacy", &body))
}

fn retention_section(member: &Member, retention: Retention, overdue: Option<&Order>) -> Markup {
    html! {
        section.card aria-labelledby="retention" {
            h2 #retention { "Retention" }
            p {
                "Name, e-mail address and delivery address are erased from an order some time after it was fulfilled or \
                 cancelled. Products, totals, number and country are kept. Open orders are never erased."
            }
            @if let Some(order) = overdue {
                p.notice.bad {
                    "Order " a href={ (NavItem::Orders.address()) "/" (order.number) } { (order.number) }
                    " is older than this and still open, so its contact data is kept. Mark it as delivered, or cancel it."
                }
            }
            @if member.is_owner() {
                form.row.ends method="post" action=(action("retention")) {
                    (member.csrf_field())
                    div.field {
                        label for="months" { "Erase contact data after" }
                        select #months name="months" {
                            @for choice in Retention::CHOICES {
                                option value=(choice.months()) selected[choice == retention] { (words(choice)) }
                            }
                        }
                    }
                    button.button type="submit" { "Save" }
                }
            } @else {
                p { "Contact data is erased after: " strong { (words(retention)) } }
            }
        }
    }
}

fn words(retention: Retention) -> String {
    if retention.months() == 0 {
        return "Never (you erase it yourself)".to_owned();
    }
    retention.to_string()
}
