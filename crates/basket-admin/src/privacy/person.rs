//! What is kept about a shopper: found by e-mail address, exported, erased. Addresses come in forms, never in the
//! address of a page, so that no log has them.

use super::{action, show};
use crate::{
    activity::record_activity,
    form::Form,
    member::Member,
    navigation::NavItem,
    parts::{Confirm, Field, confirm},
    refusal::Refusal,
    reply::with_form_status,
    state::AdminState,
};
use axum::{
    extract::State,
    http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use basket_model::{
    operator::read_email,
    order::Order,
    privacy::{Erasure, PersonalData, write_personal_data},
};
use maud::{Markup, html};

/// How many orders of a person are named.
const SHOWN: usize = 20;

/// What the page says about a person.
#[derive(Debug, Default)]
pub(super) struct PersonSection<'a> {
    email: &'a str,
    problem: Option<&'a str>,
    found: Option<PersonalData>,
    erasure: Option<Erasure>,
}

/// `POST …/settings/privacy/person`.
pub async fn find_person(
    State(state): State<AdminState>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    let Some(email) = read_email(form.text("email")) else {
        return wrong(&state, &member, &form).await;
    };
    let found = Some(state.store.persons().find(&member.shop, &email).await?);
    let section = PersonSection { email: &email, found, ..PersonSection::default() };
    show(&state, &member, &section, None).await
}

/// `POST …/settings/privacy/export`: a file.
pub async fn export_person(
    State(state): State<AdminState>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    let Some(email) = read_email(form.text("email")) else {
        return wrong(&state, &member, &form).await;
    };
    let found = state.store.persons().find(&member.shop, &email).await?;
    // The log must not keep what an erasure takes away.
    record_activity(&state, &member, "person.exported", &count(found.orders.len(), "order"))
        .await?;
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CONTENT_DISPOSITION, "attachment; filename=\"personal-data.json\""),
        (CACHE_CONTROL, "no-store"),
    ];
    let text = write_personal_data(&email, &[found], state.store.now());
    Ok((headers, text).into_response())
}

/// `POST …/settings/privacy/erase`. The answer says what was kept, and why.
pub async fn erase_person(
    State(state): State<AdminState>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    let Some(email) = read_email(form.text("email")) else {
        return wrong(&state, &member, &form).await;
    };
    let erasure = state.store.persons().erase(member.shop.id, &email).await?;
    let subject = count(erasure.erased.len(), "order");
    record_activity(&state, &member, "person.erased", &subject).await?;
    let section =
        PersonSection { email: &email, erasure: Some(erasure), ..PersonSection::default() };
    show(&state, &member, &section, None).await
}

async fn wrong(state: &AdminState, member: &Member, form: &Form) -> Result<Response, Refusal> {
    let problem = Some("Enter a full e-mail address, such as ann@example.com.");
    let section = PersonSection { email: form.text("email"), problem, ..PersonSection::default() };
    Ok(with_form_status(show(state, member, &section, None).await?, true))
}

impl PersonSection<'_> {
    pub(super) fn markup(&self, member: &Member) -> Markup {
        let Self { email, problem, found, erasure } = self;
        html! {
            section.card aria-labelledby="person" {
                h2 #person { "Personal data" }
                p { "Find all data that this shop stores about a shopper, to export or erase it." }
                @if let Some(erasure) = erasure { (erased(erasure)) }
                form method="post" action=(action("person")) {
                    (member.csrf_field())
                    (Field { name: "email", label: "E-mail address", kind: "email", value: email, problem: *problem, required: true, ..Field::default() }.markup())
                    button.button type="submit" { "Find" }
                }
                @if let Some(found) = found { (result(member, email, found)) }
            }
        }
    }
}

fn result(member: &Member, email: &str, found: &PersonalData) -> Markup {
    let named = html! { input type="hidden" name="email" value=(email); };
    let erase = Confirm {
        button: "Erase…",
        question: "Name, e-mail address and delivery address are erased from all final orders, and their checkouts \
                   and messages are deleted. Open orders are kept. This cannot be undone.",
        yes: "Erase data",
    };
    let PersonalData { orders, checkouts, carts, messages, .. } = found;
    html! {
        div role="status" {
            h3 { (email) }
            @if orders.is_empty() {
                p { "No data is stored for this e-mail address." }
            } @else {
                p {
                    (count(orders.len(), "order")) ", " (count(checkouts.len(), "checkout")) ", "
                    (count(carts.len(), "cart")) " and " (count(messages.len(), "message")) "."
                }
                p {
                    @for (place, order) in orders.iter().take(SHOWN).enumerate() {
                        @if place > 0 { ", " }
                        (order_link(order))
                    }
                    @if orders.len() > SHOWN { " and " (orders.len() - SHOWN) " more" }
                }
                div.actions {
                    form method="post" action=(action("export")) {
                        (member.csrf_field())
                        (named)
                        button.button.quiet type="submit" { "Export as JSON" }
                    }
                    (confirm(&action("erase"), &member.csrf_field(), &named, &erase))
                }
            }
        }
    }
}

fn order_link(order: &Order) -> Markup {
    html! {
        a href={ (NavItem::Orders.address()) "/" (order.number) } { (order.number) }
        " " span.muted { (order.state.name()) }
    }
}

fn erased(erasure: &Erasure) -> Markup {
    let numbers: Vec<String> = erasure.erased.iter().map(i64::to_string).collect();
    html! {
        div.notice role="status" {
            @if numbers.is_empty() {
                p { "Nothing was erased." }
            } @else {
                p { "Contact data was erased from these orders: " (numbers.join(", ")) "." }
            }
            @for kept in &erasure.kept { p { (kept.to_string()) } }
        }
    }
}

/// The way from an order to all that is kept about who placed it.
pub(crate) fn find_button(member: &Member, email: &str) -> Markup {
    html! {
        form method="post" action=(action("person")) {
            (member.csrf_field())
            input type="hidden" name="email" value=(email);
            button.button.quiet type="submit" { "Personal data" }
        }
    }
}

fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
