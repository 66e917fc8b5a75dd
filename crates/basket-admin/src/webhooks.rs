//! **Settings > Setup & Design > Checkout Setup > Webhooks**: every message about checkouts and orders, what has
//! become of it, and a way to send it again.

use crate::{
    activity::record_activity, form::Form, frame::page, member::Member, navigation::NavItem,
    parts::moment, query::Query, refusal::Refusal, reply::redirect, state::AdminState,
};
use axum::{
    extract::{Path, State},
    response::Response,
};
use basket_store::{Channel, CheckoutSetup, Delivery, MessageState, OutboxMessage};
use maud::{Markup, html};

/// How many messages a page has.
const SHOWN: usize = 50;

/// `GET …/webhooks`.
pub async fn read_webhooks(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
) -> Result<Response, Refusal> {
    let before = query.number("before");
    let one_more = i64::try_from(SHOWN + 1).unwrap_or(i64::MAX);
    let mut events = state.store.outbox().page(member.shop.id, before, one_more).await?;
    let is_more = events.len() > SHOWN;
    events.truncate(SHOWN);
    let setup =
        state.store.shops().checkout_setup(member.shop.id).await?.ok_or_else(Refusal::not_found)?;
    let body = html! {
        (destination(&setup))
        @if events.is_empty() {
            p.empty { "No messages yet." }
        } @else {
            (table(&events))
            @if let (true, Some(last)) = (is_more, events.last()) {
                p.pager { a.button.quiet href={ "?before=" (last.id) } { "Earlier" } }
            }
        }
    };
    Ok(page(&member, NavItem::Webhooks, "Webhooks", &body))
}

/// Where messages go at present.
fn destination(setup: &CheckoutSetup) -> Markup {
    html! {
        p {
            @match &setup.webhook {
                Some(webhook) => { "Messages are sent to " code { (webhook.address) } ", signed as in the Standard Webhooks specification. " }
                None => { "No webhook address is set, so no messages are sent. " }
            }
            a href={ (NavItem::ApiKey.address()) "#webhook-title" } { "Change webhook" }
        }
    }
}

fn table(events: &[OutboxMessage]) -> Markup {
    html! {
        table.table.list {
            caption.unseen { "Messages, newest first" }
            thead {
                tr {
                    th scope="col" { "Message" }
                    th scope="col" { "Subject" }
                    th scope="col" { "When" }
                    th scope="col" { "State" }
                    th.number scope="col" { "Attempts" }
                }
            }
            tbody {
                @for event in events {
                    tr {
                        th scope="row" { a href=(address(event)) { code { (event.kind) } } }
                        td data-label="Subject" { (about(event)) }
                        td data-label="When" { (moment(event.created_at)) }
                        td data-label="State" { (chip(event)) }
                        td.number data-label="Attempts" { (event.attempts) }
                    }
                }
            }
        }
    }
}

fn address(event: &OutboxMessage) -> String {
    format!("{}/{}", NavItem::Webhooks.address(), event.name)
}

fn about(event: &OutboxMessage) -> Markup {
    html! { @match event.order() { Some(number) => { "Order " (number) } None => { "Cart" } } }
}

fn chip(event: &OutboxMessage) -> Markup {
    html! {
        @match event.state() {
            MessageState::Delivered(_) => { span.chip { "Delivered" } }
            MessageState::Waiting(_) if event.attempts == 0 => { span.chip.plain { "Pending" } }
            MessageState::Waiting(next) => { span.chip.warm { "Pending" } span.muted { " until " (moment(next)) } }
            MessageState::GivenUp => { span.chip.bad { "Failed" } }
        }
    }
}

/// `GET …/webhooks/{name}`.
pub async fn read_webhook(
    State(state): State<AdminState>,
    member: Member,
    Path(name): Path<String>,
) -> Result<Response, Refusal> {
    let found = state.store.outbox().find(member.shop.id, &name).await?;
    let (event, tries) = found.ok_or_else(Refusal::not_found)?;
    let body = html! {
        section.card aria-labelledby="message" {
            h2 #message { code { (event.kind) } " " (chip(&event)) }
            p { (about(&event)) ", " (moment(event.created_at)) }
            p.muted { "Message ID: " code { (event.name) } ". Receivers use it to detect duplicates." }
            @if member.is_owner() {
                form method="post" action={ (address(&event)) "/again" } {
                    (member.csrf_field())
                    button.button type="submit" { "Resend" }
                }
            }
        }
        (attempts(&event, &tries))
        section.card aria-labelledby="body" {
            h2 #body { "Body" }
            @if event.channel() == Channel::Mail {
                p.muted { "The e-mail is created from the order when it is sent." }
            }
            pre.code.scroll tabindex="0" aria-labelledby="body" { (pretty(&event.body)) }
        }
    };
    Ok(page(&member, NavItem::Webhooks, &event.name, &body))
}

fn attempts(event: &OutboxMessage, tries: &[Delivery]) -> Markup {
    html! {
        section.card aria-labelledby="tries" {
            h2 #tries { "Attempts" }
            @if tries.is_empty() { p.empty { "No attempts yet." } }
            ol.timeline {
                @for attempt in tries {
                    li {
                        p { (answer(attempt)) }
                        @if !attempt.remark.is_empty() { p { (attempt.remark) } }
                        p.muted { (moment(attempt.at)) }
                    }
                }
            }
            @if let (MessageState::Waiting(next), false) = (event.state(), tries.is_empty()) {
                p.muted { "Next attempt: " (moment(next)) "." }
            }
        }
    }
}

fn answer(attempt: &Delivery) -> Markup {
    html! {
        @match attempt.status {
            Some(status @ 200..300) => { span.chip { (status) } " Delivered" }
            Some(status) => { span.chip.bad { (status) } " Refused" }
            None => { span.chip.warm { "No answer" } }
        }
    }
}

fn pretty(body: &str) -> String {
    let value = serde_json::from_str::<serde_json::Value>(body);
    value.and_then(|value| serde_json::to_string_pretty(&value)).unwrap_or_else(|_| body.to_owned())
}

/// `POST …/webhooks/{name}/again`.
pub async fn send_again(
    State(state): State<AdminState>,
    member: Member,
    Path(name): Path<String>,
    form: Form,
) -> Result<Response, Refusal> {
    drop(form);
    member.only_owner()?;
    if !state.store.outbox().replay(member.shop.id, &name).await? {
        return Err(Refusal::not_found());
    }
    record_activity(&state, &member, "webhook.sent_again", &name).await?;
    Ok(redirect(&format!("{}/{name}", NavItem::Webhooks.address())))
}
