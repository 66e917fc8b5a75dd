//! What was done in the shop, by whom and when.

use crate::{
    frame::page, member::Member, navigation::NavItem, parts::moment, query::Query,
    refusal::Refusal, state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_store::{Activity, StoreError};
use maud::html;

/// How many entries a page has.
const SHOWN: usize = 50;

/// What each action is in words.
const WORDS: &[(&str, &str)] = &[
    ("shop.opened", "opened the shop"),
    ("key.created", "made the key"),
    ("key.rotated", "replaced the key"),
    ("key.revoked", "revoked the key"),
    ("origins.changed", "set the allowed origins to"),
    ("checkout.changed", "set the checkout to"),
    ("payment.changed", "set the payment to"),
    ("payment.keys_changed", "replaced for Stripe:"),
    ("payment.arrived", "Stripe has the payment of the order"),
    ("payment.mismatch", "Stripe has a payment of another amount for the order"),
    ("payment.failed", "Stripe got no payment, cancelled is the order"),
    (
        "payment.too_late",
        "Stripe has the payment of an order that is over; please look at it there:",
    ),
    ("webhook.changed", "set the webhook to"),
    ("webhook.secret_rotated", "replaced the webhook’s secret"),
    ("webhook.sent_again", "sent the message again"),
    ("webhook.gone", "The webhook’s address wants no more messages:"),
    ("person.invited", "invited somebody as"),
    ("person.uninvited", "withdrew an invitation"),
    ("person.joined", "joined as"),
    ("person.role_changed", "changed the role of"),
    ("person.removed", "removed"),
    ("person.exported", "exported a shopper’s data:"),
    ("person.erased", "erased a shopper’s data:"),
    ("retention.changed", "set the retention of contact data to"),
    ("shop.deletion_requested", "asked to delete the shop on"),
    ("shop.deletion_cancelled", "cancelled the deletion of the shop"),
    ("order.changed", "set the order"),
    ("product.created", "added the product"),
    ("product.changed", "changed the product"),
    ("product.removed", "removed the product"),
    ("products.imported", "imported products:"),
    ("design.saved", "saved the design"),
    ("design.renamed", "renamed the design"),
    ("design.removed", "removed the design"),
];

/// `GET …/settings/activity`.
pub async fn read_activity(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
) -> Result<Response, Refusal> {
    let before = query.number("before");
    let one_more = i64::try_from(SHOWN + 1).unwrap_or(i64::MAX);
    let mut entries = state.store.activity().page(member.shop.id, before, one_more).await?;
    let is_more = entries.len() > SHOWN;
    entries.truncate(SHOWN);
    let last = entries.last().map(|entry| entry.id);
    let body = html! {
        @if entries.is_empty() {
            p.empty { "Nothing has been done yet." }
        } @else {
            ol.timeline {
                @for entry in &entries {
                    li {
                        p { strong { (entry.email) } " " (words(entry)) @if !entry.subject.is_empty() { " " code { (entry.subject) } } }
                        p.muted { (moment(entry.at)) }
                    }
                }
            }
        }
        @if let (true, Some(last)) = (is_more, last) {
            p.pager { a.button.quiet href={ "?before=" (last) } { "Earlier" } }
        }
    };
    Ok(page(&member, NavItem::Activity, "Activity", &body))
}

fn words(entry: &Activity) -> &str {
    let found = WORDS.iter().find(|(action, _)| *action == entry.action);
    found.map_or(&entry.action, |(_, words)| words)
}

/// Records what somebody did in a shop.
pub(crate) async fn record_activity(
    state: &AdminState,
    member: &Member,
    action: &'static str,
    subject: &str,
) -> Result<(), StoreError> {
    tracing::info!(action, "an operator changed something");
    state.store.activity().record(member.shop.id, &member.operator().email, action, subject).await
}
