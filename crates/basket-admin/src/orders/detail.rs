//! `GET /admin/orders/{order}`: an order, who placed it, and what may come of it next.

use super::{address, chip, who};
use crate::{
    activity::record_activity,
    carts::{lines, sums},
    form::Form,
    frame::page,
    member::Member,
    navigation::NavItem,
    parts::{Confirm, confirm, day, moment},
    privacy,
    refusal::Refusal,
    reply::redirect,
    state::AdminState,
};
use axum::{
    extract::{Path, State},
    response::Response,
};
use basket_model::{
    address as postal,
    operator::read_email,
    order::{Contact, Order, OrderState},
    payment::PaymentMethod,
};
use maud::{Markup, html};

/// `GET /admin/orders/{order}`.
pub async fn read_order(
    State(state): State<AdminState>,
    member: Member,
    Path(number): Path<String>,
) -> Result<Response, Refusal> {
    let order = find(&state, &member, &number).await?;
    let body = html! {
        (about(&member, &order))
        (lines(&order.cart))
        (sums(&order.cart))
        (next(&member, &order))
    };
    Ok(page(&member, NavItem::Orders, &format!("Order {}", order.number), &body))
}

/// `POST /admin/orders/{order}`: what has become of it.
pub async fn change_order(
    State(state): State<AdminState>,
    member: Member,
    Path(number): Path<String>,
    form: Form,
) -> Result<Response, Refusal> {
    let order = find(&state, &member, &number).await?;
    let next = OrderState::parse(form.text("state")).ok_or_else(Refusal::not_found)?;
    // A second press, or one after another operator, changes nothing.
    if state.store.orders().set_state(member.shop.id, order.number, next).await? {
        record_activity(
            &state,
            &member,
            "order.changed",
            &format!("{} {}", order.number, next.name()),
        )
        .await?;
    }
    Ok(redirect(&address(order.number)))
}

pub(super) async fn find(
    state: &AdminState,
    member: &Member,
    number: &str,
) -> Result<Order, Refusal> {
    let number = number.parse().map_err(|_| Refusal::not_found())?;
    state.store.orders().find(member.shop.id, number).await?.ok_or_else(Refusal::not_found)
}

fn about(member: &Member, order: &Order) -> Markup {
    let Contact { email, name, country, .. } = &order.contact;
    let delivery = postal::lines(&order.contact.address(), country);
    html! {
        section.card aria-label="Order details" {
            dl.facts {
                div { dt { "State" } dd { (chip(order.state)) " " span.muted { "since " (moment(order.changed_at)) } } }
                div { dt { "Placed" } dd { (moment(order.created_at)) } }
                @if order.contact.is_erased() {
                    div { dt { "Customer" } dd { (who(&order.contact)) } }
                    @if !country.is_empty() { div { dt { "Delivery address" } dd { (country) } } }
                } @else {
                    div { dt { "Customer" } dd { (name) br; (mail_link(email)) } }
                }
                @if !order.contact.address.is_empty() {
                    div { dt { "Delivery address" } dd { (lines_of(&delivery)) } }
                }
                @if let Some(billing) = &order.contact.billing {
                    div { dt { "Billing address" } dd { (lines_of(&postal::lines(billing, &billing.country))) } }
                }
                @for (label, text) in [
                    ("Phone", &order.contact.phone),
                    ("VAT number", &order.contact.vat_number),
                    ("VAT confirmation", &order.contact.vat_consultation),
                    ("Note", &order.contact.note),
                ] {
                    @if !text.is_empty() { div { dt { (label) } dd.note { (text) } } }
                }
                div { dt { "Language" } dd { (order.locale) } }
                div { dt { "Payment" } dd { (payment(order)) } }
                @if let Some(invoice) = &order.invoice {
                    div {
                        dt { "Invoice" }
                        dd {
                            a href={ (address(order.number)) "/invoice" } { (invoice.number()) }
                            ", due " (day(invoice.due_at))
                        }
                    }
                }
            }
            @if member.is_owner() && !order.contact.is_erased() {
                (privacy::find_button(member, email))
            }
        }
    }
}

/// An address as it is written on a parcel.
fn lines_of(lines: &[String]) -> Markup {
    html! { @for (at, line) in lines.iter().enumerate() { @if at > 0 { br; } (line) } }
}

fn payment(order: &Order) -> Markup {
    html! {
        @match (order.payment, &order.payment_session) {
            (PaymentMethod::Invoice, _) => { "Invoice" }
            (PaymentMethod::Stripe, None) => { "Stripe, not started" }
            (PaymentMethod::Stripe, Some(begun)) => { "Stripe" br; code { (begun.reference) } }
        }
    }
}

fn next(member: &Member, order: &Order) -> Markup {
    let action = address(order.number);
    let words = |state: OrderState| match state {
        OrderState::Paid => "Mark as paid",
        OrderState::Fulfilled => "Mark as delivered",
        _ => "",
    };
    let cancel = Confirm {
        button: "Cancel order…",
        question: "The items go back into stock. This cannot be undone.",
        yes: "Cancel order",
    };
    let cancelled = html! { input type="hidden" name="state" value="cancelled"; };
    html! {
        @if !order.state.next().is_empty() {
            section.card aria-labelledby="next" {
                h2 #next { "Next step" }
                div.actions {
                    @for state in order.state.next().iter().filter(|it| **it != OrderState::Cancelled) {
                        form method="post" action=(action) {
                            (member.csrf_field())
                            input type="hidden" name="state" value=(state.name());
                            button.button type="submit" { (words(*state)) }
                        }
                    }
                    (confirm(&action, &member.csrf_field(), &cancelled, &cancel))
                }
            }
        }
    }
}

/// A mail link. Earlier releases took more for an address than is safe in a link.
fn mail_link(email: &str) -> Markup {
    html! {
        @if read_email(email).is_some() { a href={ "mailto:" (email) } { (email) } } @else { (email) }
    }
}
